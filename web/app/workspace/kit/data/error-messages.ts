import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WorkspaceErrorCode } from '../../../platform/api/error-messages.ts';

/** Messages for error codes that only the workspace can get: `errorMessage(i18n, error, workspaceErrors)`. */
export const workspaceErrors: Record<WorkspaceErrorCode, MessageDescriptor> = {
  STALE_VERSION: msg`Someone else changed this in the meantime. Reload to see their changes.`,
  EVENT_NEEDS_TICKET: msg`Add at least one ticket before you publish the event.`,
  EVENT_ARCHIVED: msg`This event is archived. Restore it first.`,
  EVENT_HAS_ORDERS: msg`This event has orders, so it can’t be deleted. You can archive it.`,
  INVALID_STATUS_CHANGE: msg`The event can’t go from its present state to that one.`,
  CURRENCY_LOCKED: msg`The currency is fixed after the first sale.`,
  TICKET_TYPE_LOCKED: msg`The type can’t change once tickets are sold.`,
  TICKET_HAS_SALES: msg`Tickets of this type have been sold, so it can’t be deleted. You can hide it.`,
  PRICE_BELOW_PROVIDER_MINIMUM: msg`The payment provider doesn’t take amounts this small.`,
  SLUG_TAKEN: msg`This address is taken. Choose another one.`,
  SLUG_RESERVED: msg`This address is reserved. Choose another one.`,
  NO_TICKETS_YET: msg`Add a ticket first.`,
  PROMO_CODE_HAS_USES: msg`Orders use this code, so it can’t be deleted. You can switch it off.`,
  AFFILIATE_HAS_ORDERS: msg`Orders came through this affiliate, so it can’t be deleted. You can switch it off.`,
  TOO_MANY_AFFILIATES: msg`An event has at most 1,000 affiliates. Delete one that is no longer needed.`,
  TOO_MANY_QUESTIONS: msg`An event has at most 500 questions. Delete one that is no longer asked.`,
  IMAGE_TOO_LARGE: msg`The image is larger than 5 MB.`,
  IMAGE_TYPE: msg`Use a JPEG, PNG or WebP image.`,
  IMAGE_TOO_SMALL: msg`The image is smaller than 600 × 300 pixels.`,
  IMAGE_DIMENSIONS: msg`The image is larger than 4000 × 4000 pixels.`,
  IMAGE_UNREADABLE: msg`The image could not be read. Try another file.`,
  ORDER_NOT_AWAITING_PAYMENT: msg`No payment without a card is awaited for this order.`,
  ORDER_NOT_COMPLETE: msg`The buyer has not completed this order yet.`,
  ATTENDEE_CANCELLED: msg`This ticket was cancelled.`,
  ORDER_IS_MANUAL: msg`This order was created by hand, so there is no payment to refund.`,
  ORDER_NOT_PAID_ONLINE: msg`This order has no online payment that could be refunded.`,
  PAYMENT_DISPUTED: msg`The buyer’s bank is deciding a dispute about this payment. It can’t be refunded until then.`,
  REFUND_PENDING: msg`A refund of this order is still under way. Wait until it is done.`,
  REFUND_ABOVE_REMAINING: msg`That is more than what is left to refund.`,
  REFUND_NOTHING_DUE: msg`The chosen tickets were free, so there is nothing to refund.`,
  ATTENDEE_ALREADY_REFUNDED: msg`One of the chosen tickets was already refunded.`,
};
