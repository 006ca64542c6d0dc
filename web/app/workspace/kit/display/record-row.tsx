import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { RowLink } from '../list/row.tsx';
import { SelectableRow } from '../selection/select-boxes.tsx';
import type { Selection } from '../selection/use-selection.ts';
import styles from './record-row.module.css';

type RecordRowProps = {
  /** Null while the boxes are hidden. */
  selection: Selection | null;
  id: number;
  name: string;
  /** The line below the name. */
  detail: ReactNode;
  /** Whether the name opens the drawer. */
  opens: boolean;
  className?: string | undefined;
  /** What stands after the name. */
  children: ReactNode;
};

/** A row with a name and a line below it. The other parts follow, each with a width of its own. */
export function RecordRow({ id, name, detail, opens, className, children, ...row }: RecordRowProps) {
  return (
    <SelectableRow
      {...row}
      id={id}
      name={name}
      className={cx(styles.row, className)}
      boxClassName={styles.box}
    >
      <div className={styles.words}>
        <h2>{opens ? <RowLink opens={id}>{name}</RowLink> : name}</h2>
        <p className={styles.detail}>{detail}</p>
      </div>
      {children}
    </SelectableRow>
  );
}
