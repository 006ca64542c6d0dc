/** What several documents say of an event and of an order. The caller has checked and authorized it. */

/** An amount in minor units with its label, as the organizer named it ("VAT 21%"). */
export type LabelledAmount = { label: string; minor: number };

/** `alt`: empty where the picture says no more than the name beside it. */
export type Logo = { url: string; alt: string; width: number; height: number };

export type EventFacts = {
  id: number;
  title: string;
  /** Absolute address of the public event page. */
  url: string;
  organizerName: string;
  /** Of whoever organizes it; absolute address, and the size in CSS pixels that mails show. */
  logo: Logo | null;
  /** ISO instants; shown in `timeZone` (IANA). */
  startsAt: string;
  endsAt: string | null;
  timeZone: string;
  location: { name: string | null; address: string | null; mapUrl: string | null } | null;
  isOnline: boolean;
  /** Its tickets let nobody in, whatever their own state. */
  isCalledOff: boolean;
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

/** An invoice or a credit note that comes with a mail, and its address. */
export type AttachedDocument = { kind: 'invoice' | 'credit_note'; number: string; url: string };

/** `dates`: null if the ticket is for the whole event. */
export type TicketLink = { name: string; ticketTitle: string; url: string; dates: OwnDates | null };
