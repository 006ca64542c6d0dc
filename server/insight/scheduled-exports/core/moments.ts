import { DAY_MS } from '@entrada/contract/constants';
import { SCHEDULED_EXPORTS } from '@entrada/contract/insight/scheduled-exports';

/** Every day, or each week on one day, at an hour of the event's clock. `weekday`: 1 is Monday. */
export type Rhythm = { weekday: number | null; hour: number };

/**
 * The first moment of a rhythm after an instant. There is one on each of its days, whatever the clock does: an hour that the
 * clock skips comes an hour later, one that it shows twice counts when it comes first.
 */
export function nextMoment(after: Date, { weekday, hour }: Rhythm, timezone: string): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  let day = from.toZonedDateTimeISO(timezone).toPlainDate();
  for (;;) {
    const at = day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from({ hour }) });
    const isDay = weekday === null || day.dayOfWeek === weekday;
    if (isDay && at.epochMilliseconds > after.getTime()) return new Date(at.epochMilliseconds);
    day = day.add({ days: 1 });
  }
}

/** When the last file of an event comes at the latest. */
export const lastMoment = (eventEnd: Date): Date =>
  new Date(eventEnd.getTime() + SCHEDULED_EXPORTS.daysAfterEvent * DAY_MS);
