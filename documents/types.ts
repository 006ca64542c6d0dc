import type { DisplayedPrice } from '@entrada/contract/pricing';
import type { ExportFormat, ExportName } from '@entrada/contract/sales/exports';

export type { ExportWord, ExportWords } from './exports/types.ts';

/** The input of the documents: plain data that the caller has already checked and authorized. */

/** An amount in minor units with its label, as the organizer named it ("VAT 21%"). */
export type LabelledAmount = { label: string; minor: number };

export type EventFacts = {
  id: number;
  title: string;
  /** Absolute address of the public event page. */
  url: string;
  organizerName: string;
  /** ISO instants; shown in `timeZone` (IANA). */
  startsAt: string;
  endsAt: string | null;
  timeZone: string;
  location: { name: string | null; address: string | null; mapUrl: string | null } | null;
  isOnline: boolean;
  /** Absolute address of a raster cover image. */
  coverUrl: string | null;
  /** Absolute address of the event as an .ics file. */
  calendarUrl: string | null;
  supportEmail: string | null;
  /** Sanitized HTML that the organizer puts under every email of the event. */
  footerMessageHtml: string | null;
};

/** `admits`: each unit is a ticket that lets a person in. */
type OrderLine = { quantity: number; title: string; minor: number; admits: boolean };

export type OrderFacts = {
  shortId: string;
  /** The name of the order for buyer and organizer, such as "MAR-7K2Q9". */
  reference: string;
  buyer: { firstName: string; lastName: string; email: string };
  currency: string;
  lines: OrderLine[];
  discount: { code: string | null; minor: number } | null;
  /** Added to the lines. */
  fees: LabelledAmount[];
  taxes: LabelledAmount[];
  /** Already included in the lines. Shown, but not added. */
  includedTaxes: LabelledAmount[];
  totalMinor: number;
  cardLast4: string | null;
  /** What became of the money when tickets were exchanged for others, with the title of what there is now. Positive. */
  adjustments?: { title: string; minor: number; state: 'open' | 'paid' | 'given_back' }[];
};

/** How to pay an order without a card. */
export type OfflineTerms = {
  /** Sanitized HTML; empty if the organizer wrote none. */
  instructionsHtml: string;
  /** ISO instant. */
  dueAt: string;
};

/** Two ISO instants: the part of an event that a ticket is for. */
export type OwnDates = { startsAt: string; endsAt: string };

/** `dates`: null if the ticket is for the whole event. */
export type TicketLink = { name: string; ticketTitle: string; url: string; dates: OwnDates | null };

export type OrderConfirmationData = {
  baseUrl: string;
  event: EventFacts;
  order: OrderFacts;
  tickets: TicketLink[];
  /** The invoice and its address; null if there is none. */
  invoice: { number: string; url: string } | null;
  /** Sanitized HTML. */
  postCheckoutMessageHtml: string | null;
  /** Plain text that only buyers may read. Addresses in it become links. */
  onlineDetails: string | null;
};

export type AttendeeTicketData = {
  baseUrl: string;
  event: EventFacts;
  ticket: TicketLink & { firstName: string; reference: string };
  /** Empty if somebody else got the ticket for them. */
  buyerName: string;
  /** The ticket has a new code, and the person had one before. */
  replacesOlder: boolean;
  /** Who passed the ticket on to them, with a word. Empty if nobody did. */
  givenBy: string;
  note: string;
  onlineDetails: string | null;
};

export type AwaitingPaymentData = {
  baseUrl: string;
  event: EventFacts;
  order: OrderFacts;
  tickets: TicketLink[];
  offline: OfflineTerms;
};

export type OrderCancelledData = {
  baseUrl: string;
  event: EventFacts;
  /** `hasTickets`: not only donations and support, which let nobody in. */
  order: { reference: string; buyerFirstName: string; hasTickets: boolean };
  /** `unpaid`: the payment did not arrive in time. `organizer`: a person cancelled it. */
  reason: 'unpaid' | 'organizer';
  money: MoneyOfCancelled;
};

/**
 * The money of an order when places of it are cancelled. `awaited`: it was to be paid without a card. `kept`: some of it
 * is not refunded. `none`: there is none, or all of it is refunded.
 */
type MoneyOfCancelled = 'awaited' | 'kept' | 'none';

/** Some places of an order: tickets, and lines that let nobody in. */
export type PlacesData = {
  baseUrl: string;
  event: EventFacts;
  order: { shortId: string; reference: string };
  places: { name: string; detail: string; admits: boolean }[];
};

export type TicketsCancelledData = PlacesData & { money: MoneyOfCancelled };

export type OrderUnpaidData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerName: string; totalMinor: number; currency: string };
  /** Without lines that let nobody in. */
  ticketCount: number;
  /** Absolute address of the order in the workspace. */
  manageUrl: string;
};

export type PaymentFailedData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerFirstName: string };
  /** While the order is still held: until when (ISO instant), and the address where the buyer pays. */
  held: { until: string; payUrl: string } | null;
};

/** To whoever had a ticket that now is another person's. */
export type TicketPassedOnData = {
  baseUrl: string;
  event: EventFacts;
  ticket: { firstName: string; ticketTitle: string; reference: string };
  /** The buyer had passed it on to them and took it back. */
  isTakenBack: boolean;
};

/** To the address at which a ticket's mails no longer arrive. */
export type TicketEmailChangedData = Omit<TicketPassedOnData, 'isTakenBack'>;

/** To a buyer who gave tickets back for which no money is sent. */
export type TicketsGivenBackData = {
  baseUrl: string;
  event: EventFacts;
  order: { shortId: string; reference: string; buyerFirstName: string };
  count: number;
};

/** To the organizer: a buyer asks for money back. */
export type RefundRequestedData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerName: string };
  /** `reason`: the buyer's own words, which may be empty. */
  request: { minor: number; currency: string; count: number; reason: string };
  /** Absolute address of the order in the workspace. */
  manageUrl: string;
};

/** To a buyer who asked for money back. */
export type RefundRequestAnsweredData = {
  baseUrl: string;
  event: EventFacts;
  order: { shortId: string; reference: string; buyerFirstName: string };
  isApproved: boolean;
  /** The money that is sent; null if none is. */
  refund: { minor: number; currency: string } | null;
  /** The organizer's own words, which may be empty. */
  answer: string;
};

export type OrderEmailCorrectedData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerFirstName: string };
  /** Not the buyer, but the organizer changed it. */
  byOrganizer: boolean;
};

export type PaidButExpiredData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerFirstName: string };
  refund: { minor: number; currency: string };
};

export type ConfirmEmailData = { baseUrl: string; firstName: string; url: string };
export type ResetPasswordData = { baseUrl: string; firstName: string; url: string };
export type EmailAlreadyRegisteredData = {
  baseUrl: string;
  firstName: string;
  email: string;
  loginUrl: string;
  resetUrl: string;
};

export type NewOrderData = {
  baseUrl: string;
  event: EventFacts;
  order: OrderFacts;
  /** ISO instant of the deadline of a payment without a card; null for an order that is complete. */
  awaitedUntil: string | null;
  /** Absolute address of the order in the workspace. */
  manageUrl: string;
};

export type RefundedData = {
  baseUrl: string;
  event: EventFacts;
  /** `hasTickets`: not only donations and support, which let nobody in. */
  order: { shortId: string; reference: string; hasTickets: boolean };
  refund: { minor: number; currency: string };
  /** Whether the refund also cancelled tickets. */
  cancelled: 'none' | 'some' | 'all';
  /** The order was paid without a card, so the organizer pays the refund in the same way. */
  isByHand: boolean;
  /** Its credit notes and their addresses; empty if the order has no invoice. */
  creditNotes: { number: string; url: string }[];
};

/** To a buyer whose order was changed: what was invoiced is credited, and what it costs now is invoiced. */
export type OrderInvoicedAnewData = {
  baseUrl: string;
  event: EventFacts;
  order: { shortId: string; reference: string };
  /** What is attached, with the addresses. */
  documents: { kind: 'invoice' | 'credit_note'; number: string; url: string }[];
};

export type RefundFailedData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerName: string };
  refund: { minor: number; currency: string };
  /** Absolute address of the order in the workspace. */
  manageUrl: string;
};

export type DisputeOpenedData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerName: string };
  /** `isInquiry`: the bank only asks and has taken no money. `respondBy`: ISO instant. */
  dispute: { minor: number; currency: string; isInquiry: boolean; respondBy: string | null };
  manageUrl: string;
};

/** An order or a ticket of the person that a mail goes to. Dates are ISO instants: of the ticket if it is for a part. */
export type FoundThing = {
  kind: 'order' | 'ticket';
  /** Of the event. */
  title: string;
  startsAt: string;
  endsAt: string | null;
  timeZone: string;
  reference: string;
  state: 'valid' | 'awaiting_payment' | 'cancelled' | 'refunded';
  /** Absolute address of its page. */
  url: string;
};

export type FoundTicketsData = {
  baseUrl: string;
  /** Whose orders and tickets they are. */
  email: string;
  /** What comes next is first. */
  found: FoundThing[];
  /** There is more than the mail lists. */
  hasMore: boolean;
};

export type ScheduledExportData = {
  baseUrl: string;
  event: { title: string; timeZone: string };
  file: {
    what: ExportName;
    format: ExportFormat;
    rows: number;
    bytes: number;
    madeAt: string;
    /** It can be downloaded until then. */
    until: string;
  };
  /** Who of the team scheduled it. */
  scheduledBy: { firstName: string; lastName: string };
  /** Absolute addresses: of the file's page, which asks for the login, and of the event's scheduled exports. */
  fileUrl: string;
  manageUrl: string;
};

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
  confirm_email: ConfirmEmailData;
  reset_password: ResetPasswordData;
  email_already_registered: EmailAlreadyRegisteredData;
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
  'confirm_email',
  'reset_password',
  'email_already_registered',
  'new_order',
  'refunded',
  'order_invoiced_anew',
  'refund_failed',
  'dispute_opened',
];

export type RenderedEmail = { subject: string; html: string; text: string };

export type TicketPdfTicket = {
  name: string;
  ticketTitle: string;
  /** The part of the event that it is for; null for the whole event. */
  dates: OwnDates | null;
  /** The text that a door can type if it cannot scan, such as "A-4H8KD2". */
  reference: string;
  orderReference: string;
  /** Address of the ticket page. */
  url: string;
  /** The content of the QR code. */
  code: string;
  /** What the ticket cost, as its event shows prices. */
  price: DisplayedPrice;
  currency: string;
};

export type TicketPdfData = {
  event: EventFacts;
  tickets: TicketPdfTicket[];
  /** PNG or JPEG. Other formats are left out. */
  cover: Uint8Array | null;
};

/** A fee or tax on an invoice. `rate`: percent as an exact decimal ("21.0000"); null for a fixed amount. */
export type InvoiceTaxOrFee = { label: string; rate: string | null; minor: number };

/** The content of an invoice at the time it was issued. Amounts are in minor units. */
export type InvoiceContent = {
  issuer: { lines: string[]; taxId: string };
  buyer: { name: string; email: string };
  orderReference: string;
  event: { title: string; startsAt: string; endsAt: string | null; timeZone: string };
  currency: string;
  /** At list price. */
  lines: { quantity: number; title: string; unitMinor: number; minor: number }[];
  discount: { code: string | null; minor: number } | null;
  fees: InvoiceTaxOrFee[];
  taxes: (InvoiceTaxOrFee & { isIncluded: boolean })[];
  /** The total without taxes. */
  netMinor: number;
  totalMinor: number;
  /** `cash` and `terminal`: at the door, or whoever sold it by hand. */
  payment: 'card' | 'offline' | 'cash' | 'terminal';
  /** What of the total is still to be paid; left out if nothing is. */
  openMinor?: number;
};

export type InvoicePdfData = {
  number: string;
  /** ISO instant. */
  issuedAt: string;
  content: InvoiceContent;
};

/** The content of a credit note at the time it was issued: what it gives back of an invoice. Amounts are in minor units. */
export type CreditNoteContent = Pick<
  InvoiceContent,
  'issuer' | 'buyer' | 'orderReference' | 'event' | 'currency' | 'fees' | 'taxes' | 'netMinor' | 'totalMinor'
> & {
  /** `issuedAt`: ISO instant. */
  invoice: { number: string; issuedAt: string };
  /**
   * `dispute`: the buyer's bank took the money back. `change`: the order was changed and is invoiced anew. `waived`: what
   * was still to be paid is not paid after all.
   */
  reason: 'refund' | 'dispute' | 'change' | 'waived';
  /** After the discount. Nulls: a part of the line's price. */
  lines: { quantity: number | null; title: string; unitMinor: number | null; minor: number }[];
};

export type CreditNotePdfData = {
  number: string;
  /** ISO instant. */
  issuedAt: string;
  content: CreditNoteContent;
};

/** One entry of a calendar file. `ticketId`: the ticket whose own dates it has; null for the event itself. */
export type CalendarEntry = {
  ticketId: number | null;
  title: string;
  startsAt: string;
  endsAt: string | null;
  /** ISO instant of the last change of the event or the ticket. */
  updatedAt: string;
};

export type CalendarData = {
  id: number;
  /** Plain text. */
  description: string | null;
  url: string;
  timeZone: string;
  location: string | null;
  organizer: { name: string; email: string } | null;
  entries: CalendarEntry[];
};

export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';
