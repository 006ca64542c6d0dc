import { orderBadge } from '@entrada/contract/sales/orders';
import type { createRefund, OrderRefunds } from '@entrada/contract/sales/refunds';
import type { z } from 'zod';
import { returnSold } from '../../catalog/inventory/queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import type { Witness } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { isSameRequest } from '../../platform/http/idempotency.ts';
import { inTurn } from '../../platform/turns.ts';
import { findAttendeesOfOrder } from '../attendees/queries.ts';
import { findUndecidedDisputes } from '../orders/attention-queries.ts';
import type { Order } from '../orders/core/types.ts';
import { cancelTogether, type Ending } from '../orders/places/cancel.ts';
import { findById, findOrderOfEvent, lockById } from '../orders/queries.ts';
import type { Payment } from '../payments/core/types.ts';
import { findLivePayment, lockPayment } from '../payments/queries.ts';
import { auditCancelled, writeRefund } from './carry-out.ts';
import { obstacleOf, type Refund, refundableOf } from './core/refunds.ts';
import { listDisputes } from './dispute-queries.ts';
import { findNames, listRefunds } from './queries.ts';

type At = { eventId: number; orderId: number };
type Body = z.output<(typeof createRefund)['body']>;
type Attendee = Awaited<ReturnType<typeof findAttendeesOfOrder>>[number];

/** All facts that decide about a refund of an order. Minor units. */
export async function readMoney(
  tx: Tx | Db,
  scope: AccountScope,
  provider: PaymentProvider | null,
  order: Order,
) {
  const live = await findLivePayment(tx, scope, order.id);
  const payment = live?.status === 'succeeded' ? live : null;
  const [refunds, disputes] = [
    await listRefunds(tx, scope, order.id),
    await listDisputes(tx, scope, order.id),
  ];
  const isByHand = order.offlineDueAt !== null && order.paymentStatus === 'paid';
  const ofPayment = <T extends { paymentId: number | null }>(all: T[]) =>
    all.filter((one) => one.paymentId === (payment?.id ?? null));
  const paid = payment?.amount ?? (isByHand || order.paidByHand ? order.total : 0);
  const refundable = order.isManual ? 0 : refundableOf(paid, ofPayment(refunds), ofPayment(disputes));
  const obstacle = obstacleOf({
    isManual: order.isManual,
    isPaidOnline: payment !== null,
    isByHand,
    hasProvider: provider !== null && provider.name === payment?.provider,
    refunds,
    disputes: ofPayment(disputes),
    refundable,
  });
  return { payment, isByHand, paid, refunds, disputes, refundable, obstacle };
}

export type OrderMoney = Awaited<ReturnType<typeof readMoney>>;

/** The refunds and disputes of an order, and the amount that can still be refunded. Throws NOT_FOUND. */
export async function showRefunds(
  ctx: Ctx,
  provider: PaymentProvider | null,
  { eventId, orderId }: At,
): Promise<OrderRefunds> {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(ctx.db, scope, eventId, orderId);
  const order = found && (await findById(ctx.db, orderId));
  if (!order) throw fail('NOT_FOUND');
  const money = await readMoney(ctx.db, scope, provider, order);
  const attendees = await findAttendeesOfOrder(ctx.db, scope, orderId);
  const undecided = money.disputes.some(({ status }) => status === 'lost')
    ? await findUndecidedDisputes(ctx.db, scope, orderId)
    : new Set<number>();
  const names = await findNames(ctx.db, [
    ...money.refunds.flatMap((refund) => refund.createdBy ?? []),
    ...money.disputes.flatMap((dispute) => dispute.dismissedBy ?? []),
  ]);
  const refunded = alreadyRefunded(money.refunds);
  return {
    badge: orderBadge(order),
    currency: order.currency,
    paid: money.paid,
    isByHand: money.isByHand,
    refunded: order.refundedTotal,
    refundable: money.refundable,
    obstacle: money.obstacle,
    attendees: attendees.map(({ orderItemId: _, status, ...one }) => ({
      ...one,
      status: status as OrderRefunds['attendees'][number]['status'],
      isRefunded: refunded.attendees.has(one.id),
    })),
    lines: supportOf(order).map((line) => ({ ...line, isRefunded: refunded.lines.has(line.id) })),
    refunds: money.refunds.map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      currency: refund.currency,
      status: refund.status,
      reason: refund.reason,
      failureCode: refund.failureCode,
      note: refund.note,
      attendeeIds: refund.attendeeIds,
      lineIds: refund.lineIds,
      cancels: refund.cancels,
      notifies: refund.notifies,
      createdBy: refund.createdBy === null ? null : (names.get(refund.createdBy) ?? null),
      createdAt: refund.createdAt.toISOString(),
      settledAt: refund.settledAt?.toISOString() ?? null,
    })),
    disputes: money.disputes.map((dispute) => ({
      id: dispute.id,
      amount: dispute.amount,
      currency: dispute.currency,
      reason: dispute.reason,
      status: dispute.status,
      respondBy: dispute.respondBy?.toISOString() ?? null,
      dismissed: dispute.dismissedAt && {
        by: names.get(dispute.dismissedBy ?? 0) ?? null,
        at: dispute.dismissedAt.toISOString(),
      },
      isUndecided: undecided.has(dispute.id),
      createdAt: dispute.createdAt.toISOString(),
      updatedAt: dispute.updatedAt.toISOString(),
    })),
  };
}

/** The attendees and lines that were refunded or will be. */
export function alreadyRefunded(refunds: readonly Refund[]): { attendees: Set<number>; lines: Set<number> } {
  const made = refunds.filter(({ status }) => status !== 'failed');
  return {
    attendees: new Set(made.flatMap(({ attendeeIds }) => attendeeIds)),
    lines: new Set(made.flatMap(({ lineIds }) => lineIds)),
  };
}

/** The lines of an order that admit nobody. Minor units. */
const supportOf = (order: Order) =>
  order.items
    .filter(({ admits }) => !admits)
    .map(({ id, ticketName, priceLabel, quantity, unitTotal, isCancelled }) => ({
      id,
      ticketName,
      priceLabel,
      quantity,
      total: unitTotal * quantity,
      isCancelled,
    }));

/**
 * Refunds money of an order: writes the refund and leaves the call to a job. If the money came offline, the organizer
 * sends it back, and the refund is recorded as succeeded. `cancel` also cancels the order, or what was chosen, in the same
 * transaction, whatever happens to the money. Of two refunds at once, the second waits for the order's row and
 * is refused. Minor units. Locks the order, the payment, then counters. Throws NOT_FOUND, one of REFUND_OBSTACLES,
 * REFUND_NOTHING_DUE, ATTENDEE_ALREADY_REFUNDED, LINE_ALREADY_REFUNDED, VALIDATION_FAILED for unknown attendees and lines
 * and for an amount that the provider cannot express.
 */
export async function requestRefund(
  ctx: Ctx,
  provider: PaymentProvider | null,
  at: At,
  request: { body: Body; key: string | null; hash: string },
): Promise<OrderRefunds> {
  const scope = scopeOf(ctx.actor);
  await inTurn(ctx.db, [`order ${at.orderId}`, `stock of event ${at.eventId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, at.orderId));
    if (!order) throw fail('NOT_FOUND');
    const made = await refundLocked(tx, ctx, provider, order, request);
    if (!made?.ending) return;
    const { cancelled, demand } = await cancelTogether(tx, ctx, scope, [made.ending]);
    await auditCancelled(tx, ctx, order, {
      refundId: made.refund.id,
      cancelled: cancelled.get(order.id),
    });
    await returnSold(tx, scope, demand);
  });
  return showRefunds(ctx, provider, at);
}

/** What is refunded: `body` says it as the endpoint does. With `isRest`, all that is left. */
type Asked = { body: Omit<Body, 'amount'> & { amount?: number; isRest?: true } } & {
  key: string | null;
  hash: string;
};

/**
 * Refunds money of an order whose row is locked, as `requestRefund` does, and leaves its places to the caller: `ending` is
 * what is to be cancelled. Answers null for a repeated key. Whatever it throws it throws before it writes. Locks the
 * payment.
 */
export async function refundLocked(
  tx: Tx,
  witness: Witness,
  provider: PaymentProvider | null,
  order: Order,
  request: Asked,
): Promise<{ refund: Refund; ending: Ending | null } | null> {
  const scope = scopeOfRow(order);
  const money = await readMoney(tx, scope, provider, order);
  if (isRepeated(money.refunds, request)) return null;
  const payment = money.payment && (await lockPayment(tx, money.payment.id));
  const { refundable, refunds } = money;
  if (money.obstacle) throw fail(money.obstacle, { params: { remaining: refundable } });
  const attendees = await findAttendeesOfOrder(tx, scope, order.id);
  const { body } = request;
  const amount = body.amount ?? (body.isRest ? refundable : amountOf(attendees, order, body, refunds));
  if (amount > refundable) throw fail('REFUND_ABOVE_REMAINING', { params: { remaining: refundable } });
  if (payment && !isExpressible(provider, payment, amount)) {
    const path = body.attendeeIds ? 'attendeeIds' : body.lineIds ? 'lineIds' : 'amount';
    throw failFields([{ path, code: 'invalid_format' }]);
  }
  return carryOutLocked(tx, witness, order, payment, {
    ...request,
    amount,
    attendees,
    number: refunds.length + 1,
  });
}

/**
 * Whether the provider can express this amount, because some of its amounts must be multiples of several minor units.
 * The sum with the payment is checked, because a refund has no minimum amount. The payment is such a multiple, so the
 * sum is one exactly if the refund is.
 */
export function isExpressible(provider: PaymentProvider | null, payment: Payment, amount: number): boolean {
  const { currency } = payment;
  const check = provider?.checkAmount({ minor: payment.amount + amount, currency });
  return !check || check.ok || check.code !== 'AMOUNT_NOT_A_MULTIPLE';
}

/** Whether this request was already carried out. Throws if its key came with another request. */
function isRepeated(
  refunds: readonly Refund[],
  { key, hash }: { key: string | null; hash: string },
): boolean {
  const earlier = key === null ? undefined : refunds.find((refund) => refund.requestKey === key);
  if (earlier?.requestHash && !isSameRequest(earlier.requestHash, hash)) throw fail('IDEMPOTENCY_KEY_REUSED');
  return earlier !== undefined;
}

/** The price of the chosen attendees' tickets and of the chosen lines, with the exact fees and taxes of each. */
function amountOf(
  attendees: readonly Attendee[],
  order: Order,
  { attendeeIds = [], lineIds = [] }: Pick<Body, 'attendeeIds' | 'lineIds'>,
  refunds: readonly Refund[],
): number {
  const lines = supportOf(order);
  const unknown = (path: string, ids: readonly number[], known: readonly { id: number }[]) =>
    ids.flatMap((id, at) =>
      known.some((one) => one.id === id) ? [] : [{ path: `${path}.${at}`, code: 'not_found' as const }],
    );
  const errors = [...unknown('attendeeIds', attendeeIds, attendees), ...unknown('lineIds', lineIds, lines)];
  if (errors.length > 0) throw failFields(errors);
  const refunded = alreadyRefunded(refunds);
  const twice = attendeeIds.find((id) => refunded.attendees.has(id));
  if (twice !== undefined) throw fail('ATTENDEE_ALREADY_REFUNDED', { params: { attendeeId: twice } });
  const again = lineIds.find((id) => refunded.lines.has(id));
  if (again !== undefined) throw fail('LINE_ALREADY_REFUNDED', { params: { lineId: again } });
  const amount =
    attendees.filter((one) => attendeeIds.includes(one.id)).reduce((sum, one) => sum + one.unitTotal, 0) +
    lines.filter((one) => lineIds.includes(one.id)).reduce((sum, one) => sum + one.total, 0);
  if (amount === 0) throw fail('REFUND_NOTHING_DUE');
  return amount;
}

async function carryOutLocked(
  tx: Tx,
  witness: Witness,
  order: Order,
  payment: Payment | null,
  asked: Asked & { amount: number; attendees: readonly Attendee[]; number: number },
): Promise<{ refund: Refund; ending: Ending | null }> {
  const { body, amount, number } = asked;
  const made = {
    amount,
    note: body.note,
    attendeeIds: body.attendeeIds ?? [],
    lineIds: body.lineIds ?? [],
    cancels: body.cancel,
    notifies: body.notify,
    createdBy: userOf(witness.actor).userId,
    requestKey: asked.key,
    requestHash: asked.key === null ? null : Buffer.from(asked.hash, 'hex'),
  };
  const refund = await writeRefund(tx, witness, order, { payment, refund: made, number });
  if (!body.cancel) return { refund, ending: null };
  const activeIds = asked.attendees.filter((one) => one.status !== 'cancelled').map((one) => one.id);
  const isOfPlaces = body.attendeeIds !== undefined || body.lineIds !== undefined;
  const chosen = isOfPlaces ? { attendeeIds: made.attendeeIds, lineIds: made.lineIds } : null;
  return { refund, ending: { order, event: 'cancelled', chosen, activeIds } };
}
