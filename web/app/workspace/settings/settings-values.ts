import { ORDER_TIMEOUT } from '@entrada/contract/constants';
import type { FieldErrorCode } from '@entrada/contract/errors';
import type { EventDetail } from '@entrada/contract/events';
import { fromLocalTime, toLocalTime } from '../../platform/zoned-time.ts';
import type { EventBody } from './api.ts';

/** Every field of the settings page, as its controls hold it. */
export type SettingsValues = {
  title: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  description: string;
  priceDisplay: 'inclusive' | 'exclusive';
  orderTimeoutMinutes: string;
  showAvailableCount: boolean;
  isOnline: boolean;
  onlineDetails: string;
  venueName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  mapUrl: string;
};
export type SettingsField = keyof SettingsValues;

export const LOCATION_FIELDS = [
  'isOnline',
  'onlineDetails',
  'venueName',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
  'mapUrl',
] as const satisfies SettingsField[];

export function settingsValues(event: EventDetail): SettingsValues {
  const { title, timezone, description, settings, location } = event;
  return {
    title,
    startsAt: toLocalTime(event.startsAt, timezone),
    endsAt: event.endsAt ? toLocalTime(event.endsAt, timezone) : '',
    timezone,
    description,
    priceDisplay: settings.priceDisplay,
    orderTimeoutMinutes: String(settings.orderTimeoutMinutes),
    showAvailableCount: settings.showAvailableCount,
    ...location,
  };
}

/** The fields whose values differ. */
export function changedFields(from: SettingsValues, to: SettingsValues): SettingsField[] {
  return (Object.keys(from) as SettingsField[]).filter((field) => from[field] !== to[field]);
}

export type Wrong = { path: SettingsField; code: FieldErrorCode; min?: number; max?: number };

/**
 * What changed, as the API takes it. Times are clocks of the event's zone, so a new zone sends both times again:
 * doors at 18:00 stay at 18:00.
 */
export function readSettings(
  base: { values: SettingsValues; version: number },
  values: SettingsValues,
): { body: EventBody; wrong: [] } | { body: null; wrong: Wrong[] } {
  const changed = new Set(changedFields(base.values, values));
  const wrong: Wrong[] = [];
  const startsAt = fromLocalTime(values.startsAt, values.timezone);
  const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, values.timezone);
  if (values.title.trim() === '') wrong.push({ path: 'title', code: 'required' });
  if (!startsAt) wrong.push({ path: 'startsAt', code: values.startsAt ? 'invalid_date' : 'required' });
  if (endsAt === undefined) wrong.push({ path: 'endsAt', code: 'invalid_date' });
  if (startsAt && endsAt && endsAt <= startsAt) wrong.push({ path: 'endsAt', code: 'must_be_after_start' });
  const minutes = /^\s*\d{1,4}\s*$/.test(values.orderTimeoutMinutes) ? Number(values.orderTimeoutMinutes) : 0;
  const { minMinutes: min, maxMinutes: max } = ORDER_TIMEOUT;
  if (minutes < min) wrong.push({ path: 'orderTimeoutMinutes', code: 'too_small', min });
  if (minutes > max) wrong.push({ path: 'orderTimeoutMinutes', code: 'too_big', max });
  if (wrong.length > 0 || !startsAt || endsAt === undefined) return { body: null, wrong };
  const hasNewTimes = changed.has('startsAt') || changed.has('endsAt') || changed.has('timezone');
  const location = Object.fromEntries(
    LOCATION_FIELDS.filter((field) => changed.has(field)).map((field) => [field, values[field]]),
  );
  const settings = {
    ...(changed.has('priceDisplay') && { priceDisplay: values.priceDisplay }),
    ...(changed.has('orderTimeoutMinutes') && { orderTimeoutMinutes: minutes }),
    ...(changed.has('showAvailableCount') && { showAvailableCount: values.showAvailableCount }),
  };
  const body: EventBody = {
    version: base.version,
    ...(changed.has('title') && { title: values.title }),
    ...(hasNewTimes && { startsAt, endsAt }),
    ...(changed.has('timezone') && { timezone: values.timezone }),
    ...(changed.has('description') && { description: values.description }),
    ...(Object.keys(location).length > 0 && { location }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return { body, wrong: [] };
}
