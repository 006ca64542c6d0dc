import { Readable } from 'node:stream';
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

/** What a spreadsheet may begin a formula with, and the signs that it may turn into one of these. */
const SIGN =
  '[=+\\-@\u2212\u207A\u207C\u208A\u208C\u2A74-\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]';

/** Blanks, control characters and characters of no width. A spreadsheet may drop them at the start of a cell. */
const UNSEEN = '[\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}]';

/**
 * csv-stringify checks only the first character of a cell. This finds signs after characters that nobody sees, and
 * after characters that end a cell where a spreadsheet takes another separator than the comma. The sign is optional,
 * so that a run of blanks is read once.
 */
const BEGIN = new RegExp(`((?:^|[;\\t\\r\\n])(?:${UNSEEN}|")*)(${SIGN})?`, 'gu');

/** A cheap first check: few cells match it. */
const MAY_HIDE_FORMULA = new RegExp(`^(?:${UNSEEN}|${SIGN})|[;\\t\\r\\n]`, 'u');

const asCell = (value: Cell): Cell =>
  typeof value === 'string' && MAY_HIDE_FORMULA.test(value)
    ? value.replace(BEGIN, (found, before: string, sign?: string) => (sign ? `${before}'${sign}` : found))
    : value;

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
