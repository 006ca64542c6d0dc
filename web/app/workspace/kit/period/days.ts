import { dateFormat } from '../../../platform/i18n/date-format.ts';

/** The calendar day of a moment in a zone, such as "2027-06-11". */
export const dayIn = (timezone: string, at: Date): string =>
  // Swedish dates are written like this.
  dateFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: timezone }).format(at);

export const todayIn = (timezone: string): string => dayIn(timezone, new Date());

const DAY_MS = 86_400_000;

/** A calendar day that lies `days` before another one. */
export const daysBack = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** How many days lie between two calendar days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
