import { LIMITS } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';
import type { Order } from '../../orders/core/types.ts';

type Facts = Pick<Order, 'status' | 'refundStatus' | 'emailCorrections'>;

/** Why the buyer cannot correct the email address of an order; null if it can be corrected. Pure. */
export function whyUncorrectable({ status, refundStatus, emailCorrections }: Facts): ErrorCode | null {
  if (refundStatus === 'full') return 'ORDER_REFUNDED';
  if (status === 'cancelled') return 'ORDER_CANCELLED';
  if (status === 'expired') return 'ORDER_EXPIRED';
  if (status !== 'completed' && status !== 'awaiting_offline_payment') return 'ORDER_NOT_COMPLETE';
  return emailCorrections < LIMITS.emailCorrections ? null : 'EMAIL_CORRECTIONS_EXHAUSTED';
}

/**
 * Why the organizer cannot change the buyer of an order; null if it is possible. Pure. In the checkout the buyer types,
 * and what was never bought has no buyer to write to.
 */
export function whyBuyerStays({ status }: Pick<Order, 'status'>): ErrorCode | null {
  if (status === 'expired') return 'ORDER_EXPIRED';
  return status === 'reserved' || status === 'cancelling' ? 'ORDER_NOT_COMPLETE' : null;
}

/** How many corrections are left. Pure. */
export const correctionsLeft = (order: Facts): number =>
  whyUncorrectable(order) === null ? LIMITS.emailCorrections - order.emailCorrections : 0;
