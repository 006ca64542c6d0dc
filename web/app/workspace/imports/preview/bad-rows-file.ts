import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';
import { harmlessCell } from '@entrada/contract/words/harmless-cell';

/** A number with a sign is no formula. */
const NUMBER = /^[+-]?[\d.,\s]+$/;

const quoted = (cell: string) => {
  const safe = NUMBER.test(cell) ? cell : harmlessCell(cell);
  return /["\r\n,;\t|]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * Some rows of a file as they came, with the reason of each in a further column, as a CSV file that spreadsheets read as
 * UTF-8. Pure.
 */
export function badRowsFile(
  { headers, rows, separator }: Pick<GuestFile, 'headers' | 'rows' | 'separator'>,
  { reasons, header }: { reasons: ReadonlyMap<number, string>; header: string },
): string {
  const lines = rows.flatMap(({ row, cells }) => {
    const reason = reasons.get(row);
    return reason === undefined ? [] : [[...headers.map((_, at) => cells[at] ?? ''), reason]];
  });
  const between = separator ?? ',';
  return `\uFEFF${[[...headers, header], ...lines].map((line) => `${line.map(quoted).join(between)}\r\n`).join('')}`;
}
