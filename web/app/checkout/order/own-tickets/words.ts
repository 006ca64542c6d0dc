import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Intent } from './address.ts';

const words: Readonly<Record<string, MessageDescriptor>> = {
  STALE_VERSION: msg`This ticket was changed meanwhile. Check it and try again.`,
  EVENT_CALLED_OFF: msg`This event was called off, so its tickets can’t be changed any more.`,
  EVENT_ARCHIVED: msg`The organizer has closed this event.`,
  ORDER_NOT_COMPLETE: msg`This order is not paid yet.`,
  ATTENDEE_CANCELLED: msg`This ticket was cancelled.`,
  ATTENDEE_CHECKED_IN: msg`Somebody has entered with this ticket, so it can’t be changed any more.`,
  REFUND_PENDING: msg`Money of this order is on its way back. Once it has arrived, you can pass tickets on.`,
  PAYMENT_DISPUTED: msg`Your bank was asked for the money of this order, so its tickets can’t be passed on.`,
  REFUND_REQUESTED: msg`You have asked to give tickets back. Once the organizer has answered, you can pass tickets on.`,
};

/** Where the words for tickets do not fit the invoice. */
const invoiceWords: typeof words = {
  STALE_VERSION: msg`The invoice was changed meanwhile. Check it and try again.`,
  REFUND_PENDING: msg`Money of this order is on its way back. Once it has arrived, you can change the invoice.`,
  PAYMENT_DISPUTED: msg`Your bank was asked for the money of this order, so its invoice can’t be changed.`,
};

/** Why a form was refused, as the buyer reads it; null for codes whose general words fit. */
export const obstacleWords = (code: string, intent?: Intent): MessageDescriptor | null =>
  (intent === 'invoice' && invoiceWords[code]) || (words[code] ?? null);
