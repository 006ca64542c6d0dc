import { Readable } from 'node:stream';
import { harmlessCell } from '@entrada/contract/words/harmless-cell';
import { stringify } from 'csv-stringify/sync';
import { type Column, distinctHeaders } from './columns.ts';

export const CSV = 'text/csv; charset=utf-8';

/**
 * Rows as CSV. Pages are written as they are read, so that no export is held in memory. The file begins with
 * a byte order mark, which tells spreadsheets that it is UTF-8. A cell that a spreadsheet would read as a
 * formula gets an apostrophe and stays text.
 */
export function csvStream<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  async function* text() {
    yield `\uFEFF${lines([distinctHeaders(columns)])}`;
    for await (const rows of pages) {
      if (rows.length > 0) yield lines(rows.map((row) => columns.map((column) => cellOf(column, row))));
    }
  }
  return Readable.from(text(), { objectMode: false });
}

/** An amount below zero, which is a number and no formula. */
type Amount = { amount: string };
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

function cellOf<Row>({ value, as }: Column<Row>, row: Row): Cell {
  const found = value(row);
  return as === 'decimal' && typeof found === 'string' && NEGATIVE.test(found) ? { amount: found } : found;
}

type Cell = string | number | null | Amount;

/** csv-stringify checks only the first character of a cell. */
const asCell = (value: Cell): Cell => (typeof value === 'string' ? harmlessCell(value) : value);

const lines = (records: readonly (readonly Cell[])[]) =>
  stringify(
    records.map((record) => record.map(asCell)),
    {
      cast: { object: ({ amount }) => ({ value: String(amount), escape_formulas: false }) },
      escape_formulas: true,
      quoted_match: /[\r\n]/,
      record_delimiter: '\r\n',
    },
  );
