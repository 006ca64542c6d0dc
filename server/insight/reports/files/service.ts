import type { AccountReportFile, EventReportFile } from '@entrada/contract/insight/reports/files';
import type { ExportFormat } from '@entrada/contract/sales/exports';
import { requireEvent } from '../../../catalog/events/service.ts';
import { inTransaction } from '../../../db/client.ts';
import { audit } from '../../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../../platform/context.ts';
import { exportWords } from '../../../platform/documents/export-words.ts';
import { failFields } from '../../../platform/errors.ts';
import type { RowsFile } from '../../../platform/lists/export.ts';
import type { Days } from '../span.ts';
import { ACCOUNT_FILES } from './account.ts';
import { EVENT_FILES, type EventAsked } from './event.ts';

const record = (ctx: Ctx, target: { type: string; id: number }, after: object): Promise<void> =>
  inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scopeOf(ctx.actor), { action: 'report.exported', target, after }),
  );

/**
 * A report of an event as a file, in the language of its reader. Records who exported it. NOT_FOUND; VALIDATION_FAILED as
 * for the report, and for answers without a question.
 */
export async function eventReportFile(
  ctx: Ctx,
  { report, format, ...asked }: EventAsked & { report: EventReportFile; format: ExportFormat },
): Promise<RowsFile> {
  if (report === 'answers' && asked.questionId === null)
    throw failFields([{ path: 'question', code: 'required' }]);
  const { slug } = await requireEvent(ctx, asked.eventId);
  const table = await EVENT_FILES[report](ctx, asked, await exportWords(ctx));
  await record(ctx, { type: 'event', id: asked.eventId }, { report, ...asked });
  return table.write(format, `${slug}-report-${report}`);
}

/** A report over the account as a file, in the language of its reader. Records who exported it. VALIDATION_FAILED. */
export async function accountReportFile(
  ctx: Ctx,
  { report, format, ...days }: Days & { report: AccountReportFile; format: ExportFormat },
): Promise<RowsFile> {
  const table = await ACCOUNT_FILES[report](ctx, days, await exportWords(ctx));
  await record(ctx, { type: 'account', id: scopeOf(ctx.actor).accountId }, { report, ...days });
  return table.write(format, `report-${report}`);
}
