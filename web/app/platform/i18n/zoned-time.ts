/** The value of a `datetime-local` field: a local time without a zone, "2027-06-11T18:00". */
type LocalTime = string;

const localPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const dayMs = 86_400_000;

/** The local time of an instant in a zone, to the minute. */
export function toLocalTime(instant: string, timezone: string): LocalTime {
  const at = Date.parse(instant);
  return new Date(at + offsetMs(at, timezone)).toISOString().slice(0, 16);
}

/**
 * The instant of a local time in a zone, as ISO 8601 in UTC. Undefined unless it is a real date and time. If the
 * clocks skip this time, it moves forward by the length of the gap. If the clocks show it twice, the first one is
 * meant. Calendars (RFC 5545) and Temporal's "compatible" do the same.
 */
export function fromLocalTime(local: LocalTime, timezone: string): string | undefined {
  const wall = wallMs(local);
  if (wall === undefined) return undefined;
  // No zone changes its clocks twice within two days. So one of these two is right, or the clocks skip this time.
  const before = wall - offsetMs(wall - dayMs, timezone);
  const after = wall - offsetMs(wall + dayMs, timezone);
  const shows = (at: number) => at + offsetMs(at, timezone) === wall;
  const at = [Math.min(before, after), Math.max(before, after)].find(shows) ?? before;
  return at < 0 ? undefined : new Date(at).toISOString();
}

/** Whether the clocks of a zone skip this time, so that `fromLocalTime` moves it. */
export function isSkippedTime(local: LocalTime, timezone: string): boolean {
  const instant = fromLocalTime(local, timezone);
  return instant !== undefined && toLocalTime(instant, timezone) !== local.slice(0, 16);
}

/** The local time read as UTC, in milliseconds. */
function wallMs(local: LocalTime): number | undefined {
  const match = localPattern.exec(local);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute);
  const isReal = wall.toISOString().slice(0, 16) === local.slice(0, 16);
  return isReal ? wall.getTime() : undefined;
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetMs(at: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(at)).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(at / 1000) * 1000;
}
