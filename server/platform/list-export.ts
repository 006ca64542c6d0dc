import type { Readable } from 'node:stream';
import type { ListRules } from '@entrada/contract/list';
import { audit } from './audit.ts';
import { type Ctx, scopeOf } from './context.ts';
import { CSV, type CsvColumn, csvStream } from './csv.ts';
import { inTransaction } from './db/client.ts';
import { findPage, type ListSource } from './list.ts';
import { auditableSelection, inChunks, type ListSelection, selectionConditions } from './list-selection.ts';

type Chosen<Row> = {
  eventId: number;
  rules: ListRules;
  source: ListSource;
  selection: ListSelection;
  /** What the audit calls it. */
  action: string;
  columns: readonly CsvColumn<Row>[];
  /** Rows in the order of these ids. */
  find: (ids: number[]) => Promise<Row[]>;
  filename: string;
};

/** Chosen rows of an event's list as CSV, streamed in the order of the list. Records who took them. */
export async function exportChosen<Row>(
  ctx: Ctx,
  given: Chosen<Row>,
): Promise<{ contentType: string; body: Readable; filename: string }> {
  const { eventId, rules, source, selection, action, columns, find, filename } = given;
  const where = [...source.where, ...selectionConditions(source.id, selection)];
  const { ids } = await findPage(ctx.db, rules, { ...source, where }, selection.query);
  await inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scopeOf(ctx.actor), {
      action,
      target: { type: 'event', id: eventId },
      after: auditableSelection(selection),
    }),
  );
  return { contentType: CSV, body: csvStream(columns, inChunks(ids, find)), filename };
}
