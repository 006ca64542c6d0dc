import { addDays } from '@entrada/contract/catalog/policies/days';
import { fromLocalTime, toLocalTime } from '../../../platform/i18n/zoned-time.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The instant at which a day begins in a zone. Empty if this is no day. */
export const startOfDay = (day: string, timezone: string): string =>
  DAY.test(day) ? (fromLocalTime(`${day}T00:00`, timezone) ?? '') : '';

/** The instant at which a day is over in a zone. Empty if this is no day. */
export const endOfDay = (day: string, timezone: string): string =>
  DAY.test(day) ? startOfDay(addDays(day, 1), timezone) : '';

/** The day of an instant. Empty for none, or for what is no instant. */
export const dayOf = (instant: string, timezone: string): string =>
  Number.isNaN(Date.parse(instant)) ? '' : toLocalTime(instant, timezone).slice(0, 10);

/** The last day before an instant at which a day begins. */
export function lastDayBefore(instant: string, timezone: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : dayOf(new Date(at - 60_000).toISOString(), timezone);
}

/** Whether both are days and the last comes before the first. What is not a day yet is no such span. */
export const isBackwards = (first: string, last: string): boolean =>
  DAY.test(first) && DAY.test(last) && last < first;
