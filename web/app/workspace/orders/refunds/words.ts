import type { OrderRefunds, Refund } from '@entrada/contract/sales/refunds';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { workspaceErrors } from '../../kit/data/error-messages.ts';

type Obstacle = NonNullable<OrderRefunds['obstacle']>;

/** Why no refund is possible now. Shown instead of the button. */
export const obstacleWords: Record<Obstacle, MessageDescriptor> = {
  ORDER_IS_MANUAL: workspaceErrors.ORDER_IS_MANUAL,
  ORDER_NOT_PAID_ONLINE: workspaceErrors.ORDER_NOT_PAID_ONLINE,
  PAYMENTS_NOT_SET_UP: msg`The payment provider of this order is no longer connected. Refund it in the provider’s dashboard.`,
  PAYMENT_DISPUTED: workspaceErrors.PAYMENT_DISPUTED,
  REFUND_PENDING: workspaceErrors.REFUND_PENDING,
  REFUND_ABOVE_REMAINING: msg`Nothing is left to refund.`,
};

export const refundStatusNames: Record<Refund['status'], MessageDescriptor> = {
  pending: msg`Under way`,
  succeeded: msg`Refunded`,
  failed: msg`Failed`,
};

export const refundReasonWords: Record<Exclude<Refund['reason'], 'requested'>, MessageDescriptor> = {
  late_payment: msg`The payment came after the places were gone.`,
  duplicate: msg`The order had been paid twice.`,
  provider: msg`Made in the payment provider’s dashboard.`,
  by_hand: msg`Sent back by hand, as it was paid.`,
};

const failureWords: Readonly<Record<string, MessageDescriptor>> = {
  declined: msg`The buyer’s bank did not take the money back.`,
  lost_or_stolen_card: msg`The card was reported lost or stolen.`,
  expired_or_canceled_card: msg`The card has expired or was cancelled.`,
  insufficient_funds: msg`Your balance at the payment provider is too low.`,
  charge_for_pending_refund_disputed: msg`The buyer disputed the payment before the refund was done.`,
};
const unknownFailure = msg`The payment provider gave no reason.`;

/** Why a refund failed, if that is known. */
export const failureOf = (code: string | null): MessageDescriptor =>
  (code !== null && Object.hasOwn(failureWords, code) && failureWords[code]) || unknownFailure;

const disputeReasons: Readonly<Record<string, MessageDescriptor>> = {
  fraudulent: msg`The cardholder says that they did not make this payment.`,
  unrecognized: msg`The cardholder does not recognise the payment.`,
  duplicate: msg`The cardholder says that they paid twice.`,
  product_not_received: msg`The cardholder says that they never got the tickets.`,
  product_unacceptable: msg`The cardholder says that the event was not as described.`,
  credit_not_processed: msg`The cardholder says that a promised refund never came.`,
  subscription_canceled: msg`The cardholder says that they had cancelled.`,
};
const otherReason = msg`The bank gave no particular reason.`;

/** The reasons for a dispute, as given by the buyer's bank. */
export const disputeReason = (code: string): MessageDescriptor =>
  (Object.hasOwn(disputeReasons, code) && disputeReasons[code]) || otherReason;
