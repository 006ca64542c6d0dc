/** The time zone of the demo organizer. */
export const ZONE = 'Europe/Madrid';

const DAY_MS = 86_400_000;

/** The current time of day, some days from now. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** A local clock time some days from today, as an instant. */
export function localInstant(day: number, clock: string): Date {
  const date = Temporal.Now.zonedDateTimeISO(ZONE).add({ days: day }).toPlainDate();
  const zoned = date.toZonedDateTime({ timeZone: ZONE, plainTime: Temporal.PlainTime.from(clock) });
  return new Date(zoned.epochMilliseconds);
}
