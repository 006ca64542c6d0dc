import type { EventChangedData } from '../../event-changes/types.ts';
import type { DigestData } from '../digests/data.ts';
import type {
  RefundRequestAnsweredData,
  RefundRequestedData,
  TicketsGivenBackData,
} from '../giving-back/data.ts';
import type { EventMessageData } from '../messages/data.ts';
import type { ScheduledExportData } from '../scheduled-exports/data.ts';
import type { InvitationData, OwnershipOfferedData } from '../team/data.ts';
import type {
  ConfirmEmailData,
  EmailAlreadyRegisteredData,
  EmailChangeConfirmData,
  EmailChangeNoticeData,
  EmailChangeTakenData,
  ResetPasswordData,
  SecurityNoticeData,
} from './accounts.ts';
import type { OrderCancelledData, PlacesData, TicketsCancelledData } from './cancellations.ts';
import type { DisputeOpenedData, OrderInvoicedAnewData, RefundedData, RefundFailedData } from './money.ts';
import type {
  AwaitingPaymentData,
  NewOrderData,
  OrderConfirmationData,
  OrderEmailCorrectedData,
  OrderUnpaidData,
  PaidButExpiredData,
  PaymentFailedData,
} from './orders.ts';
import type {
  AttendeeTicketData,
  FoundTicketsData,
  TicketEmailChangedData,
  TicketPassedOnData,
} from './tickets.ts';

export type EmailData = {
  order_confirmation: OrderConfirmationData;
  attendee_ticket: AttendeeTicketData;
  order_awaiting_payment: AwaitingPaymentData;
  order_cancelled: OrderCancelledData;
  order_unpaid: OrderUnpaidData;
  tickets_cancelled: TicketsCancelledData;
  tickets_reactivated: PlacesData;
  ticket_passed_on: TicketPassedOnData;
  ticket_email_changed: TicketEmailChangedData;
  tickets_given_back: TicketsGivenBackData;
  refund_requested: RefundRequestedData;
  refund_request_answered: RefundRequestAnsweredData;
  payment_failed: PaymentFailedData;
  paid_but_expired: PaidButExpiredData;
  order_email_corrected: OrderEmailCorrectedData;
  found_tickets: FoundTicketsData;
  scheduled_export: ScheduledExportData;
  digest: DigestData;
  event_message: EventMessageData;
  event_changed: EventChangedData;
  invitation: InvitationData;
  ownership_offered: OwnershipOfferedData;
  confirm_email: ConfirmEmailData;
  reset_password: ResetPasswordData;
  email_already_registered: EmailAlreadyRegisteredData;
  security_notice: SecurityNoticeData;
  email_change_confirm: EmailChangeConfirmData;
  email_change_taken: EmailChangeTakenData;
  email_change_notice: EmailChangeNoticeData;
  new_order: NewOrderData;
  refunded: RefundedData;
  order_invoiced_anew: OrderInvoicedAnewData;
  refund_failed: RefundFailedData;
  dispute_opened: DisputeOpenedData;
};

export type EmailKind = keyof EmailData;

export const EMAIL_KINDS: readonly EmailKind[] = [
  'order_confirmation',
  'attendee_ticket',
  'order_awaiting_payment',
  'order_cancelled',
  'order_unpaid',
  'tickets_cancelled',
  'tickets_reactivated',
  'ticket_passed_on',
  'ticket_email_changed',
  'tickets_given_back',
  'refund_requested',
  'refund_request_answered',
  'payment_failed',
  'paid_but_expired',
  'order_email_corrected',
  'found_tickets',
  'scheduled_export',
  'digest',
  'event_message',
  'event_changed',
  'confirm_email',
  'reset_password',
  'email_already_registered',
  'security_notice',
  'email_change_confirm',
  'email_change_taken',
  'email_change_notice',
  'new_order',
  'refunded',
  'order_invoiced_anew',
  'refund_failed',
  'dispute_opened',
];

export type RenderedEmail = { subject: string; html: string; text: string };
