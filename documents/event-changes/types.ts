import type { EventFacts } from '../facts.ts';

/** To a buyer or a holder of a ticket: the event is called off, or has another date or place. */
export type EventChangedData = {
  baseUrl: string;
  event: EventFacts;
  /** The organizer's words, in the reader's language. The text has a place for the first name, which may be empty. */
  subject: string;
  body: string;
  firstName: string;
  /** Absolute address of the ticket or the order. */
  url: string;
  isTicket: boolean;
  /**
   * What is said about the money. `card`: it goes back by itself. `by_hand`: the organizer sends it. `ask`: on the order's
   * page, until the ISO instant `until`. `awaited`: nothing was paid yet. `contact`: the organizer decides.
   */
  money: {
    way: 'card' | 'by_hand' | 'ask' | 'awaited' | 'contact' | 'none';
    minor: number;
    currency: string;
    until: string | null;
  };
};

/** The words that are proposed for a message. The text has a place for the first name of its reader. */
export type ChangeWords = Record<'call_off' | 'dates' | 'place', { subject: string; body: string }>;
