import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOfRow } from '../../platform/context.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import type { Order } from '../orders/core/types.ts';
import type { Payment } from '../payments/core/types.ts';
import { insertRefundCall } from '../payments/queries.ts';
import { type Refund, refundStateOf, succeededOf } from './core/refunds.ts';
import * as queries from './queries.ts';

/** Makes a refund at the provider, or asks how it stands there. */
export const settleRefundRef: JobRef<{ refundId: number }> = { name: 'settle_refund', maxAttempts: 4 };

/** Who is named by the audit: the signed-in user, or nobody where it happens by itself. */
export type Witness = Pick<Ctx, 'actor' | 'requestId'>;
export const SYSTEM: Witness = { actor: { kind: 'system' }, requestId: null };

const CALL_REASONS = {
  requested: 'requested_by_customer',
  late_payment: 'late_payment',
  duplicate: 'duplicate',
} as const;

type RefundToMake = Omit<queries.NewRefund, 'callId' | 'paymentId' | 'currency' | 'reason'> & {
  reason: keyof typeof CALL_REASONS;
  /** Never used before for any other refund. */
  key: string;
};

/**
 * Writes a refund and the call that makes it, before that call is made, and the job that makes it. The same key again
 * changes nothing and answers null. The rows of order and payment must be locked. Minor units.
 */
export async function openRefund(
  tx: Tx,
  witness: Witness,
  order: Pick<Order, 'id' | 'accountId' | 'total'>,
  payment: Payment,
  { key, ...refund }: RefundToMake,
): Promise<Refund | null> {
  const scope = scopeOfRow({ account_id: order.accountId });
  const callId = await insertRefundCall(tx, scope, {
    paymentId: payment.id,
    key,
    amount: refund.amount,
    reason: CALL_REASONS[refund.reason],
  });
  if (callId === null) return null;
  const opened = await queries.insertRefund(tx, scope, order.id, {
    ...refund,
    callId,
    paymentId: payment.id,
    currency: payment.currency,
  });
  await queries.replaceFailed(tx, scope, opened);
  await updateRefundState(tx, scope, order, payment.id);
  const { amount, currency, reason } = opened;
  await auditRefund(tx, witness, scope, opened, 'refund.opened', { amount, currency, reason });
  await enqueue(tx, settleRefundRef, { refundId: opened.id }, { key: `refund:${opened.id}` });
  return opened;
}

/**
 * Writes down money that the organizer sends back by hand, as it came: without a card. It is done with that, and the buyer
 * is told where that is wanted. The order's row must be locked. Minor units.
 */
export async function recordRefundByHand(
  tx: Tx,
  witness: Witness,
  order: Pick<Order, 'id' | 'accountId' | 'total' | 'currency' | 'buyer' | 'locale'>,
  refund: Omit<RefundToMake, 'key' | 'reason'>,
): Promise<Refund> {
  const scope = scopeOfRow({ account_id: order.accountId });
  const { currency, buyer, locale } = order;
  const noted = await queries.insertRefundByHand(tx, scope, order.id, { ...refund, currency });
  await updateRefundState(tx, scope, order, null);
  await auditRefund(tx, witness, scope, noted, 'refund.by_hand', { amount: noted.amount, currency });
  if (noted.notifies && buyer) {
    await queueMail(tx, {
      kind: 'refunded',
      dedupeKey: `refunded:${noted.id}`,
      accountId: order.accountId,
      orderId: order.id,
      to: buyer.email,
      locale,
      data: { refundId: noted.id },
    });
  }
  return noted;
}

/** Writes the refund status and totals of an order and of one payment, as the refunds on record make them. Both must be locked. */
export async function updateRefundState(
  tx: Tx,
  scope: AccountScope,
  order: Pick<Order, 'id' | 'total'>,
  paymentId: number | null,
): Promise<void> {
  const refunds = await queries.listRefunds(tx, scope, order.id);
  const { status, refundedTotal } = refundStateOf(refunds, order.total);
  await queries.writeRefundState(tx, scope, {
    orderId: order.id,
    paymentId,
    refundStatus: status,
    refundedTotal,
    ofPayment: succeededOf(refunds.filter((refund) => refund.paymentId === paymentId)),
  });
}

/** Records what happened to a refund, against its order. */
export function auditRefund(
  tx: Tx,
  witness: Witness,
  scope: AccountScope,
  refund: Pick<Refund, 'id' | 'orderId'>,
  action: string,
  after: Record<string, unknown>,
): Promise<void> {
  return audit(tx, witness, scope, {
    action,
    target: { type: 'order', id: refund.orderId },
    after: { refundId: refund.id, ...after },
  });
}
