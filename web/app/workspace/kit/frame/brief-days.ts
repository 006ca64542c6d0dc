import { type EventTimes, formatShortDay } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { toLocalTime } from '../../../platform/i18n/zoned-time.ts';

/** The days of an event, for little space: "11–13 June 2027". If this is not possible in short, only the first day. */
export function formatBriefDays({ startsAt, endsAt, timezone }: EventTimes, locale: string): string {
  const first = toLocalTime(startsAt, timezone);
  const last = toLocalTime(endsAt ?? startsAt, timezone);
  const start = Number(first.slice(8, 10));
  // An event that ends before six in the morning counts as ending the evening before.
  const end = Number(last.slice(8, 10)) - (Number(last.slice(11, 13)) < 6 ? 1 : 0);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7) && end > start;
  if (!isOneMonth) return formatShortDay(startsAt, { locale, timezone });
  const tag = locale === 'en' ? 'en-GB' : languageTag(locale);
  const lastDay = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1, end));
  const month = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const written = month.format(lastDay);
  // In Chinese the day comes last, in German each day has a full stop.
  if (locale === 'zh-cn') return written.replace(/\d+(?=日)/, (day) => `${start}–${day}`);
  return locale === 'de' ? `${start}.–${written}` : `${start}–${written}`;
}
