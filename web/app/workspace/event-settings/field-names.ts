import type { EventSettings } from '@entrada/contract/catalog/event-settings';
import type { Location } from '@entrada/contract/catalog/events';
import type { TicketDates } from '@entrada/contract/catalog/policies/ticket-dates';
import type { Currency } from '@entrada/contract/money';
import type { TypedStep } from '../kit/policies/typed-steps.ts';

type Figures = 'orderTimeoutMinutes' | 'offlineDays' | 'correctNamesBefore' | 'passOnBefore';

/** All fields of the settings page, with values as the form holds them. */
export type SettingsValues = {
  title: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  currency: Currency;
  /** What happens to the tickets' own dates with new dates of the event. Empty: the usual. */
  ticketDates: TicketDates | '';
  description: string;
} & Location &
  Omit<EventSettings, Figures | 'giveBack'> & {
    /** The event's own steps; null while its organizer's count. */
    giveBack: TypedStep[] | null;
  } & Record<Figures, string>;
export type SettingsField = keyof SettingsValues;
