import type { AttachedDocument, EventFacts, OfflineTerms, OrderFacts, TicketLink } from '../../facts.ts';

export type OrderConfirmationData = {
  baseUrl: string;
  event: EventFacts;
  order: OrderFacts;
  tickets: TicketLink[];
  /** How many more tickets there are whose buyer has not said yet who comes. */
  unnamed: number;
  /** The invoices and credit notes that are attached; empty if there are none. */
  documents: AttachedDocument[];
  /** Sanitized HTML. */
  postCheckoutMessageHtml: string | null;
  /** Plain text that only buyers may read. Addresses in it become links. */
  onlineDetails: string | null;
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

export type AwaitingPaymentData = {
  baseUrl: string;
  event: EventFacts;
  order: OrderFacts;
  tickets: TicketLink[];
  /** How many more tickets there are whose buyer has not said yet who comes. */
  unnamed: number;
  offline: OfflineTerms;
};

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

export type PaidButExpiredData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerFirstName: string };
  refund: { minor: number; currency: string };
};

export type OrderEmailCorrectedData = {
  baseUrl: string;
  event: EventFacts;
  order: { reference: string; buyerFirstName: string };
  /** Not the buyer, but the organizer changed it. */
  byOrganizer: boolean;
};
