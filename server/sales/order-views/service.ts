import type { OutputOf } from '@entrada/contract/endpoint';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { BuyerOrder, getIssuedTicket } from '@entrada/contract/sales/checkout';
import type { OrderRow, OrderSums } from '@entrada/contract/sales/orders';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { wasTicketLink } from '../attendees/queries.ts';
import { findIssuedByShortId } from '../attendees/service.ts';
import { sumOrders as findSums, listByEvent } from '../orders/list-queries.ts';
import * as queries from '../orders/queries.ts';
import { eventBrief, eventOf, ownDatesOf, showOrder } from './buyer-view.ts';

/** The order behind a link. Throws ORDER_NOT_FOUND; ORDER_LINK_REPLACED if it has another link since. */
export async function getOrder(ctx: Ctx, shortId: string): Promise<BuyerOrder> {
  const order = await queries.findByShortId(ctx.db, shortId);
  if (!order)
    throw fail((await queries.findReplacedLink(ctx.db, shortId)) ? 'ORDER_LINK_REPLACED' : 'ORDER_NOT_FOUND');
  return showOrder(ctx.db, order);
}

/** The ticket behind a link, with its event. Throws NOT_FOUND; TICKET_REPLACED if it has another address since. */
export async function getTicket(
  ctx: Ctx,
  shortId: string,
): Promise<OutputOf<typeof getIssuedTicket>['data']> {
  const issued = await findIssuedByShortId(ctx.db, shortId);
  if (!issued && (await wasTicketLink(ctx.db, shortId))) throw fail('TICKET_REPLACED');
  const order = issued && (await queries.findById(ctx.db, issued.orderId));
  if (!issued || !order) throw fail('NOT_FOUND');
  const event = await eventOf(ctx.db, order);
  const isComplete = order.status === 'completed' && issued.ticket.status === 'active';
  const ticket = { ...issued.ticket, ...ownDatesOf(event, issued.ticketId) };
  return {
    ticket,
    event: eventBrief(event, isComplete),
    orderReference: order.reference,
    isUnopened: issued.isUnopened,
  };
}

/** One page of an event's orders whose buyer is known. Throws NOT_FOUND for an event that the account does not have. */
export async function listOrders(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: OrderRow[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  return listByEvent(ctx.db, scope, eventId, query);
}

/** What the orders come to that a query of their list finds, in minor units. Throws NOT_FOUND, VALIDATION_FAILED. */
export async function sumOrders(ctx: Ctx, eventId: number, query: ListQuery): Promise<OrderSums> {
  const { scope, currency } = await requireEvent(ctx, eventId);
  return { ...(await findSums(ctx.db, scope, eventId, query)), currency };
}
