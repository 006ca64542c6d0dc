import type { EventSettings } from '@entrada/contract/catalog/event-settings';
import type { Location } from '@entrada/contract/catalog/events';

type Figures = 'orderTimeoutMinutes' | 'offlineDays';

/** Every field of the settings page, as its controls hold it. */
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
