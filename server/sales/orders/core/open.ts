import type { ErrorCode } from '@entrada/contract/errors';
import type { Order } from './types.ts';

/** Why the buyer can no longer change an order; null while its hold is live and unpaid. */
export function whyClosed(
  order: Pick<Order, 'status' | 'paymentStatus' | 'refundStatus' | 'secondsLeft'>,
): ErrorCode | null {
  if (order.refundStatus === 'full') return 'ORDER_REFUNDED';
  if (order.status === 'completed') return 'ORDER_COMPLETED';
  if (order.status === 'awaiting_offline_payment') return 'ORDER_AWAITING_PAYMENT';
  if (order.status === 'cancelled') return 'ORDER_CANCELLED';
  if (order.status === 'expired') return 'ORDER_EXPIRED';
  if (order.status === 'cancelling' || order.paymentStatus === 'processing') return 'ORDER_PROCESSING';
  return (order.secondsLeft ?? 0) > 0 ? null : 'ORDER_EXPIRED';
}

/** The database's clock when a held order was read: its deadline less the seconds that were left. Null if nothing is held. */
export const clockOf = ({ expiresAt, secondsLeft }: Pick<Order, 'expiresAt' | 'secondsLeft'>): Date | null =>
  expiresAt && secondsLeft !== null ? new Date(expiresAt.getTime() - secondsLeft * 1000) : null;
