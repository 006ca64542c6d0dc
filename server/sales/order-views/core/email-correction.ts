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

/** How many corrections are left. Pure. */
export const correctionsLeft = (order: Facts): number =>
  whyUncorrectable(order) === null ? LIMITS.emailCorrections - order.emailCorrections : 0;
