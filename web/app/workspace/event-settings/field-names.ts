import type { EventSettings } from '@entrada/contract/catalog/event-settings';
import type { Location, TicketDates } from '@entrada/contract/catalog/events';

type Figures =
  | 'orderTimeoutMinutes'
  | 'offlineDays'
  | 'giveBackBefore'
  | 'giveBackPercent'
  | 'correctNamesBefore'
  | 'passOnBefore';

/** All fields of the settings page, with values as the form holds them. */
export type SettingsValues = {
  title: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  /** What happens to the tickets' own dates with new dates of the event. Empty: the usual. */
  ticketDates: TicketDates | '';
  description: string;
} & Location &
  Omit<EventSettings, Figures> &
  Record<Figures, string>;
export type SettingsField = keyof SettingsValues;
