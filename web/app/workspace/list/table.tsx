import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names.ts';
import { useNarrow } from '../shell/use-narrow.ts';
import { Cards } from './cards.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import styles from './list.module.css';
import { RowMenu } from './row-menu.tsx';
import { PageBox, RowBox } from './select-boxes.tsx';
import { type ColumnChoice, useColumns } from './use-columns.ts';
import type { ListControls } from './use-list.ts';
import type { Selection } from './use-selection.ts';

export type Column<Row> = ColumnChoice & {
  cell: (row: Row) => ReactNode;
  /** Sorts by this when its header is pressed. */
  sortBy?: string;
  align?: 'right';
};

export type ListTableProps<Row> = {
  label: string;
  list: ListControls;
  rows: Row[];
  rowKey: (row: Row) => number;
  /** The first one names the row and always stays; of the others people choose, which is kept by the list's `id`. */
  columns: Column<Row>[];
  /** What the choice of columns is kept by. Without it, by the columns themselves. */
  id?: string;
  /** A row in two lines, for narrow pages. */
  narrow: (row: Row) => ReactNode;
  /** What boxes and menus call a row when they are read out. Needed for either. */
  rowName?: (row: Row) => string;
  /** The `Menu.Item`s of a row; null for a row without. */
  menu?: (row: Row) => ReactNode;
  /** With it rows can be chosen; without it there are no boxes. */
  selection?: Selection | undefined;
};

/** Rows as a table, and on narrow pages as a list of two lines each. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  return useNarrow() ? <Cards {...props} /> : <Wide {...props} />;
}

function Wide<Row>({
  label,
  list,
  rows,
  rowKey,
  columns,
  id,
  rowName,
  menu,
  selection,
}: ListTableProps<Row>) {
  const chosen = useColumns(id ?? columns.map(({ key }) => key).join('-'), columns);
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <td className={styles.box}>
              <PageBox selection={selection} />
            </td>
          )}
          {chosen.shown.map((column) => (
            <Header key={column.key} column={column} list={list} />
          ))}
          <td className={styles.end}>
            <ColumnsMenu columns={chosen} />
          </td>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const name = rowName?.(row) ?? '';
          const items = menu?.(row);
          return (
            <tr
              key={key}
              aria-selected={selection?.has(key)}
              data-selected={selection?.has(key) || undefined}
            >
              {selection && (
                <td className={styles.box}>
                  <RowBox selection={selection} id={key} name={name} />
                </td>
              )}
              {chosen.shown.map((column) => (
                <td key={column.key} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
              <td className={styles.end}>{items && <RowMenu name={name}>{items}</RowMenu>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const cellClass = <Row,>(column: Column<Row>) => cx(column.align === 'right' && styles.right);

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
