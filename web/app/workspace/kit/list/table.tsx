import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import { cx } from '../../../ui/class-names.ts';
import { useNarrow } from '../display/use-narrow.ts';
import { NewWord } from '../live/new-orders.tsx';
import { PageBox, RowBox } from '../selection/select-boxes.tsx';
import styles from './list.module.css';
import { RowMenu } from './row.tsx';
import { ColumnsMenu } from './row-tools.tsx';
import { type ColumnChoice, useColumns } from './use-columns.ts';
import type { ListControls } from './use-list.ts';
import type { Identified, ListPageState } from './use-list-page.ts';

export type Column<Row> = ColumnChoice & {
  cell: (row: Row) => ReactNode;
  /** The field to sort by when the header is pressed. */
  sortBy?: string;
  align?: 'right';
};

export type TableRows<Row> = {
  /** The first column names the row and always shows. The user chooses among the others. */
  columns: Column<Row>[];
  /** A row in two lines, for narrow pages. */
  narrow: (row: Row) => ReactNode;
  /** The name of a row, for screen readers in boxes and menus. */
  rowName: (row: Row) => string;
  /** Whether a row carries the mark of what came while the page was open. */
  isNew?: (row: Row) => boolean;
  /** The `Menu.Item`s of a row. Without it, rows have no menu. */
  menu?: (row: Row) => ReactNode;
};

type ListTableProps<Row extends Identified> = TableRows<Row> & { page: ListPageState<Row>; label: string };

/**
 * Shows the rows as a table, or on narrow pages as a list with two lines for each row. Boxes show if rows can be
 * chosen.
 */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  return useNarrow() ? <Cards {...props} /> : <Wide {...props} />;
}

function Wide<Row extends Identified>({
  page: { id, viewColumns, list, selection },
  label,
  columns,
  rowName,
  isNew,
  menu,
}: ListTableProps<Row>) {
  const chosen = useColumns(id, columns, viewColumns);
  const isLive = useHydrated();
  return (
    <table className={styles.table} aria-label={label} data-first={!isLive || undefined}>
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
        {list.rows.map((row) => (
          <tr
            key={row.id}
            aria-selected={selection?.has(row.id)}
            data-selected={selection?.has(row.id) || undefined}
            data-new={isNew?.(row) || undefined}
          >
            {selection && (
              <td className={styles.box}>
                <RowBox selection={selection} id={row.id} name={rowName(row)} />
              </td>
            )}
            {chosen.shown.map((column, index) => (
              <td key={column.key} className={cellClass(column)}>
                {index === 0 && isNew?.(row) && <NewWord />}
                {column.cell(row)}
              </td>
            ))}
            <td className={styles.end}>{menu && <RowMenu name={rowName(row)}>{menu(row)}</RowMenu>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellClass = <Row,>(column: Column<Row>) =>
  cx(column.align === 'right' && styles.right, column.isSecondary && styles.secondary);

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

/** The rows on a narrow page. The boxes are hidden at first, so that a row can use the whole width. */
function Cards<Row extends Identified>({ page, label, narrow, rowName, isNew, menu }: ListTableProps<Row>) {
  const { list, choosing } = page;
  return (
    <ul className={styles.cards} aria-label={label}>
      {list.rows.map((row) => (
        <li
          key={row.id}
          className={styles.card}
          data-selected={choosing?.has(row.id) || undefined}
          data-new={isNew?.(row) || undefined}
        >
          {choosing && <RowBox selection={choosing} id={row.id} name={rowName(row)} />}
          <div className={styles.cardWords}>
            {isNew?.(row) && <NewWord />}
            {narrow(row)}
          </div>
          {menu && <RowMenu name={rowName(row)}>{menu(row)}</RowMenu>}
        </li>
      ))}
    </ul>
  );
}
