import type { EventFacts } from '../../facts.ts';

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
