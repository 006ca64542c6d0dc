import { type EventTimes, formatShortDay, lastDay } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { toLocalTime } from '../../../platform/i18n/zoned-time.ts';

/** The days of an event, for little space: "11–13 June 2027". If this is not possible in short, only the first day. */
export function formatBriefDays(event: EventTimes, locale: string): string {
  const { startsAt, timezone } = event;
  const last = lastDay(event);
  const first = toLocalTime(startsAt, timezone);
  const end = toLocalTime(last.toISOString(), timezone);
  const isOneMonth = first.slice(0, 7) === end.slice(0, 7) && first.slice(8, 10) !== end.slice(8, 10);
  if (!isOneMonth) return formatShortDay(startsAt, { locale, timezone });
  const start = Number(first.slice(8, 10));
  const tag = locale === 'en' ? 'en-GB' : languageTag(locale);
  const month = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: timezone,
  });
  const written = month.format(last);
  // In Chinese the day comes last, in German each day has a full stop.
  if (locale === 'zh-cn') return written.replace(/\d+(?=日)/, (day) => `${start}–${day}`);
  return locale === 'de' ? `${start}.–${written}` : `${start}–${written}`;
}
