import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

export const CSV = 'text/csv; charset=utf-8';

export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

/**
 * Rows as CSV, page by page as they are read, so that no export is held in memory. Begins with a byte order mark, by
 * which spreadsheets know that it is UTF-8. What they would take for a formula is text, behind an apostrophe.
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
 * Beyond the first character, which csv-stringify looks at: after blanks, and after what spreadsheets of many countries take
 * for the end of a cell instead of the comma.
 */
const INNER_FORMULA = /(^\s+|[;\t]\s*"?\s*)(?=[=+@\uFF1D\uFF0B\uFF0D\uFF20-])/g;

/** Hardly a cell has one of these. */
const MAY_HIDE_FORMULA = /^\s|[;\t]/;

const asCell = (value: string | number | null) =>
  typeof value === 'string' && MAY_HIDE_FORMULA.test(value) ? value.replace(INNER_FORMULA, "$1'") : value;

const lines = (records: readonly (readonly (string | number | null)[])[]) =>
  stringify(
    records.map((record) => record.map(asCell)),
    { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: '\r\n' },
  );
