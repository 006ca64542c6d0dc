/** Every day, or each week on one day, at an hour of a clock. `weekday`: 1 is Monday. */
export type Rhythm = { weekday: number | null; hour: number };

type Day = ReturnType<ReturnType<Temporal.Instant['toZonedDateTimeISO']>['toPlainDate']>;

const dayOf = (at: Date, timezone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate();

/**
 * The instant of an hour on a day. An hour that the clock skips comes an hour later, one that it shows twice counts when it
 * comes first.
 */
const momentOn = (day: Day, hour: number, timezone: string): Date =>
  new Date(
    day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from({ hour }) })
      .epochMilliseconds,
  );

/** The first moment of a rhythm after an instant. There is one on each of its days, whatever the clock does. Pure. */
export function nextMoment(after: Date, { weekday, hour }: Rhythm, timezone: string): Date {
  let day = dayOf(after, timezone);
  for (;;) {
    const at = momentOn(day, hour, timezone);
    const isDay = weekday === null || day.dayOfWeek === weekday;
    if (isDay && at > after) return at;
    day = day.add({ days: 1 });
  }
}

/** The moment of a rhythm so many times before one of its moments. Pure. */
export function momentBefore(moment: Date, { weekday, hour }: Rhythm, timezone: string, times: number): Date {
  const days = (weekday === null ? 1 : 7) * times;
  return momentOn(dayOf(moment, timezone).subtract({ days }), hour, timezone);
}
