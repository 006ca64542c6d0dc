import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { type GuestCounts, type GuestRow, guestListRules } from '@entrada/contract/sales/guests/list';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/lists/page.ts';
import { countByEvent, findGuestRows, guestSource } from './list-queries.ts';

/** One page of the guests of an event, one row for each order that people added. Throws NOT_FOUND. */
export async function listGuests(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: GuestRow[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const list = { rules: guestListRules, source: guestSource(scope, eventId), query };
  return readPage(ctx.db, list, (ids) => findGuestRows(ctx.db, scope, ids));
}

/** How many guests and companions an event has, and how many places are taken at their prices. Throws NOT_FOUND. */
export async function countGuests(ctx: Ctx, eventId: number): Promise<GuestCounts> {
  const { scope } = await requireEvent(ctx, eventId);
  return countByEvent(ctx.db, scope, eventId);
}
