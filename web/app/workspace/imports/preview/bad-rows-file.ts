import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';

/** A cell that a spreadsheet would run as a formula. A number with a sign is none. */
const isFormula = (cell: string) =>
  /^[=@\t\r]/.test(cell) || (/^[+-]/.test(cell) && !/^[+-]?[\d.,\s]+$/.test(cell));

const quoted = (cell: string) => {
  const safe = isFormula(cell) ? `'${cell}` : cell;
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
