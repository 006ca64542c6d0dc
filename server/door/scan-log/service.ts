import { personName } from '@entrada/contract/accounts/person-name';
import type { Direction } from '@entrada/contract/door/check-in';
import { type LoggedScan, scanLogRules } from '@entrada/contract/door/scan-log';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { findPage } from '../../platform/lists/page.ts';
import * as queries from './queries.ts';

const nameOf = (first: string | null, last: string | null) =>
  personName({ firstName: first ?? '', lastName: last ?? '' });

/** Whoever made a scan, or null if nobody is known. */
export const userOfScan = (row: queries.ScanRow): string | null =>
  row.user_first_name === null ? null : nameOf(row.user_first_name, row.user_last_name);

/** The name on the ticket. */
export const personOfScan = (row: queries.ScanRow): string => nameOf(row.first_name, row.last_name);

/** The ticket as one line. */
export const ticketOfScan = (row: queries.ScanRow): string =>
  asTyped([row.ticket_name ?? '', row.price_label ?? '']);

const toScan = (row: queries.ScanRow): LoggedScan => ({
  id: row.id,
  list: { id: row.list_id, name: row.list_name },
  scannedAt: row.happened_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  outcome: row.outcome,
  direction: row.direction as Direction,
  conflict: row.conflict
    ? { first: row.first_at && { at: row.first_at.toISOString(), device: row.first_device ?? '' } }
    : null,
  method: row.method,
  device: row.device,
  link: row.link_name,
  user: userOfScan(row),
  attendee:
    row.attendee_id === null
      ? null
      : {
          id: row.attendee_id,
          reference: row.reference ?? '',
          name: personOfScan(row),
          ticket: ticketOfScan(row),
        },
});

/** One page of the scans of an event, refused ones and those of deleted lists too. NOT_FOUND. */
export async function listScans(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: LoggedScan[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const { ids, meta } = await findPage(ctx.db, scanLogRules, queries.scanSource(scope, eventId), query);
  return { data: (await queries.findScans(ctx.db, scope, ids)).map(toScan), meta };
}
