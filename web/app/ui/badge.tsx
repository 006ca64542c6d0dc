import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { cx } from './class-names.ts';

/** `orange` and `teal` are only for the states of orders. */
export type BadgeTone = 'ok' | 'attn' | 'bad' | 'info' | 'neutral' | 'orange' | 'teal';

type BadgeProps = {
  tone: BadgeTone;
  /** Dot and plain text, for the normal states of a table. */
  quiet?: boolean;
  children: ReactNode;
};

/** A state: a dot and a word. Tinted only if it needs attention. */
export function Badge({ tone, quiet = false, children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone], quiet && styles.quiet)}>{children}</span>;
}
