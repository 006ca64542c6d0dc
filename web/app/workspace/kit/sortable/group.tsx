import type { ReactNode } from 'react';
import styles from './sortable.module.css';

type GroupProps = {
  title: ReactNode;
  /** How the order can be changed, or why not now. */
  hint?: ReactNode;
  children: ReactNode;
};

/** Rows of a list under a heading of their own. */
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
