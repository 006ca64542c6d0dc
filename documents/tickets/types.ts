import type { DisplayedPrice } from '@entrada/contract/pricing';
import type { EventFacts, OwnDates } from '../facts.ts';

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
