import { AUDIT_FILE_ROWS, AUDIT_PAGE, type AuditLogEntry } from '@entrada/contract/insight/audit-log';
import type { ExportFormat } from '@entrada/contract/sales/exports';
import type { AuditWords } from '@entrada/documents/types';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, userOf } from '../../platform/context.ts';
import { auditWords } from '../../platform/documents/audit-words.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { type RowsFile, rowsFile } from '../../platform/lists/export.ts';
import { findReaderZone, type Narrowed } from './queries.ts';
import { findPage, readerScope } from './service.ts';

/** A row of the file: one changed field of an entry, or the entry itself if nothing changed that people read. */
type Row = { entry: AuditLogEntry; change: AuditLogEntry['words']['changes'][number] | null };

/**
 * The audit log as a file, newest first, in the language of its reader. Records who exported it. It holds the newest
 * 50,000 entries at most. FORBIDDEN.
 */
export async function auditLogFile(
  ctx: Ctx,
  { format, narrowed }: { format: ExportFormat; narrowed: Narrowed },
): Promise<RowsFile> {
  const scope = readerScope(ctx);
  const words = await auditWords(ctx);
  const timeZone = await findReaderZone(ctx.db, scope, userOf(ctx.actor).userId);
  await inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scope, {
      action: 'audit_log.exported',
      target: { type: 'account', id: scope.accountId },
      after: narrowed,
    }),
  );
  const found = walk(ctx, scope, { narrowed, reader: { words, timeZone } });
  const title = words.head('title');
  return rowsFile({ format, columns: columnsOf(words, timeZone), filename: 'audit-log', title }, found);
}

async function* walk(
  ctx: Ctx,
  scope: AccountScope,
  asked: { narrowed: Narrowed; reader: { words: AuditWords; timeZone: string } },
): AsyncGenerator<Row[]> {
  let before: number | undefined;
  for (let read = 0; read < AUDIT_FILE_ROWS; read += AUDIT_PAGE.most) {
    const narrowed = before === undefined ? asked.narrowed : { ...asked.narrowed, before };
    const { data, next } = await findPage(ctx, scope, { ...asked, narrowed, limit: AUDIT_PAGE.most });
    yield data.flatMap((entry): Row[] =>
      entry.words.changes.length === 0
        ? [{ entry, change: null }]
        : entry.words.changes.map((change) => ({ entry, change })),
    );
    if (next === null) return;
    before = next;
  }
}

function columnsOf(words: AuditWords, timeZone: string): Column<Row>[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return [
    { header: words.head('time'), as: 'time', value: ({ entry }) => clock.format(new Date(entry.at)) },
    { header: words.head('person'), value: ({ entry }) => entry.by?.name ?? words.head('nobody') },
    { header: words.head('what'), value: ({ entry }) => entry.words.what },
    { header: words.head('kind'), value: ({ entry }) => entry.words.kind },
    { header: words.head('record'), value: ({ entry }) => entry.record.name },
    { header: words.head('field'), value: ({ change }) => change?.name ?? null },
    { header: words.head('before'), value: ({ change }) => change?.from ?? null },
    { header: words.head('after'), value: ({ change }) => change?.to ?? null },
  ];
}
