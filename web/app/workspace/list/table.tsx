import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names.ts';
import { useNarrow } from '../shell/use-narrow.ts';
import styles from './list.module.css';
import type { ListControls } from './use-list.ts';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Sorts by this when its header is pressed. */
  sortBy?: string;
  align?: 'right';
  /** Leaves first when there is little room. */
  isSecondary?: boolean;
};

type ListTableProps<Row> = {
  label: string;
  list: ListControls;
  rows: Row[];
  rowKey: (row: Row) => number;
  columns: Column<Row>[];
  /** A row in two lines, for narrow pages. */
  narrow: (row: Row) => ReactNode;
};

/** Rows as a table, and on narrow pages as a list of two lines each. */
export function ListTable<Row>({ label, list, rows, rowKey, columns, narrow }: ListTableProps<Row>) {
  const isNarrow = useNarrow();
  if (isNarrow) {
    return (
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={styles.card}>
            {narrow(row)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.key} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return cx(column.align === 'right' && styles.right, column.isSecondary && styles.secondary);
}

function Header<Row>({ column, list }: { column: Column<Row>; list: ListControls }) {
  const { sortBy, sortDirection } = list.view;
  if (!column.sortBy) {
    return (
      <th scope="col" className={cellClass(column)}>
        {column.header}
      </th>
    );
  }
  const isSorted = sortBy === column.sortBy;
  const isUp = sortDirection === 'asc';
  const Arrow = isUp ? IconArrowUp : IconArrowDown;
  const by = column.sortBy;
  return (
    <th
      scope="col"
      className={cellClass(column)}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sortHeader}
        data-sorted={isSorted || undefined}
        onClick={() => list.change({ sortBy: by, sortDirection: isSorted && isUp ? 'desc' : 'asc' })}
      >
        {column.header}
        {isSorted && <Arrow size={14} stroke={2} aria-hidden="true" />}
      </button>
    </th>
  );
}
