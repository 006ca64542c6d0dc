import type { Tx } from '../../db/client.ts';
import { mayReplaceRefundStatus, type ProviderRefund } from '../../payment-providers/port.ts';
import { type AccountScope, type Ctx, scopeOfRow } from '../../platform/context.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { creditGoneMoney } from '../invoices/service.ts';
import type { Order } from '../orders/core/types.ts';
import { findEventFacts, findOwnerLocale } from '../orders/event-queries.ts';
import { reopenRequests, settleRequests } from '../orders/open-requests.ts';
import { lockById } from '../orders/queries.ts';
import type { Payment } from '../payments/core/types.ts';
import { findPayment, lockPayment } from '../payments/queries.ts';
import { type Refund, refundableOf } from './core/refunds.ts';
import * as queries from './queries.ts';
import { auditRefund, SYSTEM, updateRefundState } from './record.ts';

type Settling = Pick<Ctx, 'db' | 'log'>;

/**
 * `mismatch`: the provider describes another refund. `unresolved`: it may be one of our refunds whose id is unknown
 * yet. `exceeds`: together with the stored refunds it would exceed the payment, so a stored refund is out of date. None
 * of these three changes anything.
 */
export type RefundNews = 'applied' | 'unchanged' | 'mismatch' | 'unresolved' | 'exceeds';

type Locked = { scope: AccountScope; order: Order; payment: Payment; refunds: Refund[] };

async function lockAll(tx: Tx, paymentId: number): Promise<Locked> {
  const known = await findPayment(tx, paymentId);
  const order = known && (await lockById(tx, known.orderId));
  const payment = order && (await lockPayment(tx, paymentId));
  if (!payment || !order) throw new Error(`Payment ${paymentId} has lost its order`);
  const scope = scopeOfRow(order);
  const all = await queries.listRefunds(tx, scope, order.id);
  return { scope, order, payment, refunds: all.filter((refund) => refund.paymentId === paymentId) };
}

/**
 * Applies the provider's answer to a refund, its payment and its order, in one transaction. The call that makes the
 * refund, webhooks and queries all use this function. Monotonic: the status goes only from pending to succeeded to
 * failed, so answers in any order and number end in the same state. A refund that was made elsewhere is written with
 * the reason `provider`. A success issues the credit note of an invoiced order. A failure opens the request again that the
 * refund had settled. `refundId`: our refund, if it is known.
 * Locks the order, then the payment, then the series of the note.
 */
export function applyRefund(
  ctx: Settling,
  paymentId: number,
  fetched: ProviderRefund,
  refundId: number | null = null,
): Promise<RefundNews> {
  return inTurn(ctx.db, [`payment ${paymentId}`], async (tx) => {
    const locked = await lockAll(tx, paymentId);
    const { payment, refunds, scope, order } = locked;
    const known =
      refundId === null
        ? refunds.find((refund) => refund.providerRefundId === fetched.id)
        : refunds.find((refund) => refund.id === refundId);
    if (!isSameRefund(payment, known, fetched)) {
      ctx.log.error(
        { paymentId, refundId: known?.id ?? refundId, providerRefundId: fetched.id },
        'the refund at the provider differs from ours: nothing was done',
      );
      return 'mismatch';
    }
    if (!known && refunds.some(isUnresolved)) return 'unresolved';
    const changes = !known || mayReplaceRefundStatus(known.status, fetched.status);
    const others = refunds.filter((refund) => refund.id !== known?.id);
    if (changes && fetched.status !== 'failed' && fetched.amount > leftOf(payment, others)) return 'exceeds';
    const refund = known ?? (await recordForeignRefund(tx, locked, fetched));
    if (known && !changes && known.providerRefundId !== null) return 'unchanged';
    await queries.updateRefund(tx, scope, refund.id, {
      status: changes ? fetched.status : refund.status,
      providerRefundId: fetched.id,
      failureCode: changes ? (fetched.failure?.code ?? null) : refund.failureCode,
    });
    await queries.planAsking(tx, refund.id);
    await updateRefundState(tx, scope, order, payment.id);
    if (changes && fetched.status !== 'pending')
      await announceOutcome(tx, ctx, locked, refund, fetched.status);
    if (changes && fetched.status === 'succeeded') await creditGoneMoney(tx, order);
    if (!known && fetched.status !== 'failed')
      await settleRequests(tx, SYSTEM, scope, { orderIds: [order.id], refund });
    if (known && changes && fetched.status === 'failed')
      await reopenRequests(tx, SYSTEM, scope, { orderId: order.id, refund });
    return 'applied';
  });
}

/** Marks a refund that the provider refused to make as failed. A repetition changes nothing. Locks the order, then the payment. */
export function applyRefusedRefund(ctx: Settling, refund: Refund, code: string): Promise<void> {
  return inTurn(ctx.db, [`payment ${refund.paymentId}`], async (tx) => {
    if (refund.paymentId === null) return;
    const locked = await lockAll(tx, refund.paymentId);
    const current = locked.refunds.find((one) => one.id === refund.id);
    if (current?.status !== 'pending' || current.providerRefundId !== null) return;
    await queries.updateRefund(tx, locked.scope, refund.id, {
      status: 'failed',
      providerRefundId: null,
      failureCode: code.slice(0, 100),
    });
    await queries.planAsking(tx, refund.id);
    await updateRefundState(tx, locked.scope, locked.order, refund.paymentId);
    await announceOutcome(tx, ctx, locked, refund, 'failed');
    await reopenRequests(tx, SYSTEM, locked.scope, { orderId: locked.order.id, refund });
  });
}

/** The part of a payment that these refunds leave, pending ones included. */
const leftOf = (payment: Payment, refunds: readonly Refund[]) => refundableOf(payment.amount, refunds, []);

/** Whether the provider may have made this refund of ours although we do not know its id. */
export const isUnresolved = (refund: Refund): boolean =>
  refund.status === 'pending' && refund.callId !== null && refund.providerRefundId === null;

function isSameRefund(payment: Payment, known: Refund | undefined, fetched: ProviderRefund): boolean {
  return (
    fetched.paymentId === payment.providerPaymentId &&
    fetched.currency === payment.currency &&
    fetched.amount > 0 &&
    fetched.amount <= payment.amount &&
    (!known ||
      (known.amount === fetched.amount &&
        (known.providerRefundId === null || known.providerRefundId === fetched.id)))
  );
}

/** Writes a refund that was made outside this application. */
async function recordForeignRefund(tx: Tx, locked: Locked, fetched: ProviderRefund): Promise<Refund> {
  const { scope, order, payment } = locked;
  const { amount, currency } = fetched;
  const refund = await queries.insertRefund(tx, scope, order.id, {
    callId: null,
    paymentId: payment.id,
    providerRefundId: fetched.id,
    amount,
    currency,
    reason: 'provider',
  });
  await auditRefund(tx, SYSTEM, scope, refund, 'refund.learned', { amount, currency });
  return refund;
}

/** Writes the outcome of a refund to the audit log and mails it: a success to the buyer, a failure to the organizer. */
async function announceOutcome(
  tx: Tx,
  ctx: Settling,
  { scope, order }: Locked,
  refund: Refund,
  status: 'succeeded' | 'failed',
): Promise<void> {
  await auditRefund(tx, SYSTEM, scope, refund, `refund.${status}`, { amount: refund.amount });
  const about = { accountId: order.accountId, orderId: order.id, data: { refundId: refund.id } };
  if (status === 'succeeded') {
    if (!refund.notifies || !order.buyer) return;
    const dedupeKey = `refunded:${refund.id}`;
    const to = order.buyer.email;
    await queueMail(tx, { ...about, kind: 'refunded', dedupeKey, to, locale: order.locale });
    return;
  }
  ctx.log.error(
    { orderId: order.id, refundId: refund.id },
    'a refund failed: somebody has to decide what to do',
  );
  const event = await findEventFacts(tx, order.eventId);
  if (!event) return;
  const locale = (await findOwnerLocale(tx, scope)) ?? order.locale;
  const to = event.organizer.email;
  await queueMail(tx, {
    ...about,
    kind: 'refund_failed',
    dedupeKey: `refund_failed:${refund.id}`,
    to,
    locale,
  });
}
