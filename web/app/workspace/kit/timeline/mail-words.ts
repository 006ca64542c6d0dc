import type { BounceReason, BuyerMailKind, MailState } from '@entrada/contract/insight/timeline';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const names: Readonly<Record<BuyerMailKind, MessageDescriptor>> = {
  order_confirmation: msg`Order confirmation`,
  attendee_ticket: msg`Ticket`,
  event_message: msg`Message`,
  order_awaiting_payment: msg`How to pay`,
  order_cancelled: msg`Cancellation of the order`,
  tickets_cancelled: msg`Cancellation of tickets`,
  tickets_reactivated: msg`Tickets are valid again`,
  payment_failed: msg`Payment that failed`,
  paid_but_expired: msg`Payment that came too late`,
  order_email_corrected: msg`Note to the old address`,
  // The same word on a button is a verb.
  refunded: msg({ message: 'Refund', context: 'email' }),
  order_invoiced_anew: msg`New invoice`,
  ticket_passed_on: msg`Ticket passed on`,
  ticket_email_changed: msg`Note to the old address`,
  tickets_given_back: msg`Tickets given back`,
  refund_request_answered: msg`Answer to a request for a refund`,
  event_changed: msg`Event called off or moved`,
};

/** What a mail is about, by its kind. A mail of a kind that is no longer sent is an email. */
export const mailName = (kind: string): MessageDescriptor =>
  Object.hasOwn(names, kind) ? names[kind as BuyerMailKind] : msg`Email`;

/** What became of a mail. */
export const mailStateNames: Record<MailState, MessageDescriptor> = {
  queued: msg`Queued`,
  retrying: msg`Trying again`,
  accepted: msg`Accepted`,
  refused: msg`Refused`,
  dropped: msg`No longer needed`,
  bounced: msg`Bounced`,
  left_out: msg`Left out`,
};

/** The same in a sentence. */
export const mailStateSentences: Record<MailState, MessageDescriptor> = {
  queued: msg`Waits to be sent`,
  retrying: msg`The mail server did not take it yet; it is tried again`,
  accepted: msg`Accepted by the mail server`,
  refused: msg`Refused by the mail server`,
  dropped: msg`Not sent, no longer needed`,
  bounced: msg`Taken at first, but came back`,
  left_out: msg`Not sent, because earlier emails to this address bounced`,
};

export const mailTones = {
  queued: 'info',
  retrying: 'attn',
  accepted: 'ok',
  refused: 'bad',
  dropped: 'neutral',
  bounced: 'bad',
  left_out: 'attn',
} as const satisfies Record<MailState, string>;

/** Why a mail to an address came back. */
export function bounceSentence(reason: BounceReason, to: string): MessageDescriptor {
  const domain = to.slice(to.lastIndexOf('@') + 1);
  const sentences: Record<BounceReason, MessageDescriptor> = {
    no_mailbox: msg`There is no mailbox ${to}.`,
    no_domain: msg`${domain} does not take mail.`,
    full: msg`The mailbox ${to} is full.`,
    unwanted: msg`${domain} did not want this email.`,
    other: msg`The email to ${to} came back.`,
  };
  return sentences[reason];
}
