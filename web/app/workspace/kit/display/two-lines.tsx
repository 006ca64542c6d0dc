import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

type TwoLinesProps = {
  first: ReactNode;
  second: ReactNode;
  /** An address is cut at the end of its line. The drawer of the row shows all of it. */
  cuts?: boolean;
  /** Shown below on narrow pages: a status. */
  third?: ReactNode;
  /** Shown at the right on narrow pages. */
  end?: ReactNode;
};

/** A name above details that identify it. */
export function TwoLines({ first, second, cuts, third, end }: TwoLinesProps) {
  return (
    <div className={styles.both}>
      <div className={styles.words}>
        <div className={styles.first}>{first}</div>
        {second && (
          <div className={styles.second} data-cut={cuts}>
            {second}
          </div>
        )}
        {third && <div className={styles.third}>{third}</div>}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
