import type { ReactNode } from 'react';
import styles from '../payment-page.module.css';

type SectionProps = { title: ReactNode; text?: ReactNode; children: ReactNode };

/** A heading and its explanation beside what there is to say and do. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div>
        <h2 className={styles.heading}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** Names and what stands for them, under hairlines. */
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
