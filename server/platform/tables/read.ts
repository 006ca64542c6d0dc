import { LIMITS } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';
import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';
import { type FileEncoding, type FileSeparator, GUEST_FILE } from '@entrada/contract/sales/imports/file';
import { decodeText, isBinary } from './encoding.ts';
import { isZip, unpackedBytes } from './zip.ts';

export type TableFile = Omit<GuestFile, 'known'>;
export type ReadTable =
  | { ok: true; table: TableFile }
  | { ok: false; code: ErrorCode; params?: Record<string, string | number> };

type Rows = readonly [number, string[]][];
type Wish = { encoding?: FileEncoding | undefined; separator?: FileSeparator | undefined };

/** One more row than is allowed tells that there are too many; the header is one as well. */
const MOST = LIMITS.importedRows + 2;

/** How text of other kinds begins: web pages, which many programs call .xls, XML, RTF and PDF. */
const IS_OTHER = /^\s*(?:<(?:!doctype|html|head|body|table|\?xml)\b|%PDF-|\{\\rtf)/i;

/**
 * Reads a CSV file or the first sheet of a workbook as headers and rows of text. Runs in a worker. The content decides
 * what it is, never a name. Refuses with the code of what is wrong.
 */
export async function readTable(bytes: Buffer, wish: Wish = {}): Promise<ReadTable> {
  try {
    return isZip(bytes) ? await readZip(bytes) : await readText(bytes, wish);
  } catch {
    return { ok: false, code: 'FILE_UNREADABLE' };
  }
}

async function readZip(bytes: Buffer): Promise<ReadTable> {
  if (unpackedBytes(bytes, GUEST_FILE.maxUnpackedBytes) === null)
    return { ok: false, code: 'FILE_TOO_LARGE' };
  // Any other zip, such as a text document.
  if (!bytes.includes('xl/workbook.xml')) return { ok: false, code: 'FILE_TYPE' };
  const { readWorkbook } = await import('./xlsx.ts');
  const rows = await readWorkbook(bytes, MOST);
  return tableOf(rows, { kind: 'xlsx', encoding: null, isSure: true, separator: null });
}

async function readText(bytes: Buffer, wish: Wish): Promise<ReadTable> {
  const decoded = decodeText(bytes, wish.encoding);
  if (!decoded) return { ok: false, code: 'FILE_ENCODING' };
  const { text, encoding, isSure } = decoded;
  if (isBinary(text) || IS_OTHER.test(text))
    return { ok: false, code: wish.encoding ? 'FILE_ENCODING' : 'FILE_TYPE' };
  const { findSeparator, parseCsv } = await import('./csv.ts');
  const separator = wish.separator ?? findSeparator(text);
  return tableOf(parseCsv(text, separator, MOST), { kind: 'csv', encoding, isSure, separator });
}

function tableOf(all: Rows, about: Pick<TableFile, 'kind' | 'encoding' | 'isSure' | 'separator'>): ReadTable {
  const filled = all
    .map(([row, cells]) => ({ row, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header, ...rows] = filled;
  if (!header || rows.length === 0) return { ok: false, code: 'FILE_EMPTY' };
  if (rows.length > LIMITS.importedRows)
    return { ok: false, code: 'FILE_TOO_MANY_ROWS', params: { max: LIMITS.importedRows } };
  const width = filled.reduce((most, { cells }) => Math.max(most, cells.findLastIndex(Boolean) + 1), 0);
  if (width > GUEST_FILE.columns) return { ok: false, code: 'FILE_UNREADABLE' };
  const headers = Array.from({ length: width }, (_, at) => header.cells[at] ?? '');
  const twice = headers.find(
    (one, at) => one !== '' && headers.findIndex((other) => other.toLowerCase() === one.toLowerCase()) < at,
  );
  if (twice !== undefined)
    return { ok: false, code: 'FILE_HEADER_TWICE', params: { header: twice.slice(0, 100) } };
  return {
    ok: true,
    table: {
      ...about,
      headers,
      rows: rows.map(({ row, cells }) => ({ row, cells: headers.map((_, at) => cells[at] ?? '') })),
    },
  };
}
