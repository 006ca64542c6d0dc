/** The input of the documents: plain data that the caller has already checked and authorized. */

export type * from './audit-log/types.ts';
export type * from './emails/data/accounts.ts';
export type * from './emails/data/cancellations.ts';
export type * from './emails/data/kinds.ts';
export type * from './emails/data/money.ts';
export type * from './emails/data/orders.ts';
export type * from './emails/data/tickets.ts';
export type * from './emails/giving-back/data.ts';
export type * from './emails/messages/data.ts';
export type * from './emails/scheduled-exports/data.ts';
export type * from './event-changes/types.ts';
export type { ExportWord, ExportWords } from './exports/types.ts';
export type * from './facts.ts';
export type * from './invoices/types.ts';
export type * from './tickets/types.ts';

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
