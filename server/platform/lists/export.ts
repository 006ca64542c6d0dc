import type { Readable } from 'node:stream';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../audit.ts';
import { type Ctx, scopeOf } from '../context.ts';
import { CSV, type CsvColumn, csvStream } from './csv.ts';
import type { ListSource } from './page.ts';
import { auditableSelection, inChunks, type ListSelection, walkChosen } from './selection.ts';

type Chosen<Row> = {
  eventId: number;
  source: ListSource;
  selection: ListSelection;
  /** The name of the export in the audit. */
  action: string;
  columns: readonly CsvColumn<Row>[];
  /** The rows, in the order of these ids. */
  find: (ids: number[]) => Promise<Row[]>;
  filename: string;
};

export type CsvFile = { contentType: string; body: Readable; filename: string };

/** Chosen rows of an event's list as CSV, streamed in the order of the list. Records who exported them. */
export async function exportChosen<Row>(ctx: Ctx, given: Chosen<Row>): Promise<CsvFile> {
  const { eventId, source, selection, action, columns, find, filename } = given;
  const stretches = await walkChosen(ctx.db, source, selection);
  await inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scopeOf(ctx.actor), {
      action,
      target: { type: 'event', id: eventId },
      after: auditableSelection(selection),
    }),
  );
  return { contentType: CSV, body: csvStream(columns, inChunks(stretches, find)), filename };
}
