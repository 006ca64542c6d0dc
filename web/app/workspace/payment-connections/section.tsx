import type { ReactNode } from 'react';
import * as shared from '../kit/display/section.tsx';
import styles from './page.module.css';

type SectionProps = { title: ReactNode; text?: ReactNode; children: ReactNode };

/** A section with text and buttons. Each is only as wide as it needs to be. */
export function Section({ children, ...about }: SectionProps) {
  return (
    <shared.Section {...about}>
      <div className={styles.content}>{children}</div>
    </shared.Section>
  );
}

/** A list of facts with names and values, separated by thin lines. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
