import type { EventFacts } from '../../facts.ts';

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
  /** `reason`: the buyer's own words, which may be empty. `isAfterMove`: it is all that was paid, because the event was moved. */
  request: { minor: number; currency: string; count: number; reason: string; isAfterMove: boolean };
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
