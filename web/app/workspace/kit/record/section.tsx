import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names.ts';
import styles from './section.module.css';

type RecordSectionProps = {
  /** Without it the content brings its own heading. */
  title?: ReactNode;
  /** Shown beside the title, unless it is 0. */
  count?: number;
  aside?: ReactNode;
  children: ReactNode;
};

/** A section in the drawer of an order or of an attendee. */
export function RecordSection({ title, count = 0, aside, children }: RecordSectionProps) {
  return (
    <section className={styles.section}>
      {title && (
        <div className={styles.heading}>
          <h3>
            {title} {count > 0 && <span className={cx('num', styles.count)}>{count}</span>}
          </h3>
          {aside && <span className={styles.aside}>{aside}</span>}
        </div>
      )}
      {children}
    </section>
  );
}
