import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { sellReserved, takeSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { together } from '../../db/pipeline.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { queueCapped } from '../../platform/mail/daily-cap.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import {
  activateAttendees,
  admittedBy,
  type IssuedRow,
  insertAttendees,
  newTickets,
  takeIds,
} from '../attendees/queries.ts';
import { isInvoiced } from '../invoices/core/content.ts';
import { lockSeries } from '../invoices/queries.ts';
import { issueInvoices } from '../invoices/service.ts';
import { insertAnswers } from '../order-answers/given-queries.ts';
import { toOrganizer } from '../order-views/core/letters.ts';
import { type EventNotice, findNotices } from '../order-views/notice-queries.ts';
import type { Order } from '../orders/core/types.ts';
import { announceLater } from './announcements.ts';
import { admissionsOf } from './core/attendee-details.ts';
import { lettersOf } from './core/letters.ts';
import { writeCompletions } from './queries.ts';

type Completion = { order: Order; event: 'completed_free' | 'completed_paid' };
type Recorded = { order: Order; event: Completion['event'] | 'completed_late' | 'added_free' | 'added_paid' };

/**
 * Who gets a mail of a completion: everybody, everybody by a job that writes the mails, nobody, or the holders of tickets
 * alone. Their mails count towards the daily cap of the account.
 */
type Told = 'everybody' | 'later' | 'nobody' | { holders: true; mailsPerDay: number };

/**
 * Completes an order in the caller's transaction: issues its tickets, queues its mails, sells its stock. The order's
 * row must be locked; locks counters here. For a late payment the stock was given back, so it is taken again. If that
 * stock is gone, answers false and changes nothing. Otherwise answers true.
 */
export async function completeOrder(
  tx: Tx,
  order: Order,
  event: Completion['event'] | 'completed_late',
): Promise<boolean> {
  if (event !== 'completed_late') {
    await record(tx, [{ order, event }], { last: () => sellReserved(tx, [order.id]) });
    return true;
  }
  const scope = scopeOfRow(order);
  const issuer = (await findNotices(tx, [order.eventId])).get(order.eventId)?.issuer;
  if (issuer && isInvoiced(order, issuer)) await lockSeries(tx, order.accountId, [issuer.prefix]);
  if (!(await takeSold(tx, scope, demandOf(order.items, order.promoCounterId)))) return false;
  await record(tx, [{ order, event }]);
  return true;
}

/**
 * Completes several orders with nothing to pay, at about the cost of one. They may belong to different events and
 * accounts. A job writes their mails, so that a crowd does not wait for them. Their rows must be locked in the order of
 * their ids. Locks the counters last, so that they stay locked no longer than the commit takes. `ticketIds`: an id for
 * each ticket, taken before. Answers the issued tickets.
 */
export async function completeFree(
  tx: Tx,
  orders: readonly Order[],
  ticketIds: readonly number[],
): Promise<IssuedRow[]> {
  if (orders.length === 0) return [];
  const completions = orders.map((order) => ({ order, event: 'completed_free' }) as const);
  const ids = orders.map((order) => order.id);
  return record(tx, completions, { last: () => sellReserved(tx, ids), told: 'later', ticketIds });
}

/**
 * Completes orders that a person adds by hand, at about the cost of one. `take` takes their places at the end, so that
 * counters stay locked no longer than the commit takes. No organizer is told, because an organizer does it. The mails
 * count towards the daily cap of their account, which is `mailsPerDay`. They belong to one account, and their rows must
 * be locked. Answers the issued tickets.
 */
export const completeByHand = (
  tx: Tx,
  added: readonly { order: Order; event: 'added_free' | 'added_paid' }[],
  { notify, take, mailsPerDay }: { notify: boolean; take: () => Promise<void>; mailsPerDay: number },
): Promise<IssuedRow[]> =>
  record(tx, added, { last: take, told: notify ? { holders: true, mailsPerDay } : 'nobody' });

/**
 * Completes an order after its offline payment has arrived. The tickets were issued when the buyer chose to pay
 * offline; they become valid now. The order's row must be locked. The stock is sold already, so no counter changes.
 */
export async function completeOffline(tx: Tx, order: Order): Promise<void> {
  await writeCompletions(tx, [{ order, event: 'completed_offline' }]);
  const scope = scopeOfRow(order);
  const issued = new Map([[order.id, await activateAttendees(tx, scope, order.id)]]);
  const notices = await noticesOf(tx, [order]);
  await together(tx, ...announcing(tx, { orders: [order], issued, notices }));
}

/** Writes everything but the stock, and `last` after it. Answers the issued tickets. */
async function record(
  tx: Tx,
  completions: readonly Recorded[],
  {
    last = async () => undefined,
    told = 'everybody',
    ticketIds,
  }: { last?: () => Promise<void>; told?: Told; ticketIds?: readonly number[] } = {},
): Promise<IssuedRow[]> {
  const orders = completions.map(({ order }) => order);
  const issuing = orders.map(({ id, accountId, eventId, locale, isManual, ...order }) => ({
    id,
    accountId,
    eventId,
    locale,
    isManual,
    attendees: admissionsOf(order),
  }));
  // Free orders get no invoice, so whoever is told later needs no notice now.
  const [ids, notices] = await together(
    tx,
    async () => ticketIds ?? takeIds(tx, admittedBy(issuing)),
    async () => (told === 'later' ? new Map() : noticesOf(tx, orders)),
  );
  const issued = newTickets(issuing, ids);
  const byOrder = Map.groupBy(issued, (row) => row.order_id);
  await together(
    tx,
    () => writeCompletions(tx, completions),
    () => insertAttendees(tx, issued),
    () => insertAnswers(tx, orders, byOrder),
    ...announcing(tx, { orders, issued: byOrder, notices, told }),
    last,
  );
  return issued;
}

type Issued = { id: number; email: string };

const noticesOf = (tx: Tx, orders: readonly Order[]) =>
  findNotices(
    tx,
    orders.map((order) => order.eventId),
  );

/** The steps that issue invoices for completed orders if their events issue any, and queue the mails. */
function announcing(
  tx: Tx,
  done: {
    orders: readonly Order[];
    issued: ReadonlyMap<number, readonly Issued[]>;
    notices: ReadonlyMap<number, EventNotice>;
    told?: Told;
  },
): [() => Promise<void>, () => Promise<void>] {
  const { orders, issued, notices, told = 'everybody' } = done;
  const invoices = orders.flatMap((order) => {
    const issuer = notices.get(order.eventId)?.issuer;
    if (!issuer || !isInvoiced(order, issuer)) return [];
    return [{ order, issuer }];
  });
  const mails = orders.flatMap((order) => {
    if (told === 'nobody' || told === 'later') return [];
    const letters = lettersOf(order, issued.get(order.id) ?? []);
    if (told !== 'everybody') return letters;
    return [...letters, ...toOrganizer(order, 'new_order', notices.get(order.eventId))];
  });
  const [first] = orders;
  const queue = async () => {
    if (told === 'later') await announceLater(tx, orders);
    else if (typeof told === 'string' || !first) await queueMails(tx, mails);
    else await queueCapped(tx, scopeOfRow(first), { mails, perDay: told.mailsPerDay });
  };
  return [() => issueInvoices(tx, invoices), queue];
}
