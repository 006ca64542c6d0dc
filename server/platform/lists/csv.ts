import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

export const CSV = 'text/csv; charset=utf-8';

export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

/**
 * Rows as CSV. Pages are written as they are read, so that no export is held in memory. The file begins with
 * a byte order mark, which tells spreadsheets that it is UTF-8. A cell that a spreadsheet would read as a
 * formula gets an apostrophe and stays text.
 */
export function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  async function* text() {
    yield `\uFEFF${lines([columns.map(({ header }) => header)])}`;
    for await (const rows of pages) {
      if (rows.length > 0) yield lines(rows.map((row) => columns.map(({ value }) => value(row))));
    }
  }
  return Readable.from(text(), { objectMode: false });
}

/**
 * csv-stringify checks only the first character of a cell. This finds formulas after blanks, and after
 * characters that spreadsheets of many countries read as the end of a cell instead of the comma.
 */
const INNER_FORMULA = /(^\s+|[;\t]\s*"?\s*)(?=[=+@\uFF1D\uFF0B\uFF0D\uFF20-])/g;

/** A cheap first check: few cells match it. */
const MAY_HIDE_FORMULA = /^\s|[;\t]/;

const asCell = (value: string | number | null) =>
  typeof value === 'string' && MAY_HIDE_FORMULA.test(value) ? value.replace(INNER_FORMULA, "$1'") : value;

const lines = (records: readonly (readonly (string | number | null)[])[]) =>
  stringify(
    records.map((record) => record.map(asCell)),
    { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: '\r\n' },
  );
