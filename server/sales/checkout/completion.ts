import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { sellReserved, takeSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { type NewMail, queueMails } from '../../platform/mail/mailer.ts';
import { activateAttendees, type IssuedRow, issueAttendees } from '../attendees/queries.ts';
import { insertAnswers } from '../order-answers/given-queries.ts';
import { invoiceContent, isInvoiced } from '../order-views/core/invoices.ts';
import { toBuyer, toOrganizer } from '../order-views/core/letters.ts';
import { insertInvoices, lockSeries } from '../order-views/invoice-queries.ts';
import { type EventNotice, findNotices } from '../order-views/notice-queries.ts';
import type { Order } from '../orders/core/types.ts';
import { admissionsOf } from './core/attendee-details.ts';
import { writeCompletions } from './queries.ts';

export type Completion = { order: Order; event: 'completed_free' | 'completed_paid' };

/**
 * Completes an order in the caller's transaction: its tickets are issued, its mails queued, its stock sold. The order's
 * row must be locked; counters are locked here. Late: the stock was given back and is taken again; false, and nothing
 * changed, when it is no longer there. Everything else answers true.
 */
export async function completeOrder(
  tx: Tx,
  order: Order,
  event: Completion['event'] | 'completed_late',
): Promise<boolean> {
  if (event !== 'completed_late') {
    await completeTogether(tx, [{ order, event }]);
    return true;
  }
  const scope = scopeOfRow({ account_id: order.accountId });
  const issuer = (await findNotices(tx, [order.eventId])).get(order.eventId)?.issuer;
  if (issuer && isInvoiced(order, issuer)) await lockSeries(tx, order.accountId, issuer.prefix);
  if (!(await takeSold(tx, scope, demandOf(order.items, order.promoCounterId)))) return false;
  await record(tx, [{ order, event }]);
  return true;
}

/**
 * Completes several orders, of whatever events and accounts, as `completeOrder` does one, at about the cost of one. Their
 * rows must be locked in the order of their ids. The counters come last, so that they are locked for no longer than the
 * commit takes. Answers the tickets that were issued.
 */
export async function completeTogether(tx: Tx, completions: readonly Completion[]): Promise<IssuedRow[]> {
  if (completions.length === 0) return [];
  const issued = await record(tx, completions);
  await sellReserved(
    tx,
    completions.map(({ order }) => order.id),
  );
  return issued;
}

/**
 * Completes an order whose payment without a card has come: its tickets, issued when the buyer chose to pay so, become
 * valid. The order's row must be locked; its stock is sold already and no counter is touched.
 */
export async function completeOffline(tx: Tx, order: Order): Promise<void> {
  await writeCompletions(tx, [{ order, event: 'completed_offline' }]);
  const scope = scopeOfRow({ account_id: order.accountId });
  await announce(tx, [order], new Map([[order.id, await activateAttendees(tx, scope, order.id)]]));
}

async function record(
  tx: Tx,
  completions: readonly { order: Order; event: Completion['event'] | 'completed_late' }[],
): Promise<IssuedRow[]> {
  const orders = completions.map(({ order }) => order);
  await writeCompletions(tx, completions);
  const issued = await issueAttendees(
    tx,
    orders.map(({ id, accountId, eventId, locale, ...order }) => ({
      id,
      accountId,
      eventId,
      locale,
      attendees: admissionsOf(order),
    })),
  );
  const byOrder = Map.groupBy(issued, (row) => row.order_id);
  await insertAnswers(tx, orders, byOrder);
  await announce(tx, orders, byOrder);
  return issued;
}

type Announced = { id: number; email: string };

/** Invoices of completed orders where their events issue any, and what people are mailed. */
async function announce(
  tx: Tx,
  orders: readonly Order[],
  issued: ReadonlyMap<number, readonly Announced[]>,
): Promise<void> {
  const notices = await findNotices(
    tx,
    orders.map((order) => order.eventId),
  );
  await insertInvoices(
    tx,
    orders.flatMap((order) => {
      const issuer = notices.get(order.eventId)?.issuer;
      if (!issuer || !isInvoiced(order, issuer)) return [];
      return [{ order, prefix: issuer.prefix, content: invoiceContent(order, issuer) }];
    }),
  );
  await queueMails(
    tx,
    orders.flatMap((order) => mailsOf(order, issued.get(order.id) ?? [], notices.get(order.eventId))),
  );
}

/** The buyer's confirmation, one mail to each other address with all its tickets, and the organizer's if wanted. */
function mailsOf(order: Order, issued: readonly Announced[], notice: EventNotice | undefined): NewMail[] {
  const about = { accountId: order.accountId, orderId: order.id, locale: order.locale };
  const byAddress = new Map(issued.map((one) => [one.email.toLowerCase(), one] as const).reverse());
  byAddress.delete(order.buyer?.email.toLowerCase() ?? '');
  const tickets = [...byAddress.values()].map(({ id, email }): NewMail => {
    const dedupeKey = `attendee_ticket:${id}:1`;
    return { ...about, kind: 'attendee_ticket', dedupeKey, to: email, attendeeId: id };
  });
  return [...toBuyer(order, 'order_confirmation'), ...tickets, ...toOrganizer(order, 'new_order', notice)];
}
