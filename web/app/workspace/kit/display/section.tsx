import type { ReactNode } from 'react';
import styles from './section.module.css';

/** The class of a section's two columns, for its skeleton. */
export const sectionClass = styles.section;

type SectionProps = { title: ReactNode; text?: ReactNode; children: ReactNode };

/** A heading with its explanation, beside fields or other content. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div>
        <h2 className={styles.heading}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
