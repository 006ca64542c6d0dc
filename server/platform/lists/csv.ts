import { Readable } from 'node:stream';
import { harmlessCell } from '@entrada/contract/words/harmless-cell';
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
    yield `\uFEFF${distinctHeaders(columns).map(textCell).join(',')}\r\n`;
    for await (const rows of pages) if (rows.length > 0) yield linesOf(columns, rows);
  }
  return Readable.from(text(), { objectMode: false });
}

/** One text for a page: a file of 100,000 rows has two million cells, so no cell makes an object. */
function linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  let lines = '';
  for (const row of rows) {
    let separator = '';
    for (const { value, as } of columns) {
      lines += separator;
      separator = ',';
      const found = value(row);
      if (typeof found === 'number') lines += found;
      else if (found !== null) lines += as === 'decimal' && DECIMAL.test(found) ? found : textCell(found);
    }
    lines += '\r\n';
  }
  return lines;
}

/** An amount. One below zero is a number and no formula. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Begins with a letter or a digit that one sees, and holds nothing that ends a cell. Nearly all cells are like that. */
const PLAIN = /^[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}][^,;"\t\r\n]*$/v;
/** What a spreadsheet drops at the start of a cell, although more than it may follow. */
const DROPPED = /^[\t\r]/;
const QUOTED = /[",\r\n]/;

/** A text as a cell, by RFC 4180. */
function textCell(text: string): string {
  if (PLAIN.test(text)) return text;
  const harmless = harmlessCell(text);
  const cell = DROPPED.test(harmless) ? `'${harmless}` : harmless;
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
