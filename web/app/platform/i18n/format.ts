import { sideBySide } from '@entrada/contract/words/side-by-side';
import { dateFormat } from './date-format.ts';
import { languageTag } from './locales.ts';

/** The instants of an event as the API sends them, and the time zone of the event. */
export type EventTimes = { startsAt: string; endsAt: string | null; timezone: string };

type Zoned = { locale: string; timezone: string };

const dayOptions: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
};

/**
 * The days of an event in its own zone: "Fri 11 – Sun 13 June 2027", or "Fri 11 June 2027" when it ends on the day
 * it starts.
 * The text is not made by `formatRange`. Its spaces and dashes differ between server and browser, which would cause
 * a hydration error. It stands alone, so it begins with a capital in every language.
 */
export function formatEventDays(event: EventTimes, locale: string): string {
  const start = new Date(event.startsAt);
  const last = lastDay(event);
  const write = (at: Date, options: Intl.DateTimeFormatOptions) =>
    tidy(format(at, { locale, timezone: event.timezone }, options));
  const isSame = (options: Intl.DateTimeFormatOptions) => write(start, options) === write(last, options);
  if (isSame(dayOptions)) return capitalized(write(start, dayOptions));
  const short: Intl.DateTimeFormatOptions = isSame({ month: 'long', year: 'numeric' })
    ? { weekday: 'short', day: 'numeric' }
    : isSame({ year: 'numeric' })
      ? { weekday: 'short', day: 'numeric', month: 'long' }
      : dayOptions;
  // If the language writes the year first, the second date leaves it out.
  const isYearFirst = locale === 'zh-cn';
  const first = write(start, isYearFirst ? dayOptions : short);
  return capitalized(`${first} – ${write(last, isYearFirst ? short : dayOptions)}`);
}

const HALF_DAY_MS = 12 * 3_600_000;

/**
 * An instant on the last day of an event. An end at midnight or before six in the morning belongs to the evening before,
 * as in emails and on tickets (documents/format.ts).
 */
export function lastDay({ startsAt, endsAt, timezone }: EventTimes): Date {
  const end = new Date(endsAt ?? startsAt);
  const hour = Number(dateFormat('en-GB', { hour: '2-digit', timeZone: timezone }).format(end));
  return new Date(Math.max(Date.parse(startsAt), end.getTime() - (hour < 6 ? HALF_DAY_MS : 0)));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The times of an event on one day or night, never on two lines: "18:00 – 02:00". Only the start if there is no end. */
export function formatEventHours(event: EventTimes, locale: string): string {
  const zoned = { locale, timezone: event.timezone };
  return [event.startsAt, event.endsAt]
    .flatMap((at) => (at ? formatTime(at, zoned) : []))
    .join('\u00A0–\u00A0');
}

type OwnDates = { ownStartsAt: string | null; ownEndsAt: string | null };

/** The times of what a ticket is for: its own part of the event, or all of it. */
export const timesOf = <T extends EventTimes>(event: T, { ownStartsAt, ownEndsAt }: OwnDates): T =>
  ownStartsAt ? { ...event, startsAt: ownStartsAt, endsAt: ownEndsAt } : event;

/** The part of an event that a ticket is for: "Fri 11 June 2027, 18:00 – 02:00"; the days alone if there are several. */
export function formatOwnDates(dates: OwnDates, { locale, timezone }: Zoned): string | null {
  if (!dates.ownStartsAt) return null;
  const part = { startsAt: dates.ownStartsAt, endsAt: dates.ownEndsAt, timezone };
  const days = formatEventDays(part, locale);
  const isOneDay = days === formatEventDays({ ...part, endsAt: null }, locale);
  return sideBySide([days, isOneDay && formatEventHours(part, locale)], locale);
}

/** A day in full: "Fri 11 June 2027". */
export function formatDay(at: string, zoned: Zoned): string {
  return tidy(format(at, zoned, dayOptions));
}

const shortDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** A short day: "11 Jun 2027". */
export function formatShortDay(at: string, zoned: Zoned): string {
  return format(at, zoned, shortDay);
}

/** A time of day: "18:00", in the form of the reader's language. */
export function formatTime(at: string, zoned: Zoned): string {
  return format(at, zoned, time);
}

/** A day and a time: "11 Jun 2027, 18:00". */
export function formatDayTime(at: string, zoned: Zoned): string {
  return format(at, zoned, { ...shortDay, ...time });
}

const relativeUnits = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const formats = new Map<string, object>();

/** Keeps a format of a language of the site. Creating one takes a hundred times as long as formatting with it. */
function kept<Format extends object>(key: string, make: () => Format): Format {
  const known = formats.get(key) as Format | undefined;
  if (known) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

/** The time from or until now in the largest unit that fits: "2 hours ago", "in 3 days", "now". */
export function formatRelative(at: string, now: Date, locale: string): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000;
  const tag = languageTag(locale);
  const format = kept(`relative ${tag}`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  for (const [unit, size] of relativeUnits) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** "Ana, Luis and Mei" in the reader's language. */
export function formatList(
  items: string[],
  locale: string,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const tag = languageTag(locale);
  return kept(`${type} ${tag}`, () => new Intl.ListFormat(tag, { type })).format(items);
}

/** A count with the digit grouping of the reader's language. */
export function formatCount(value: number, locale: string): string {
  const tag = languageTag(locale);
  return kept(`count ${tag}`, () => new Intl.NumberFormat(tag)).format(value);
}

/** Minutes and seconds left, "14:05"; never below zero. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** English dates are written the European way, day first, with a 24-hour clock. */
function dateTag(locale: string): string {
  return locale === 'en' ? 'en-GB' : languageTag(locale);
}

/** Removes the comma after the weekday and uses plain spaces, so that server and browser write the same. */
function tidy(text: string): string {
  return text.replace(/^(\p{L}+\.?), /u, '$1 ').replace(/[\u2009\u202f\u00a0]/g, ' ');
}

function format(at: string | Date, { locale, timezone }: Zoned, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(dateTag(locale), { ...options, timeZone: timezone }).format(new Date(at));
}
