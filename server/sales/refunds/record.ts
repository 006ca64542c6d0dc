import type { Tx } from '../../db/client.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { creditGoneMoney } from '../invoices/service.ts';
import type { Order } from '../orders/core/types.ts';
import type { Payment } from '../payments/core/types.ts';
import { insertRefundCall } from '../payments/queries.ts';
import { type Refund, refundStateOf, succeededOf } from './core/refunds.ts';
import * as queries from './queries.ts';

/** Makes a refund at the provider, or asks for its status. */
export const settleRefundRef: JobRef<{ refundId: number }> = { name: 'settle_refund', maxAttempts: 4 };

export const SYSTEM: Witness = { actor: { kind: 'system' }, requestId: null };

const CALL_REASONS = {
  requested: 'requested_by_customer',
  late_payment: 'late_payment',
  duplicate: 'duplicate',
} as const;

type RefundToMake = Omit<queries.NewRefund, 'callId' | 'paymentId' | 'currency' | 'reason'> & {
  reason: keyof typeof CALL_REASONS;
  /** Must be unique: no other refund may use it. */
  key: string;
};

/**
 * Writes a refund, the call that makes it, and the job that will make that call. A repeated key changes nothing and
 * answers null. The rows of order and payment must be locked. Minor units.
 */
export async function openRefund(
  tx: Tx,
  witness: Witness,
  order: Pick<Order, 'id' | 'accountId' | 'total'>,
  payment: Payment,
  { key, ...refund }: RefundToMake,
): Promise<Refund | null> {
  const scope = scopeOfRow(order);
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
 * Records a refund that the organizer makes offline, because the money came offline. It counts as succeeded, so its
 * credit note is issued here, unless `isCredited` says that the caller does so. Mails the buyer if wanted. The order's
 * row must be locked; locks the series of the note. Minor units.
 */
export async function recordRefundByHand(
  tx: Tx,
  witness: Witness,
  order: Order,
  { isCredited = false, ...refund }: Omit<RefundToMake, 'key' | 'reason'> & { isCredited?: boolean },
): Promise<Refund> {
  const scope = scopeOfRow(order);
  const { currency, buyer, locale } = order;
  const noted = await queries.insertRefundByHand(tx, scope, order.id, { ...refund, currency });
  await updateRefundState(tx, scope, order, null);
  await auditRefund(tx, witness, scope, noted, 'refund.by_hand', { amount: noted.amount, currency });
  if (!isCredited) await creditGoneMoney(tx, order);
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

/**
 * Computes the refund status and totals of an order and one payment from the stored refunds and writes them. Both rows
 * must be locked.
 */
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

/** Writes a refund's event to the audit log of its order. */
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
