import type { ReactNode } from 'react';
import styles from './two.module.css';

/** Puts two fields side by side if there is room. */
export function Two({ children }: { children: ReactNode }) {
  return <div className={styles.two}>{children}</div>;
}
