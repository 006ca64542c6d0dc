import { eventChanged } from '../event-changes/letter.ts';
import { confirmEmail, emailAlreadyRegistered, resetPassword } from './account-letters.ts';
import { orderCancelled, ticketsCancelled, ticketsReactivated } from './cancellation-letters.ts';
import type { EmailData, EmailKind } from './data/kinds.ts';
import { digest } from './digests/letter.ts';
import { foundTickets } from './found-letters.ts';
import { refundRequestAnswered, refundRequested, ticketsGivenBack } from './giving-back/letters.ts';
import { withHarmlessNames } from './harmless/names.ts';
import type { Letter, Writer } from './letter.ts';
import { eventMessage } from './messages/letter.ts';
import { disputeOpened, orderInvoicedAnew, refunded, refundFailed } from './money-letters.ts';
import { awaitingPayment, orderUnpaid } from './offline-letters.ts';
import {
  newOrder,
  orderConfirmation,
  orderEmailCorrected,
  paidButExpired,
  paymentFailed,
} from './order-letters.ts';
import { scheduledExport } from './scheduled-exports/letter.ts';
import {
  emailChangeConfirm,
  emailChangeNotice,
  emailChangeTaken,
  securityNotice,
} from './security/letters.ts';
import { invitation, ownershipOffered } from './team/letters.ts';
import { attendeeTicket, ticketEmailChanged, ticketPassedOn } from './ticket-letters.ts';

type Letters = { [K in EmailKind]: (writer: Writer, data: EmailData[K]) => Letter };

const letters: Letters = {
  order_confirmation: orderConfirmation,
  attendee_ticket: attendeeTicket,
  order_awaiting_payment: awaitingPayment,
  order_cancelled: orderCancelled,
  order_unpaid: orderUnpaid,
  tickets_cancelled: ticketsCancelled,
  tickets_reactivated: ticketsReactivated,
  ticket_passed_on: ticketPassedOn,
  ticket_email_changed: ticketEmailChanged,
  tickets_given_back: ticketsGivenBack,
  refund_requested: refundRequested,
  refund_request_answered: refundRequestAnswered,
  payment_failed: paymentFailed,
  paid_but_expired: paidButExpired,
  order_email_corrected: orderEmailCorrected,
  found_tickets: foundTickets,
  scheduled_export: scheduledExport,
  digest,
  event_message: eventMessage,
  event_changed: eventChanged,
  invitation,
  ownership_offered: ownershipOffered,
  confirm_email: confirmEmail,
  reset_password: resetPassword,
  email_already_registered: emailAlreadyRegistered,
  security_notice: securityNotice,
  email_change_confirm: emailChangeConfirm,
  email_change_taken: emailChangeTaken,
  email_change_notice: emailChangeNotice,
  new_order: newOrder,
  refunded,
  order_invoiced_anew: orderInvoicedAnew,
  refund_failed: refundFailed,
  dispute_opened: disputeOpened,
};

/** A line for a mail header. Characters that could start another header become a space. */
function headerLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Writes the content of an email, before it becomes HTML or text. Names of people are made harmless first. */
export function writeLetter<K extends EmailKind>(kind: K, data: EmailData[K], writer: Writer): Letter {
  const letter = letters[kind](writer, withHarmlessNames(data));
  return {
    ...letter,
    subject: headerLine(letter.subject),
    preheader: headerLine(letter.preheader),
    sender: headerLine(letter.sender),
  };
}
