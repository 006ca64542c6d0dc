import { randomUUID } from 'node:crypto';
import type { InputOf } from '@entrada/contract/endpoint';
import type { resendOrder as resendEndpoint } from '@entrada/contract/sales/resends';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { liftBounces } from '../../platform/mail/left-alone.ts';
import { type NewMail, queueMail } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { findById as findAttendee, type IssuedRow } from '../attendees/queries.ts';
import { isWithheldNow } from '../order-views/withheld.ts';
import type { Order } from '../orders/core/types.ts';
import { findOrderOfEvent, lockById, lockByShortId } from '../orders/queries.ts';

type At = { eventId: number; orderId: number };
type Wish = NonNullable<InputOf<typeof resendEndpoint>['body']>;

/**
 * The mail with the whole order, which its composer refuses in any other state. Throws NOT_FOUND while the buyer is unknown,
 * ORDER_CANCELLED, ORDER_EXPIRED, ORDER_NOT_COMPLETE.
 */
export function mailOfOrder({ id, accountId, locale, buyer, ...order }: Order): NewMail {
  const kind = order.status === 'completed' ? 'order_confirmation' : 'order_awaiting_payment';
  if (!buyer) throw fail('NOT_FOUND');
  if (order.status === 'cancelled') throw fail('ORDER_CANCELLED');
  if (order.status === 'expired') throw fail('ORDER_EXPIRED');
  if (order.status !== 'completed' && order.status !== 'awaiting_offline_payment')
    throw fail('ORDER_NOT_COMPLETE');
  return { kind, dedupeKey: '', accountId, orderId: id, to: buyer.email, locale };
}

/**
 * The mail with one ticket of an order. `isWithheld`: it keeps its code to itself, because it has no name yet. Throws
 * ATTENDEE_CANCELLED, ORDER_NOT_COMPLETE, TICKET_AWAITS_NAME.
 */
export function mailOfTicket(order: Order, one: IssuedRow, isWithheld: boolean): NewMail {
  if (one.status === 'cancelled') throw fail('ATTENDEE_CANCELLED');
  if (one.status !== 'active') throw fail('ORDER_NOT_COMPLETE');
  if (isWithheld) throw fail('TICKET_AWAITS_NAME');
  return {
    kind: 'attendee_ticket',
    dedupeKey: '',
    accountId: order.accountId,
    orderId: order.id,
    attendeeId: one.id,
    to: one.email,
    locale: one.locale,
    data: { isAlone: true, codeVersion: one.code_version },
  };
}

async function requireTicket(tx: Tx, scope: AccountScope, order: Order, attendeeId: number) {
  const one = await findAttendee(tx, attendeeId);
  if (one?.account_id !== scope.accountId || one.order_id !== order.id)
    throw failFields([{ path: 'attendeeId', code: 'not_found' }]);
  return one;
}

/**
 * Mails an order once more, or one of its tickets alone, to the address on record or to another one, which changes
 * nothing on record. What came back from the address before counts no more. `mayMail` counts the mail to that address and throws RATE_LIMITED if it gets too many. Answers the
 * address. A repeated `key` mails nothing. Locks the order. Throws NOT_FOUND, ORDER_CANCELLED, ORDER_EXPIRED,
 * ORDER_NOT_COMPLETE, ATTENDEE_CANCELLED, TICKET_AWAITS_NAME, VALIDATION_FAILED for a ticket of another order, and without
 * any address.
 */
export async function resendOrder(
  ctx: Ctx,
  at: At,
  { attendeeId, email }: Wish,
  { mayMail, key }: { mayMail: (email: string) => void; key: NotedKey | null },
): Promise<{ to: string }> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, found.id));
    if (!order?.buyer) throw fail('NOT_FOUND');
    const whole = mailOfOrder(order);
    const one = attendeeId === undefined ? null : await requireTicket(tx, scope, order, attendeeId);
    const mail = one
      ? mailOfTicket(order, one, await isWithheldNow(tx, order, { awaitsName: one.awaits_name }))
      : whole;
    const to = email ?? mail.to;
    // Whoever was added by hand may have no address.
    if (to === '') throw failFields([{ path: 'email', code: 'required' }]);
    if (!(await claimKey(tx, key))) return { to };
    mayMail(to.toLowerCase());
    await liftBounces(tx, scope, to);
    await queueMail(tx, { ...mail, to, dedupeKey: `${mail.kind}:${order.id}:again-${randomUUID()}` });
    await audit(tx, ctx, scope, {
      action: 'order.resent',
      target: { type: 'order', id: order.id },
      after: { attendeeIds: attendeeId === undefined ? null : [attendeeId], isToOther: to !== mail.to },
    });
    return { to };
  });
}

/**
 * Mails an order to its buyer once more, for whoever holds its link. `mayMail` counts it for the order and the address, and
 * throws RATE_LIMITED. A repeated `key` mails nothing. Locks the order. Throws ORDER_NOT_FOUND, and what `mailOfOrder`
 * throws.
 */
export async function resendOwn(
  ctx: Ctx,
  shortId: string,
  { mayMail, key }: { mayMail: (email: string, order: Order) => void; key: NotedKey | null },
): Promise<{ to: string }> {
  return inTurn(ctx.db, [`order ${shortId}`], async (tx) => {
    const order = await lockByShortId(tx, shortId);
    // Whoever was added by hand may have no address.
    if (!order?.buyer?.email) throw fail('ORDER_NOT_FOUND');
    const mail = mailOfOrder(order);
    if (!(await claimKey(tx, key))) return { to: mail.to };
    mayMail(mail.to.toLowerCase(), order);
    await queueMail(tx, { ...mail, dedupeKey: `${mail.kind}:${order.id}:again-${randomUUID()}` });
    await audit(tx, ctx, scopeOfRow(order), {
      action: 'order.resent',
      target: { type: 'order', id: order.id },
      after: { attendeeIds: null, isToOther: false },
    });
    return { to: mail.to };
  });
}
