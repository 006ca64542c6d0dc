import type { AttachedDocument, EventFacts } from '../../facts.ts';

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
  /** What was changed: a ticket of the order, or to whom it is invoiced. */
  because: 'ticket' | 'details';
  /** What is attached, with the addresses. */
  documents: AttachedDocument[];
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
