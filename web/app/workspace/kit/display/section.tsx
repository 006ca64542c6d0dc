import type { ReactNode } from 'react';
import styles from './section.module.css';

/** The two columns of a section, for its skeleton. */
export const sectionClass = styles.section;

type SectionProps = { title: ReactNode; text?: ReactNode; children: ReactNode };

/** A heading and its explanation beside the fields, or what there is to say and do. */
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
