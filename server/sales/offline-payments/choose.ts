import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { sellReserved } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { readNow } from '../../platform/clock.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { issueAttendees } from '../attendees/queries.ts';
import { toPaymentError } from '../checkout/card-payment.ts';
import { admissionsOf } from '../checkout/core/attendee-details.ts';
import { applyPayment, failIfRefused } from '../checkout/settle.ts';
import { insertAnswers } from '../order-answers/given-queries.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { toBuyer, toOrganizer } from '../order-views/core/letters.ts';
import { findNotices } from '../order-views/notice-queries.ts';
import { getOrder } from '../order-views/service.ts';
import { advance } from '../orders/advance.ts';
import { offlineDueAt, paymentMethodsOf } from '../orders/core/offline.ts';
import { whyClosed } from '../orders/core/open.ts';
import type { Order } from '../orders/core/types.ts';
import { findEventIdOf } from '../orders/event-queries.ts';
import * as queries from '../orders/queries.ts';
import type { Payment } from '../payments/core/types.ts';
import { findLivePayment } from '../payments/queries.ts';
import { cancelAtProvider } from '../payments/service.ts';

/** While one card payment is being ended, another tab may begin a new one. */
const TRIES = 3;

/**
 * The buyer chooses to pay offline: the order waits for the payment until its due date, its tickets are issued unpaid
 * and its stock is sold. First ends a card payment that may still succeed, at the provider and outside every
 * transaction. If that payment succeeded first, it completes the order. A repetition changes nothing. Calls `mayChoose`
 * before it writes anything; `mayChoose` throws if the choice is not allowed. Throws OFFLINE_PAYMENT_UNAVAILABLE, EVENT_CALLED_OFF,
 * PAYMENT_NOT_REQUIRED, ORDER_DETAILS_MISSING, PAYMENT_UNCONFIRMED if the provider does not answer, or the reason why
 * the order is closed. Locks the order, then counters.
 */
export async function chooseOffline(
  ctx: Ctx,
  provider: PaymentProvider | null,
  shortId: string,
  mayChoose: () => Promise<void>,
): Promise<BuyerOrder> {
  const turns = [`order ${shortId}`, `stock of event ${await findEventIdOf(ctx.db, shortId)}`];
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const live = await inTurn(ctx.db, turns, (tx) => chooseOrFind(tx, shortId, mayChoose));
    if (live === null) {
      return getOrder(ctx, shortId);
    }
    await endCard(ctx, provider, live);
  }
  throw fail('PAYMENT_UNCONFIRMED', { retryAfter: 3 });
}

/** Makes the choice, or answers the card payment that must end first. */
async function chooseOrFind(
  tx: Tx,
  shortId: string,
  mayChoose: () => Promise<void>,
): Promise<Payment | null> {
  const order = await queries.lockByShortId(tx, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  if (order.status === 'awaiting_offline_payment') return null;
  const refusal = whyClosed(order);
  if (refusal) throw fail(refusal);
  if (order.total === 0) throw fail('PAYMENT_NOT_REQUIRED');
  if (!order.buyer) throw fail('ORDER_DETAILS_MISSING');
  const event = await eventOf(tx, order);
  if (event.calledOffAt) throw fail('EVENT_CALLED_OFF');
  const now = await readNow(tx);
  const dueAt = offlineDueAt(now, event);
  if (!dueAt || !paymentMethodsOf(now, event).includes('offline')) throw fail('OFFLINE_PAYMENT_UNAVAILABLE');
  const live = await findLivePayment(tx, scopeOfRow(order), order.id);
  if (live) return live;
  await mayChoose();
  await awaitPayment(tx, order, dueAt);
  return null;
}

/**
 * Writes the choice: the order waits for its payment until `dueAt`, its tickets are issued unpaid and its stock is
 * sold. The order's row must be locked, and it may have no open payment. Locks counters here.
 */
export async function awaitPayment(tx: Tx, order: Order, dueAt: Date): Promise<void> {
  const { id, accountId, eventId, locale, isManual } = order;
  await advance(tx, order, 'offline_chosen', { offlineDueAt: dueAt });
  const attendees = admissionsOf(order);
  const issuing = { id, accountId, eventId, locale, isManual, attendees, isUnpaid: true };
  const issued = await issueAttendees(tx, [issuing]);
  await insertAnswers(tx, [order], new Map([[id, issued]]));
  const notice = (await findNotices(tx, [eventId])).get(eventId);
  await queueMails(tx, [
    ...toBuyer(order, 'order_awaiting_payment'),
    ...toOrganizer(order, 'new_order', notice),
  ]);
  await sellReserved(tx, [id]);
}

async function endCard(ctx: Ctx, provider: PaymentProvider | null, live: Payment): Promise<void> {
  if (!provider) throw fail('PAYMENT_UNCONFIRMED', { retryAfter: 3 });
  try {
    await applyPayment(ctx, live, await cancelAtProvider(ctx, provider, live));
  } catch (error) {
    if (!(await failIfRefused(ctx, live, error))) throw await toPaymentError(ctx, live, error);
  }
}
