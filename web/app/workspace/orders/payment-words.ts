import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Payment = NonNullable<OrderDetail['payment']>;

export const paymentStatusNames: Record<Payment['status'], MessageDescriptor> = {
  creating: msg`Not paid yet`,
  requires_payment: msg`Not paid yet`,
  requires_action: msg`Waiting for the buyer to confirm`,
  processing: msg`Processing`,
  // The context separates this from "Paid" as a type of ticket. Other languages use two different words.
  succeeded: msg({ message: 'Paid', context: 'payment' }),
  failed: msg`Payment failed`,
  cancelled: msg`Not paid`,
};

const testBank = msg`Test bank`;

/** The name of a payment provider. Brand names are not translated; the demo's test bank has a translated name. */
export const providerName = (i18n: I18n, provider: Payment['provider']): string =>
  provider === 'stripe' ? 'Stripe' : i18n._(testBank);
