import type { Tx } from '../../db/client.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';
import { settleRequests } from '../orders/open-requests.ts';
import { type Cancelled, cancelPlaces, type Places } from '../orders/places/cancel.ts';
import type { Payment } from '../payments/core/types.ts';
import type { Refund } from './core/refunds.ts';
import { openRefund, recordRefundByHand } from './record.ts';

type ToCarryOut = {
  /** Null if the money came without a card: then somebody sends it back, and it counts as sent. */
  payment: Payment | null;
  refund: Pick<
    Refund,
    | 'amount'
    | 'note'
    | 'attendeeIds'
    | 'lineIds'
    | 'cancels'
    | 'notifies'
    | 'createdBy'
    | 'requestKey'
    | 'requestHash'
  >;
  /** What is cancelled if the refund cancels; null for the whole order. */
  ends: Places | null;
  /** All attendees of the order. */
  attendees: readonly { id: number; status: string }[];
  /** Which refund of the order it is, counted from 1. */
  number: number;
};

/**
 * Writes a refund that was decided and leaves the call to a job. What the buyer asked for and has with it needs no answer
 * any more. Minor units. The rows of order and payment must be locked.
 */
export async function writeRefund(
  tx: Tx,
  witness: Witness,
  order: Order,
  { payment, refund: made, number }: Pick<ToCarryOut, 'payment' | 'refund' | 'number'>,
): Promise<Refund> {
  const key = `order:${order.id}:refund:${number}`;
  const refund = payment
    ? await openRefund(tx, witness, order, payment, { ...made, key, reason: 'requested' })
    : await recordRefundByHand(tx, witness, order, made);
  if (!refund) throw new Error(`Refund ${number} of order ${order.id} was made before`);
  await settleRequests(tx, witness, scopeOfRow(order), { orderIds: [order.id], refund });
  return refund;
}

/** Writes a refund as `writeRefund` does and cancels what it ends. Locks counters if it cancels. */
export async function carryOut(tx: Tx, witness: Witness, order: Order, asked: ToCarryOut): Promise<Refund> {
  const refund = await writeRefund(tx, witness, order, asked);
  if (asked.refund.cancels) await endPlaces(tx, witness, order, { ...asked, refundId: refund.id });
  return refund;
}

/**
 * Cancels places of a complete order and records it. Null for `ends`: the whole order. The order's row must be locked;
 * locks counters. Answers what was cancelled.
 */
export async function endPlaces(
  tx: Tx,
  witness: Witness,
  order: Order,
  { ends, attendees, refundId }: Pick<ToCarryOut, 'ends' | 'attendees'> & { refundId: number | null },
): Promise<Cancelled> {
  const active = attendees.filter((one) => one.status !== 'cancelled').map((one) => one.id);
  const cancelled = await cancelPlaces(tx, witness, { order, chosen: ends, activeIds: active });
  await auditCancelled(tx, witness, order, { refundId, cancelled });
  return cancelled;
}

/** Records what was cancelled, with the refund that did it. Nothing if everything was cancelled before. */
export async function auditCancelled(
  tx: Tx,
  witness: Witness,
  order: Order,
  { refundId, cancelled }: { refundId: number | null; cancelled: Cancelled | undefined },
): Promise<void> {
  if (!cancelled) return;
  const { attendeeIds, lineIds, isOrder } = cancelled;
  if (attendeeIds.length + lineIds.length === 0 && !isOrder) return;
  await audit(tx, witness, scopeOfRow(order), {
    action: isOrder ? 'order.cancelled' : 'attendees.cancelled',
    target: { type: 'order', id: order.id },
    before: { status: order.status },
    after: { attendeeIds, lineIds, ...(refundId !== null && { refundId }) },
  });
}
