import type { ReactNode } from 'react';
import styles from './sortable.module.css';

type GroupProps = {
  title: ReactNode;
  /** How to change the order, or why that is not possible now. */
  hint?: ReactNode;
  children: ReactNode;
};

/** A group of rows with its own heading. */
export function Group({ title, hint, children }: GroupProps) {
  return (
    <section className={styles.group}>
      <div className={styles.groupHead}>
        <h2>{title}</h2>
        {hint && <span className={styles.groupHint}>{hint}</span>}
      </div>
      {children}
    </section>
  );
}
