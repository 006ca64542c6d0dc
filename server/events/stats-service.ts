import type { OutputOf } from '@entrada/contract/endpoint';
import type {
  getCheckInStats as checkInEndpoint,
  getEventStats as statsEndpoint,
} from '@entrada/contract/events';
import { type Ctx, scopeOf } from '../platform/context.ts';
import { fail } from '../platform/errors.ts';
import { grossByTicket } from './core/stats.ts';
import { findTotals } from './list-queries.ts';
import { findEvent } from './queries.ts';
import { findEntryTotals, findListTotals, findRefundedItems, findTicketTotals } from './stats-queries.ts';

/** Sales of an event in minor units, less refunds, and each ticket's share. NOT_FOUND. */
export async function getEventStats(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof statsEndpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  const event = await findEvent(ctx.db, scope, eventId);
  const totals = (await findTotals(ctx.db, scope, [eventId])).get(eventId);
  if (!event || !totals) throw fail('NOT_FOUND');
  const refunded = grossByTicket(await findRefundedItems(ctx.db, scope, eventId));
  const tickets = await findTicketTotals(ctx.db, scope, eventId);
  const { checkedIn } = await findEntryTotals(ctx.db, scope, eventId);
  return {
    currency: event.currency,
    ...totals,
    checkedIn,
    tickets: tickets.map((ticket) => ({ ...ticket, gross: ticket.gross + (refunded.get(ticket.id) ?? 0) })),
  };
}

/** Active attendees and how many are inside, over all lists and for each. NOT_FOUND. */
export async function getCheckInStats(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof checkInEndpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  if (!(await findEvent(ctx.db, scope, eventId))) throw fail('NOT_FOUND');
  const totals = await findEntryTotals(ctx.db, scope, eventId);
  return { ...totals, lists: await findListTotals(ctx.db, scope, eventId) };
}
