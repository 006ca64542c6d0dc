import { dateFormat } from './date-format.ts';

/**
 * What clocks show, without a zone: "2027-06-11T18:00". Only the second of two equal times carries its offset, where
 * clocks go back: "2027-10-31T02:30+01:00".
 */
export type LocalTime = string;

const localPattern =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:([+-])(\d{2}):(\d{2}))?$/;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The local time of an instant in a zone, to the minute. */
export function toLocalTime(instant: string, timezone: string): LocalTime {
  const at = Math.floor(Date.parse(instant) / minuteMs) * minuteMs;
  const offset = offsetMs(at, timezone);
  const isSecond = instantsAt(at + offset, timezone)[1] === at;
  return `${written(at + offset)}${isSecond ? writtenOffset(offset) : ''}`;
}

/**
 * The instant of a local time in a zone, as ISO 8601 in UTC. Undefined unless it is a real date and time. If the
 * clocks skip this time, it moves forward by the length of the gap: a form first asks `clockChange`. If the clocks show
 * it twice, the first one is meant, unless the offset of the second is given. Calendars (RFC 5545) and Temporal's
 * "compatible" do the same.
 */
export function fromLocalTime(local: LocalTime, timezone: string): string | undefined {
  const wall = wallMs(local);
  if (wall === undefined) return undefined;
  const [first, second] = instantsAt(wall, timezone);
  const offset = givenOffset(local);
  const isSecond = second !== undefined && offset !== undefined && second === wall - offset;
  const at = isSecond ? second : (first ?? wall - offsetMs(wall - dayMs, timezone));
  return at < 0 ? undefined : new Date(at).toISOString();
}

/** What a change of the clocks does to a local time. */
export type ClockChange =
  /** The clocks skip it: they go from one local time to the other. */
  | { kind: 'skipped'; from: LocalTime; to: LocalTime }
  /** The clocks show it twice, so it is two local times. The second carries its offset. */
  | { kind: 'twice'; first: LocalTime; second: LocalTime };

/** Whether the clocks of a zone skip a local time or show it twice. Null for every other time. */
export function clockChange(local: LocalTime, timezone: string): ClockChange | null {
  const wall = wallMs(local);
  if (wall === undefined) return null;
  const [first, second] = instantsAt(wall, timezone);
  if (second !== undefined) {
    const offset = writtenOffset(offsetMs(second, timezone));
    return { kind: 'twice', first: written(wall), second: `${written(wall)}${offset}` };
  }
  if (first !== undefined) return null;
  const [before, after] = [offsetMs(wall - dayMs, timezone), offsetMs(wall + dayMs, timezone)];
  let [early, late] = [wall - dayMs, wall + dayMs];
  while (late - early > minuteMs) {
    const middle = Math.floor((early + late) / 2 / minuteMs) * minuteMs;
    if (offsetMs(middle, timezone) === before) early = middle;
    else late = middle;
  }
  return { kind: 'skipped', from: written(late + before), to: written(late + after) };
}

/** Whether the clocks of a zone skip this time. */
export function isSkippedTime(local: LocalTime, timezone: string): boolean {
  return clockChange(local, timezone)?.kind === 'skipped';
}

/** The instants at which the clocks of a zone show a local time: none, one or two. */
function instantsAt(wall: number, timezone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = [offsetMs(wall - dayMs, timezone), offsetMs(wall + dayMs, timezone)];
  const instants = [...new Set(offsets.map((offset) => wall - offset))];
  return instants.filter((at) => at + offsetMs(at, timezone) === wall).sort((a, b) => a - b);
}

const written = (wall: number): LocalTime => new Date(wall).toISOString().slice(0, 16);

/** "+01:00". */
function writtenOffset(offset: number): string {
  return `${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
}

function givenOffset(local: LocalTime): number | undefined {
  const [, , , , , , sign, hours, minutes] = localPattern.exec(local) ?? [];
  if (!sign) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
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
  const format = dateFormat('en-US', {
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
