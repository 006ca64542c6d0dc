import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type EventTimes, formatEventDays, formatTime } from './format.ts';

/**
 * The days of an event and when the first one begins: "Fri 11 June 2027, 18:00". Behind several days a bare time would
 * read as the end of the last one: "Fri 11 – Sun 13 June 2027, from 18:00".
 */
export function formatEventStart(i18n: I18n, event: EventTimes): string {
  const { locale } = i18n;
  const days = formatEventDays(event, locale);
  const start = formatTime(event.startsAt, { locale, timezone: event.timezone });
  const isOneDay = days === formatEventDays({ ...event, endsAt: null }, locale);
  return isOneDay ? i18n._(msg`${days}, ${start}`) : i18n._(msg`${days}, from ${start}`);
}
