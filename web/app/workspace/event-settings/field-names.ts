import type { EventSettings } from '@entrada/contract/catalog/event-settings';
import type { Location } from '@entrada/contract/catalog/events';

type Figures = 'orderTimeoutMinutes' | 'offlineDays';

/** All fields of the settings page, with values as the form holds them. */
export type SettingsValues = {
  title: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  description: string;
} & Location &
  Omit<EventSettings, Figures> &
  Record<Figures, string>;
export type SettingsField = keyof SettingsValues;
