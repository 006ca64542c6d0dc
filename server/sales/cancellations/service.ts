import type { InputOf } from '@entrada/contract/endpoint';
import type { cancelOrder as cancelEndpoint } from '@entrada/contract/sales/cancellations';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { findAttendeesOfOrder } from '../attendees/queries.ts';
import { endUnpaid } from '../offline-payments/cancel.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import type { Order } from '../orders/core/types.ts';
import { isCalledOff } from '../orders/event-queries.ts';
import { cancelPlaces } from '../orders/places/cancel.ts';
import { reactivateTogether } from '../orders/places/reactivate.ts';
import { findOrderOfEvent, lockById } from '../orders/queries.ts';
import { type ChosenPlaces, choosePlaces, obstacleOf } from './core/places.ts';
import { type Letter, lettersOf } from './letters.ts';

type At = { eventId: number; orderId: number };
type Wish = InputOf<typeof cancelEndpoint>['body'];

/** What a call waits for in turn, so that one locked order takes no more than its share of the connections. */
const turnsOf = ({ eventId, orderId }: At) => [`order ${orderId}`, `stock of event ${eventId}`];

const isAll = ({ attendeeIds, lineIds }: Wish) => attendeeIds === undefined && lineIds === undefined;

async function lockOrder(tx: Tx, ctx: Ctx, at: At): Promise<Order> {
  const found = await findOrderOfEvent(tx, scopeOf(ctx.actor), at.eventId, at.orderId);
  const order = found && (await lockById(tx, found.id));
  // While the buyer is unknown, organizers do not see the order.
  if (!order?.buyer) throw fail('NOT_FOUND');
  return order;
}

async function requirePlaces(tx: Tx, ctx: Ctx, order: Order, wish: Wish, isCancelled: boolean) {
  const attendees = await findAttendeesOfOrder(tx, scopeOf(ctx.actor), order.id);
  const chosen = choosePlaces(order, attendees, wish, isCancelled);
  if (!chosen.ok) throw failFields(chosen.errors);
  return { attendees, places: chosen.places };
}

const tellBuyer = (tx: Tx, order: Order, kind: Letter, places: ChosenPlaces): Promise<void> =>
  queueMails(tx, lettersOf(order, kind, places));

/**
 * Cancels an order, or chosen attendees and lines that admit nobody, whatever happens to the money. Places and, with the
 * whole order, the use of the promo code are available again at the commit. Places that are already cancelled are passed
 * over. `notify` mails the buyer. Locks the order, then counters. Throws NOT_FOUND, VALIDATION_FAILED for ids of another
 * order, ORDER_CANCELLED, ORDER_EXPIRED, ORDER_NOT_COMPLETE (also for a part of an order that awaits its payment),
 * ATTENDEE_CANCELLED if nothing chosen is left to cancel.
 */
export async function cancelOrder(ctx: Ctx, at: At, wish: Wish): Promise<OrderDetail> {
  await inTurn(ctx.db, turnsOf(at), async (tx) => {
    const order = await lockOrder(tx, ctx, at);
    if (order.status === 'awaiting_offline_payment' && isAll(wish)) {
      await endUnpaid(tx, ctx, order, { event: 'offline_cancelled', notify: wish.notify });
      return;
    }
    const obstacle = obstacleOf(order, 'cancel');
    if (obstacle) throw fail(obstacle);
    const { attendees, places } = await requirePlaces(tx, ctx, order, wish, false);
    if (!isAll(wish) && places.attendeeIds.length + places.lineIds.length === 0)
      throw fail('ATTENDEE_CANCELLED');
    const active = attendees.filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
    const chosen = isAll(wish) ? null : places;
    const { isOrder, ...cancelled } = await cancelPlaces(tx, ctx, { order, chosen, activeIds: active });
    await audit(tx, ctx, scopeOf(ctx.actor), {
      action: isOrder ? 'order.cancelled' : 'attendees.cancelled',
      target: { type: 'order', id: order.id },
      before: { status: order.status },
      after: cancelled,
    });
    if (wish.notify) await tellBuyer(tx, order, isOrder ? 'order_cancelled' : 'tickets_cancelled', cancelled);
  });
  return showOrderDetail(ctx, at);
}

/**
 * Makes a cancelled order, or chosen attendees and lines of it, valid again with the same codes. Takes their places as a
 * sale does, all or none, and with a cancelled order the use of its promo code. What is valid already is passed over.
 * `notify` mails the buyer. Money that was refunded stays refunded. Locks the order, then counters. Throws NOT_FOUND,
 * VALIDATION_FAILED for ids of another order, ORDER_CANCELLED if it was never complete, ORDER_EXPIRED,
 * ORDER_NOT_COMPLETE, EVENT_CALLED_OFF, NOT_ENOUGH_LEFT, PROMO_CODE_USED_UP.
 */
export async function reactivateOrder(ctx: Ctx, at: At, wish: Wish): Promise<OrderDetail> {
  const scope = scopeOf(ctx.actor);
  await inTurn(ctx.db, turnsOf(at), async (tx) => {
    const order = await lockOrder(tx, ctx, at);
    const obstacle = obstacleOf(order, 'reactivate');
    if (obstacle) throw fail(obstacle);
    if (await isCalledOff(tx, order)) throw fail('EVENT_CALLED_OFF');
    const { attendees, places } = await requirePlaces(tx, ctx, order, wish, true);
    if (places.attendeeIds.length + places.lineIds.length === 0) return;
    const isOrder = order.status === 'cancelled';
    const revived = attendees.filter(({ id }) => places.attendeeIds.includes(id));
    const { missing, take } = await reactivateTogether(tx, scope, [
      { order, attendees: revived, lineIds: places.lineIds },
    ]);
    const shortage = missing.get(order.id);
    if (shortage) throw fail(shortage);
    await audit(tx, ctx, scope, {
      action: isOrder ? 'order.reactivated' : 'attendees.reactivated',
      target: { type: 'order', id: order.id },
      before: { status: order.status },
      after: places,
    });
    if (wish.notify) await tellBuyer(tx, order, 'tickets_reactivated', places);
    await take();
  });
  return showOrderDetail(ctx, at);
}
