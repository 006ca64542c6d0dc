import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { cx } from '../../../ui/class-names.ts';
import { useNarrow } from '../display/use-narrow.ts';
import { PageBox, RowBox } from '../selection/select-boxes.tsx';
import { Cards } from './cards.tsx';
import type { Column, ListTableProps } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import styles from './list.module.css';
import { RowMenu } from './row-menu.tsx';
import { useColumns } from './use-columns.ts';
import type { ListControls } from './use-list.ts';

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
