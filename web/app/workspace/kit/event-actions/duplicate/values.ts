import type { EventDetail } from '@entrada/contract/catalog/events';
import {
  COPY_PARTS,
  type CopyPart,
  duplicateEvent,
  PARTS_OF_TICKETS,
} from '@entrada/contract/catalog/lifecycle';
import { LIMITS } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import { fromLocalTime, toLocalTime } from '../../../../platform/i18n/zoned-time.ts';
import { type Judged, judge } from '../../form/judge.ts';
import { readTyped } from '../../form/typed.ts';

export type Copy = Record<CopyPart, boolean>;

export type DuplicateValues = { title: string; startsAt: string; endsAt: string; copy: Copy };

const isOfTickets = (part: CopyPart): boolean => PARTS_OF_TICKETS.some((one) => one === part);

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * The initial values of a copy: all parts are copied. The dates move by whole weeks, at least one, until the start is
 * in the future.
 */
export function duplicateValues(
  event: Pick<EventDetail, 'startsAt' | 'endsAt' | 'timezone'>,
  { title, now }: { title: string; now: Date },
): DuplicateValues {
  const weeks = Math.max(1, Math.ceil((now.getTime() - Date.parse(event.startsAt)) / WEEK_MS));
  const later = (at: string | null) => (at ? addDays(toLocalTime(at, event.timezone), 7 * weeks) : '');
  return {
    title: title.slice(0, LIMITS.name),
    startsAt: later(event.startsAt),
    endsAt: later(event.endsAt),
    copy: Object.fromEntries(COPY_PARTS.map((part) => [part, true])) as Copy,
  };
}

export type DuplicateBody = InputOf<typeof duplicateEvent>['body'];

/** Turns the form's values into the body of the request, or lists its errors. */
export function readDuplicate(values: DuplicateValues, timezone: string): Judged<DuplicateBody> {
  const { title, copy } = values;
  const typed = readTyped();
  const startsAt = typed.instant('startsAt', values.startsAt, timezone);
  const endsAt = typed.instantOrNull('endsAt', values.endsAt, timezone);
  return judge(duplicateEvent, { title, startsAt, endsAt, copy }, typed);
}

/** Turns one part on or off. Turning tickets off also turns off the parts that need tickets. */
export function withPart(copy: Copy, part: CopyPart, isOn: boolean): Copy {
  const next = { ...copy, [part]: isOn };
  if (part === 'tickets' && !isOn) for (const one of PARTS_OF_TICKETS) next[one] = false;
  return next;
}

/** Whether a part can be chosen. */
export function canCopy(copy: Copy, part: CopyPart): boolean {
  return copy.tickets || !isOfTickets(part);
}

/**
 * Moves the end with the start, so that the event keeps its length. The end stays if a time is missing or the end is
 * not after the start.
 */
export function movedEnd(values: DuplicateValues, startsAt: string, timezone: string): string {
  const [from, to, end] = [values.startsAt, startsAt, values.endsAt].map((local) =>
    local === '' ? undefined : fromLocalTime(local, timezone),
  );
  if (!from || !to || !end || end <= from) return values.endsAt;
  const length = Date.parse(end) - Date.parse(from);
  return toLocalTime(new Date(Date.parse(to) + length).toISOString(), timezone);
}

/** Adds days to a local time without a zone. */
function addDays(local: string, days: number): string {
  const at = new Date(`${local.slice(0, 16)}Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 16);
}
