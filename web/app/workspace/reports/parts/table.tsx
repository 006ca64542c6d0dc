import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { useNarrow } from '../../kit/display/use-narrow.ts';
import styles from './table.module.css';

export type ReportColumn<Row> = {
  key: string;
  header: string;
  /** Null where there is nothing: a dash in the table, left out on a phone. */
  cell: (row: Row) => ReactNode;
  /** The last row, of all rows together. */
  total?: ReactNode;
  /** Words, at the left. Everything else is a figure. */
  isText?: boolean;
  /** The figure that matters. On a phone it stands beside the name. */
  isMain?: boolean;
};

export type ReportTableProps<Row> = {
  /** The name of the table. */
  label: string;
  /** What names a row. */
  head: { header: string; cell: (row: Row) => ReactNode; total?: ReactNode };
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

/** The figures behind a total, a row for each part of it. On a phone each row is a block with its figures below. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  return useNarrow() ? <Blocks {...props} /> : <Wide {...props} />;
}

const hasTotal = <Row,>(columns: readonly ReportColumn<Row>[]) =>
  columns.some(({ total }) => total !== undefined);

const classOf = <Row,>({ isText, isMain }: ReportColumn<Row>) =>
  cx(!isText && styles.figure, isMain && styles.main);

function Wide<Row>({ label, head, columns, rows, rowKey }: ReportTableProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head.header}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.isText ? undefined : styles.figure}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{head.cell(row)}</th>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.cell(row) ?? <span className={styles.nothing}>–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotal(columns) && (
          <tfoot>
            <tr>
              <th scope="row">{head.total}</th>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.total ?? <span className={styles.nothing}>–</span>}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Blocks<Row>({ label, head, columns, rows, rowKey }: ReportTableProps<Row>) {
  const main = columns.find(({ isMain }) => isMain);
  const others = columns.filter((column) => column !== main);
  const block = (name: ReactNode, value: (column: ReportColumn<Row>) => ReactNode) => {
    const known = others.flatMap((column) => {
      const shown = value(column);
      return shown == null ? [] : [{ ...column, shown }];
    });
    return (
      <>
        <div className={styles.top}>
          <div className={styles.name}>{name}</div>
          {main && <div className={styles.mainFigure}>{value(main) ?? '–'}</div>}
        </div>
        {known.length > 0 && (
          <dl className={styles.figures}>
            {known.map(({ key, header, shown }) => (
              <div key={key}>
                <dt>{header}</dt>
                <dd>{shown}</dd>
              </div>
            ))}
          </dl>
        )}
      </>
    );
  };
  return (
    <ul className={styles.blocks} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{block(head.cell(row), ({ cell }) => cell(row))}</li>
      ))}
      {hasTotal(columns) && <li className={styles.total}>{block(head.total, ({ total }) => total)}</li>}
    </ul>
  );
}
