import type { OrderStatus, PaymentStatus, RefundStatus } from '@entrada/contract/sales/orders';
import { GIVEN_UP_REASONS } from '@entrada/contract/sales/orders';

type CheckoutPage =
  | 'details'
  | 'payment'
  | 'processing'
  | 'summary'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'refunded';

type Facts = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  refundStatus: RefundStatus;
  endedReason: string | null;
  hasBuyer: boolean;
  total: number;
  /** By the database's clock; null if nothing is held. */
  secondsLeft: number | null;
};

/**
 * The page of the checkout that an order belongs to. A failed payment leaves a live hold on the payment page, where the
 * buyer can try again. The page is `failed` only if the hold has ended as well. An order that its buyer gave up is
 * `cancelled`.
 */
export function checkoutPageOf(order: Facts): CheckoutPage {
  if (order.refundStatus === 'full') return 'refunded';
  if (order.status === 'completed') return 'summary';
  if (order.status === 'cancelled') return 'cancelled';
  if (order.status === 'expired' && GIVEN_UP_REASONS.includes(order.endedReason)) return 'cancelled';
  if (order.status === 'expired') return order.paymentStatus === 'failed' ? 'failed' : 'expired';
  if (order.status === 'cancelling' || order.paymentStatus === 'processing') return 'processing';
  if (order.status === 'awaiting_offline_payment') return 'summary';
  if (order.secondsLeft === null || order.secondsLeft <= 0) {
    return order.paymentStatus === 'awaiting' ? 'processing' : 'expired';
  }
  return order.hasBuyer && order.total > 0 ? 'payment' : 'details';
}
