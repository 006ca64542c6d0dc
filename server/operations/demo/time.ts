import { DAY_MS } from '@entrada/contract/constants';
/** The time zone of the demo organizer. */
export const ZONE = 'Europe/Madrid';

/** The current time of day, some days from now. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/**
 * The days from today to the first such weekday (1 is Monday) that is at least this many days away. So the words of the
 * demo that name a day are true on whichever day it is loaded.
 */
export function untilWeekday(weekday: number, days: number): number {
  const from = Temporal.Now.zonedDateTimeISO(ZONE).add({ days }).dayOfWeek;
  return days + ((weekday - from + 7) % 7);
}

/** A local clock time some days from today, as an instant. */
export function localInstant(day: number, clock: string): Date {
  const date = Temporal.Now.zonedDateTimeISO(ZONE).add({ days: day }).toPlainDate();
  const zoned = date.toZonedDateTime({ timeZone: ZONE, plainTime: Temporal.PlainTime.from(clock) });
  return new Date(zoned.epochMilliseconds);
}
