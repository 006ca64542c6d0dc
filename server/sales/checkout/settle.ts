import type { Tx } from '../../db/client.ts';
import { together } from '../../db/pipeline.ts';
import { isFinalPayment, ProviderError, type ProviderPayment } from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import { advance } from '../orders/advance.ts';
import { nextState, type OrderEvent, stateOf } from '../orders/core/order-state.ts';
import type { Order } from '../orders/core/types.ts';
import { isCalledOff } from '../orders/event-queries.ts';
import { setDeadline } from '../orders/hold-queries.ts';
import { release } from '../orders/holds.ts';
import * as queries from '../orders/queries.ts';
import type { Payment } from '../payments/core/types.ts';
import { failCreation, findStanding, lockPayment } from '../payments/queries.ts';
import { isSamePayment, recordPayment } from '../payments/service.ts';
import { openRefund, SYSTEM } from '../refunds/record.ts';
import { completeOrder } from './completion.ts';

type Settling = Pick<Ctx, 'db' | 'log'>;

/** `mismatch`: the provider describes another payment, and nothing was changed. */
export type Settled = 'applied' | 'unchanged' | 'mismatch';

/** The time that a bank may take to decide. The places stay held for that time. */
const PROCESSING_SECONDS = 24 * 3600;
/** The longest time that a buyer gets for another attempt after the bank took time and then refused. */
const RETRY_SECONDS = 15 * 60;

/**
 * Applies the provider's answer to a payment and its order, in one transaction. Webhooks, the return page, the
 * reconcile job and expiry all use this function. Monotonic: a final payment never changes, so answers in any order and
 * number end in the same state. Locks the order, then the payment, then counters, which only a final status changes.
 */
export async function applyPayment(
  ctx: Settling,
  payment: Payment,
  fetched: ProviderPayment,
): Promise<Settled> {
  const turns = [`order ${payment.orderId}`];
  if (isFinalPayment(fetched.status)) {
    const known = await findStanding(ctx.db, payment.id);
    if (known && isApplied(known, fetched)) return 'unchanged';
    turns.push(`stock of event ${known?.eventId}`);
  }
  const settled = await inTurn<Settled>(ctx.db, turns, async (tx) => {
    const [order, current] = await together(
      tx,
      () => queries.lockById(tx, payment.orderId),
      () => lockPayment(tx, payment.id),
    );
    if (!order || !current) throw new Error(`Payment ${payment.id} has lost its order`);
    if (!isSamePayment(current, order.shortId, fetched)) {
      ctx.log.error(
        { paymentId: current.id, orderId: order.id, providerPaymentId: fetched.id },
        'the payment at the provider differs from ours: nothing was done',
      );
      return 'mismatch';
    }
    if (!(await recordPayment(tx, current, fetched))) return 'unchanged';
    await applyToOrder(tx, ctx, order, current, fetched);
    failpoint('settle.before-commit');
    return 'applied';
  });
  failpoint('settle.after-commit');
  return settled;
}

/** Whether the provider's answer ends a payment that ended so before. Webhook and return page tell the same end. */
const isApplied = (
  { payment, orderShortId }: { payment: Payment; orderShortId: string },
  fetched: ProviderPayment,
): boolean => payment.status === fetched.status && isSamePayment(payment, orderShortId, fetched);

/**
 * Handles an error of a call about a payment. If the provider refused to create the payment, marks the payment and the
 * attempt as failed and answers true. No other error proves a failure: a payment that exists may already have been
 * paid, even if we are not allowed to look at it. Locks as `applyPayment`.
 */
export async function failIfRefused(ctx: Settling, payment: Payment, error: unknown): Promise<boolean> {
  const isRefused = error instanceof ProviderError && error.kind === 'rejected';
  if (!isRefused || payment.status !== 'creating') return false;
  await failPayment(ctx, payment, error.code ?? 'rejected');
  return true;
}

/** Marks a payment that cannot be created, and its attempt, as failed. Locks as `applyPayment`. */
export function failPayment(ctx: Settling, payment: Payment, code: string): Promise<void> {
  return inTurn(ctx.db, [`order ${payment.orderId}`], async (tx) => {
    const order = await queries.lockById(tx, payment.orderId);
    const current = await lockPayment(tx, payment.id);
    if (!order || current?.status !== 'creating') return;
    await failCreation(tx, current, code);
    await endAttempt(tx, order, 'payment_failed');
  });
}

/** Applies a payment's new status to the order. Both rows must be locked. */
async function applyToOrder(
  tx: Tx,
  ctx: Settling,
  order: Order,
  payment: Payment,
  fetched: ProviderPayment,
): Promise<void> {
  switch (fetched.status) {
    case 'succeeded':
      return takeMoney(tx, ctx, order, payment);
    case 'processing':
      if (await advanceIfPossible(tx, order, 'payment_processing')) {
        await setDeadline(tx, scopeOfRow(order), order.id, {
          kind: 'wait',
          seconds: PROCESSING_SECONDS,
        });
      }
      return;
    case 'failed':
      await queueFailure(tx, order, payment);
      return endAttempt(tx, order, 'payment_failed');
    case 'cancelled':
      return endAttempt(tx, order, 'payment_cancelled');
    default:
      // A bank that refused gives a reason. An answer without one is from before the attempt and came late.
      if (fetched.failure && (await advanceIfPossible(tx, order, 'payment_open_again')))
        await resume(tx, order, payment);
  }
}

/** Moves an order if the event can happen to it; otherwise answers null. */
const advanceIfPossible = async (tx: Tx, order: Order, event: OrderEvent): Promise<Order | null> =>
  nextState(stateOf(order), event) ? advance(tx, order, event) : null;

/**
 * Ends an attempt without money. The hold lives on until its deadline. If the order only waited for this payment to
 * end, the hold ends now.
 */
async function endAttempt(
  tx: Tx,
  order: Order,
  event: 'payment_failed' | 'payment_cancelled',
): Promise<void> {
  const ended = await advanceIfPossible(tx, order, event);
  if (!ended) return;
  if (order.status === 'cancelling') await release(tx, ended, 'expired', order.endedReason ?? 'timeout');
  else if (order.status === 'reserved' && order.paymentStatus === 'processing') {
    await setDeadline(tx, scopeOfRow(order), order.id, { kind: 'resume', seconds: RETRY_SECONDS });
  }
}

async function resume(tx: Tx, order: Order, payment: Payment): Promise<void> {
  await queueFailure(tx, order, payment);
  await setDeadline(tx, scopeOfRow(order), order.id, { kind: 'resume', seconds: RETRY_SECONDS });
}

/** Mails the buyer, who may have left, that the bank refused the payment. */
const queueFailure = (tx: Tx, order: Order, payment: Payment): Promise<void> =>
  queueMails(tx, toBuyer(order, 'payment_failed', payment.id));

/**
 * Handles money that has arrived: completes the order, or refunds the money. An expired order is completed if its places
 * can be taken again. Nobody buys a ticket to an event that was called off meanwhile.
 */
async function takeMoney(tx: Tx, ctx: Settling, order: Order, payment: Payment): Promise<void> {
  const isHeld = order.status === 'reserved' || order.status === 'cancelling';
  const isDead = (isHeld || order.status === 'expired') && (await isCalledOff(tx, order));
  if (isDead) return sendBack(tx, isHeld ? await giveUpHeld(tx, order) : order, payment);
  if (isHeld) {
    await completeOrder(tx, order, 'completed_paid');
    return;
  }
  if (order.status === 'expired' && (await completeOrder(tx, order, 'completed_late'))) return;
  if (order.status === 'completed') {
    ctx.log.error(
      { orderId: order.id, paymentId: payment.id },
      'an order was paid twice: the second payment is refunded',
    );
    const key = `order:${order.id}:payment:${payment.id}:duplicate-refund`;
    await openRefund(tx, SYSTEM, order, payment, { key, amount: payment.amount, reason: 'duplicate' });
    return;
  }
  await sendBack(tx, order, payment);
}

/** Ends an order whose payment may still succeed, and gives its stock back. Answers it as it is then. */
async function giveUpHeld(tx: Tx, order: Order): Promise<Order> {
  const ending = order.status === 'reserved' ? await advance(tx, order, 'ending') : order;
  await release(tx, ending, 'given_up', 'paid_too_late');
  return { ...ending, status: 'expired' };
}

async function sendBack(tx: Tx, order: Order, payment: Payment): Promise<void> {
  await advance(tx, order, 'paid_too_late', { endedReason: 'paid_too_late' });
  const key = `order:${order.id}:late-refund`;
  await openRefund(tx, SYSTEM, order, payment, { key, amount: payment.amount, reason: 'late_payment' });
  await queueMails(tx, toBuyer(order, 'paid_but_expired'));
}
