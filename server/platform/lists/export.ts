import type { Readable } from 'node:stream';
import type { ExportFormat } from '@entrada/contract/sales/exports';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../audit.ts';
import { type Ctx, scopeOf } from '../context.ts';
import type { Column } from './columns.ts';
import { CSV, csvStream } from './csv.ts';
import type { ListSource } from './page.ts';
import { auditableSelection, inChunks, type ListSelection, walkChosen } from './selection.ts';
import { XLSX, xlsxStream } from './xlsx.ts';

type Chosen<Row> = {
  eventId: number;
  format: ExportFormat;
  source: ListSource;
  selection: ListSelection;
  /** The name of the export in the audit. */
  action: string;
  columns: readonly Column<Row>[];
  /** The rows of these ids in their order. An id may have no row, or several. */
  find: (ids: number[]) => Promise<Row[]>;
  /** The name of the file, without its ending. */
  filename: string;
  /** The name of the sheet, in the reader's language. */
  title: string;
};

/** What somebody asks an export for: the query of the list, still to be read, and the format. */
export type ExportAsked = { eventId: number; format: ExportFormat; query: Record<string, unknown> };

export type RowsFile = {
  contentType: string;
  body: Readable;
  filename: string;
  /** How many rows the body has held so far. */
  count: () => number;
};

/** Rows as they come, counted. */
async function* counted<Row>(rows: AsyncIterable<Row[]>, add: (n: number) => void): AsyncGenerator<Row[]> {
  for await (const some of rows) {
    add(some.length);
    yield some;
  }
}

/** Chosen rows of an event's list as a file, streamed in the order of the list. Records who exported them. */
export async function exportChosen<Row>(ctx: Ctx, given: Chosen<Row>): Promise<RowsFile> {
  const { eventId, format, source, selection, action, columns, find, filename, title } = given;
  const stretches = await walkChosen(ctx.db, source, selection);
  await inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scopeOf(ctx.actor), {
      action,
      target: { type: 'event', id: eventId },
      after: auditableSelection(selection),
    }),
  );
  return rowsFile({ format, columns, filename, title }, inChunks(stretches, find));
}

type Sheet<Row> = {
  format: ExportFormat;
  columns: readonly Column<Row>[];
  /** The name of the file, without its ending. */
  filename: string;
  /** The name of the sheet, in the reader's language. */
  title: string;
};

/** Rows as a file, streamed as they come. */
export function rowsFile<Row>(
  { format, columns, filename, title }: Sheet<Row>,
  found: AsyncIterable<Row[]>,
): RowsFile {
  let n = 0;
  const rows = counted(found, (more) => {
    n += more;
  });
  const count = () => n;
  return format === 'csv'
    ? { contentType: CSV, body: csvStream(columns, rows), filename: `${filename}.csv`, count }
    : { contentType: XLSX, body: xlsxStream(columns, rows, { title }), filename: `${filename}.xlsx`, count };
}
