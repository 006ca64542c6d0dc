import { FILE_SEPARATORS, type FileSeparator } from '@entrada/contract/sales/imports/file';
import { parse } from 'csv-parse/sync';

/** Lines that are looked at to find the separator. */
const LINES = 20;

/**
 * The separator of a text: the one that stands outside quotes on most of the first lines, as often as on the first of
 * them. A first line `sep=;`, as spreadsheet programs write it, decides. A comma if there is none. Pure.
 */
export function findSeparator(text: string): FileSeparator {
  const named = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1];
  if (named) return named as FileSeparator;
  const lines = bareLines(text);
  const scores = FILE_SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const first = counts[0] ?? 0;
    return { separator, first, even: first === 0 ? 0 : counts.filter((count) => count === first).length };
  });
  const best = scores.reduce((best, one) =>
    one.even > best.even || (one.even === best.even && one.first > best.first) ? one : best,
  );
  return best.separator;
}

/** The first lines that are not empty, without what stands in quotes. */
function bareLines(text: string): string[] {
  const start = text.slice(0, 64 * 1024).replace(/"(?:[^"]|"")*"/g, 'x');
  return start
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
}

/** The records of a text, each with the number of the row that a spreadsheet program gives it. Throws if it is no CSV. */
export function parseCsv(text: string, separator: FileSeparator, maxRows: number): [number, string[]][] {
  const isNamed = /^sep=.\r?\n/i.test(text);
  const records: string[][] = parse(text, {
    delimiter: separator,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: isNamed ? 2 : 1,
    to: maxRows,
  });
  return records.map((cells, at) => [at + (isNamed ? 2 : 1), cells]);
}
