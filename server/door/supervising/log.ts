import { personName } from '@entrada/contract/accounts/person-name';
import type { Verdict } from '@entrada/contract/door/check-in';
import type { LogEntry, LogFilter, LogReply } from '@entrada/contract/door/supervising';
import { asTyped } from '@entrada/contract/words/side-by-side';
import type { Ctx } from '../../platform/context.ts';
import type { DoorCall } from '../check-in-links/entry.ts';
import { readPlace, writePlace } from './core/log.ts';
import { countLog, findLog, type LogRow } from './log-queries.ts';
import { enterAsSupervisor } from './service.ts';

const PER_REPLY = 30;

/**
 * The log of a list, the newest first: scans with their outcome, device and link, and sales. `before`: `next` of the last
 * reply. Throws what `enterByLink` throws.
 */
export async function listLog(
  ctx: Ctx,
  call: DoorCall,
  { query, show, before }: { query: string; show: LogFilter; before?: string | undefined },
): Promise<LogReply> {
  const { list } = await enterAsSupervisor(ctx, call);
  const rows = await findLog(ctx.db, list.id, {
    text: query,
    show,
    after: readPlace(before),
    limit: PER_REPLY + 1,
  });
  const shown = rows.slice(0, PER_REPLY);
  const last = shown.at(-1);
  return {
    data: shown.map(toEntry),
    next: rows.length > PER_REPLY && last ? writePlace(last) : null,
    counts: await countLog(ctx.db, list.id),
  };
}

const toEntry = (row: LogRow): LogEntry => ({
  key: `${row.kind}-${row.id}`,
  kind: row.kind === 1 ? 'sale' : 'scan',
  at: row.at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  outcome: row.outcome as Verdict | 'undone' | null,
  name:
    row.first_name === null ? null : personName({ firstName: row.first_name, lastName: row.last_name ?? '' }),
  ticket: row.ticket_name === null ? null : asTyped([row.ticket_name, row.price_label ?? '']),
  reference: row.reference,
  device: row.device,
  link: row.link,
  reason: row.reason,
  earlier: row.earlier_at && { at: row.earlier_at.toISOString(), device: row.earlier_device ?? '' },
  isConflict: row.conflict,
  sale: row.sale,
});
