import type { MessageDescriptor, Messages } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Outlet } from 'react-router';
import { addErrorMessages, type CheckoutErrorCode } from '../api/error-messages.ts';
import { type CatalogueHandle, catalogue, loadWhole } from '../i18n/catalogues.ts';

const loadMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/checkout/*.po'));

export const handle: CatalogueHandle = { part: 'checkout', loadMessages };

addErrorMessages({
  ORDER_ALREADY_EXTENDED: msg`This order was already given more time.`,
  PAYMENT_ATTEMPTS_EXHAUSTED: msg`There were too many payment attempts for this order. Start a new order.`,
  OFFLINE_PAYMENT_UNAVAILABLE: msg`Payment without a card is no longer offered for this event. Choose another way to pay.`,
  ORDER_DETAILS_MISSING: msg`Enter your details before you pay.`,
  PAYMENT_NOT_REQUIRED: msg`There is nothing to pay for this order.`,
  TICKET_PASSED_ON: msg`Somebody else has this ticket now.`,
  // Buyers in the middle of paying ask about their money first. Whoever organizes the event has paid nothing.
  EVENT_CALLED_OFF: msg`This event was called off. Nothing was charged.`,
} satisfies Record<CheckoutErrorCode | 'EVENT_CALLED_OFF', MessageDescriptor>);

export const clientMiddleware = [loadWhole(loadMessages)];

export default function Words() {
  return <Outlet />;
}
