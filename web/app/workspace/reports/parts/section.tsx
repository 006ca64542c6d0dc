import { type ReactNode, useId } from 'react';
import styles from '../reports.module.css';

type ReportSectionProps = {
  title: ReactNode;
  /** Beside the title. */
  tools?: ReactNode;
  /** Below the content, in small letters. */
  note?: ReactNode;
  children: ReactNode;
};

/** A part of a report below a hairline. */
export function ReportSection({ title, tools, note, children }: ReportSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {children}
      {note && <p className={styles.note}>{note}</p>}
    </section>
  );
}
