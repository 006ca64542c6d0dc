import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  /** A drawing; ticket screens use `GhostStub`. */
  drawing?: ReactNode;
  title: ReactNode;
  /** One sentence about what becomes possible. */
  children?: ReactNode;
  /** One primary button. */
  action?: ReactNode;
};

/** Shown while there is nothing to list. */
export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing}
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
