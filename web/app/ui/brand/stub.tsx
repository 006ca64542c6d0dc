import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import styles from './stub.module.css';

type StubProps = {
  /** Vertical for orders (the perforation runs across), horizontal for tickets (it runs down). */
  orientation?: 'vertical' | 'horizontal';
  /** The part before the perforation. */
  main: ReactNode;
  /** The part that would be torn off: the total, the code. */
  end: ReactNode;
  className?: string;
};

/** The notched, perforated paper of tickets and order summaries. Do not use it for anything else. */
export function Stub({ orientation = 'vertical', main, end, className }: StubProps) {
  return (
    <div className={cx(styles.stub, styles[orientation], className)}>
      <div className={cx(styles.part, styles.first)}>{main}</div>
      <div className={styles.perforation} aria-hidden="true" />
      <div className={cx(styles.part, styles.last)}>{end}</div>
    </div>
  );
}

/** One line of a summary: label and amount. */
export function StubLine({ label, amount, muted }: { label: ReactNode; amount: ReactNode; muted?: boolean }) {
  return (
    <div className={cx(styles.line, muted && styles.muted)}>
      <span>{label}</span>
      <span className={styles.amount}>{amount}</span>
    </div>
  );
}

/** The name of a line, and the detail that tells it from other lines with the same name. */
export function StubItem({ name, detail }: { name: ReactNode; detail: ReactNode }) {
  return (
    <span className={styles.item}>
      <span className="num">{name}</span>
      {detail && <small>{detail}</small>}
    </span>
  );
}

/** Lines about the whole order, apart from the lines of single items. */
export function StubExtras({ children }: { children: ReactNode }) {
  return <div className={styles.extras}>{children}</div>;
}

/** The total. */
export function StubTotal({ label, amount }: { label: ReactNode; amount: ReactNode }) {
  return (
    <div className={styles.total}>
      <b>{label}</b>
      <span className={styles.figure}>{amount}</span>
    </div>
  );
}

/** What the total includes. */
export function StubContains({ children }: { children: ReactNode }) {
  return <p className={styles.contains}>{children}</p>;
}
