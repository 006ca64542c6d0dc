import { issueAttendees } from '../attendees/service.ts';
import { demandOf, sellReserved, takeSold } from '../inventory/service.ts';
import { type AccountScope, scopeOfRow } from '../platform/context.ts';
import type { Tx } from '../platform/db/client.ts';
import { queueMail } from '../platform/mailer.ts';
import { admissionsOf } from './core/attendee-details.ts';
import { moveState } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import { findEventFacts, findOwnerLocale } from './event-queries.ts';
import * as queries from './queries.ts';

/**
 * Completes an order in the caller's transaction: its stock is sold, its tickets issued, its mails queued. The order's
 * row must be locked; counters are locked here. Late: the stock was given back and is taken again; false, and nothing
 * changed, when it is no longer there. Everything else answers true.
 */
export async function completeOrder(
  tx: Tx,
  order: Order,
  event: 'completed_free' | 'completed_paid' | 'completed_late',
): Promise<boolean> {
  const scope = scopeOfRow({ account_id: order.accountId });
  const next = moveState({ status: order.status, payment: order.paymentStatus }, event);
  const demand = demandOf(order.items, order.promoCounterId);
  if (event === 'completed_late') {
    if (!(await takeSold(tx, scope, demand))) return false;
  } else {
    await sellReserved(tx, scope, demand);
  }
  const issued = await issueAttendees(tx, scope, order, admissionsOf(order));
  await queries.changeState(tx, scope, order, {
    status: next.status,
    paymentStatus: next.payment,
    reason: event,
  });
  await queueMails(tx, scope, order, issued);
  return true;
}

async function queueMails(
  tx: Tx,
  scope: AccountScope,
  order: Order,
  issued: readonly { id: number; email: string }[],
): Promise<void> {
  const buyer = order.buyer?.email ?? '';
  const about = { accountId: scope.accountId, orderId: order.id, locale: order.locale };
  await queueMail(tx, {
    ...about,
    kind: 'order_confirmation',
    dedupeKey: `order_confirmation:${order.id}`,
    to: buyer,
  });
  // One mail to each address, with all the tickets that are for it.
  const byAddress = new Map(issued.map((one) => [one.email.toLowerCase(), one] as const).reverse());
  byAddress.delete(buyer.toLowerCase());
  for (const { id, email } of byAddress.values()) {
    const dedupeKey = `attendee_ticket:${id}:1`;
    await queueMail(tx, { ...about, kind: 'attendee_ticket', dedupeKey, to: email, attendeeId: id });
  }
  const event = await findEventFacts(tx, order.eventId);
  if (!event?.notifyOrganizer) return;
  const locale = (await findOwnerLocale(tx, scope)) ?? order.locale;
  const to = event.organizer.email;
  await queueMail(tx, { ...about, locale, kind: 'new_order', dedupeKey: `new_order:${order.id}`, to });
}
