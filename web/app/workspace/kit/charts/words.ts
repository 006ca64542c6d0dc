import { currencyExponent, formatMoney } from '@entrada/contract/money';
import { dateFormat } from '../../../platform/i18n/date-format.ts';
import { formatCount } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import type { Measure, Point } from './chart.ts';

/** Servers and browsers put different spaces into the same text. */
const tidy = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');
/** English dates are written the European way. */
const dayTag = (locale: string) => (locale === 'en' ? 'en-GB' : languageTag(locale));

function compact(locale: string, options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const format = new Intl.NumberFormat(languageTag(locale), {
    ...options,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  return (value) => tidy(format.format(value));
}

/** Counts of tickets, orders or people. */
export const counts = (locale: string): Measure => ({
  full: (value) => formatCount(value, locale),
  short: compact(locale),
  least: 4,
});

/** Money in minor units. */
export function amounts(currency: string, locale: string): Measure {
  const exponent = currencyExponent(currency);
  const short = compact(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return {
    full: (minor) => formatMoney({ minor, currency, locale: languageTag(locale) }),
    short: (minor) => short(minor / 10 ** exponent),
    least: 4 * 10 ** exponent,
  };
}

/** A day of a calendar, such as "2026-11-09". It is no moment, so it has no time zone. */
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);

function writeDay(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(dayTag(locale), { ...options, timeZone: 'UTC' }).format(atNoon(day));
  return tidy(text.replace(/^(\p{L}+\.?), /u, '$1 '));
}

/** A day as a point of a chart. */
export const dayPoint = (day: string, locale: string): Point => ({
  name: writeDay(day, locale, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
  short: shortDay(day, locale),
});

/** "9 Nov" */
export const shortDay = (day: string, locale: string): string =>
  writeDay(day, locale, { day: 'numeric', month: 'short' });

/** "22 Oct – 20 Nov" */
export const shortDays = (from: string, to: string, locale: string): string =>
  from === to ? shortDay(from, locale) : `${shortDay(from, locale)} – ${shortDay(to, locale)}`;

/** "9 Nov 2026" */
export const yearDay = (day: string, locale: string): string =>
  writeDay(day, locale, { day: 'numeric', month: 'short', year: 'numeric' });

/** With the year, once if it is the same: "1 Sep – 21 Nov 2026", "30 Dec 2026 – 2 Jan 2027". */
export function yearDays(from: string, to: string, locale: string): string {
  if (from === to) return yearDay(from, locale);
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  // Chinese writes the year first, so the second day leaves it out.
  const isYearFirst = locale === 'zh-cn';
  const write = (day: string, hasYear: boolean) =>
    !isSameYear || hasYear ? yearDay(day, locale) : shortDay(day, locale);
  return `${write(from, isYearFirst)} – ${write(to, !isYearFirst)}`;
}

/** "November 2026" */
export const monthName = (day: string, locale: string): string =>
  writeDay(day, locale, { month: 'long', year: 'numeric' });

/** "Nov 2026" */
export const shortMonth = (day: string, locale: string): string =>
  writeDay(day, locale, { month: 'short', year: 'numeric' });
