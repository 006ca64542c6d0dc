import type { OutputOf } from '@entrada/contract/endpoint';
import type {
  getCheckInStats as checkInEndpoint,
  getEventStats as statsEndpoint,
} from '@entrada/contract/insight/dashboard';
import { requireEvent } from '../../catalog/events/service.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { notTalliedByTicket } from './core/gross-sales.ts';
import { findEntryTotals, findItemsGivenBack, findListTotals, findSalesTotals } from './queries.ts';

/** Sales of an event in minor units, what went back of them, and the share of each ticket. NOT_FOUND. */
export async function getEventStats(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof statsEndpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  const totals = await findSalesTotals(ctx.db, scope, eventId);
  if (!totals) throw fail('NOT_FOUND');
  const { hasSharesToTake, tickets, ...rest } = totals;
  const items = hasSharesToTake ? await findItemsGivenBack(ctx.db, scope, eventId) : [];
  const notTallied = notTalliedByTicket(items);
  return {
    ...rest,
    tickets: tickets.map((ticket) => ({ ...ticket, gross: ticket.gross + (notTallied.get(ticket.id) ?? 0) })),
  };
}

/** The number of active attendees and of those inside, over all lists and for each list. NOT_FOUND. */
export async function getCheckInStats(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof checkInEndpoint>['data']> {
  const { scope } = await requireEvent(ctx, eventId);
  const totals = await findEntryTotals(ctx.db, scope, eventId);
  return { ...totals, lists: await findListTotals(ctx.db, scope, eventId) };
}
