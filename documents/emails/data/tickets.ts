import type { EventFacts, TicketLink } from '../../facts.ts';

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

/** An order or a ticket of the person that a mail goes to. Dates are ISO instants: of the ticket if it is for a part. */
export type FoundThing = {
  kind: 'order' | 'ticket';
  /** Of the event. */
  title: string;
  startsAt: string;
  endsAt: string | null;
  timeZone: string;
  reference: string;
  state: 'valid' | 'called_off' | 'awaiting_payment' | 'cancelled' | 'refunded';
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
