import type { Direction, Verdict } from './check-in.ts';
import type { CheckInListState } from './check-in-lists.ts';

// The door's decision, for the server and for a phone without a connection. No clock, no IO.

/**
 * The result of reading a scanned code, before the list is checked. `unreadable`: part of one of our codes, as a slow scanner
 * sends it. `number`: the number of a ticket or an order, which opens no door. `foreign`: not a code that a key of its event
 * signed. `none`: somebody was looked up.
 */
export type CodeReading =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'number' }
  | { kind: 'foreign' }
  | { kind: 'read'; eventId: number; codeVersion: number };

/** The part of the event that a ticket is for. */
export type OwnDates = { startsAt: Date; endsAt: Date };

/**
 * The last movement of somebody by a list. `isOwn`: the phone that asks now made it. It is told by the phone's own id, never by
 * the name that people gave it.
 */
export type LastMovement = { direction: Direction; at: Date; isOwn: boolean };

export type DoorFacts = {
  list: {
    state: CheckInListState;
    eventId: number;
    admitsTicket: boolean;
    isCalledOff: boolean;
    /** Whether people may go out and come in again. */
    allowsReentry: boolean;
  };
  attendee: {
    status: 'active' | 'cancelled' | 'awaiting_payment';
    eventId: number;
    codeVersion: number;
    /** Null for the whole event. */
    own: OwnDates | null;
  } | null;
  now: Date;
  code: CodeReading;
  direction: Direction;
  /** Null for somebody who never came in. */
  last: LastMovement | null;
};

/** How long before the start of its own part of the event a ticket opens the door. */
const EARLY_MS = 6 * 60 * 60 * 1000;

/** Within this time the same ticket on the same phone is the same scan, made twice. */
export const TWICE_MS = 10_000;

/** Whether a ticket is good now: from 6 hours before its own start until its own end. The end is excluded. */
const isItsDay = (own: OwnDates | null, now: Date): boolean =>
  own === null || (now.getTime() >= own.startsAt.getTime() - EARLY_MS && now < own.endsAt);

/** Whether a list that nobody closed is active at an instant. Without a start or an end it is not limited on that side. */
export function listStateAt(
  list: { activatesAt: Date | null; expiresAt: Date | null },
  at: Date,
): Exclude<CheckInListState, 'closed'> {
  if (list.expiresAt && at >= list.expiresAt) return 'expired';
  return list.activatesAt && at < list.activatesAt ? 'not_active' : 'active';
}

/**
 * What the door answers. A ticket to an event that was called off admits nobody. Before a list is active, the answer tells
 * nothing about anybody. A wrong day comes before a wrong ticket, because no other door helps. A list that somebody closed is
 * over for the workspace too; a phone finds its link gone. With `admitted`, the database still decides on the server whether
 * somebody else was faster. Whoever is inside may leave with a ticket that no longer lets them in, but not by an old code.
 */
export function decideVerdict(facts: DoorFacts): Verdict {
  const { list, attendee, code, direction } = facts;
  if (list.state === 'not_active') return 'not_active';
  if (list.state === 'expired' || list.state === 'closed') return 'expired';
  if (code.kind === 'unreadable' || code.kind === 'number') return code.kind;
  if (code.kind === 'foreign') return 'unknown';
  if (code.kind === 'read' && code.eventId !== list.eventId) return 'wrong_event';
  if (!attendee || attendee.eventId !== list.eventId) return 'unknown';
  if (direction === 'out') return decideOut(facts, attendee);
  if (list.isCalledOff) return 'called_off';
  if (code.kind === 'read' && code.codeVersion !== attendee.codeVersion) return 'revoked';
  if (attendee.status === 'cancelled') return 'cancelled';
  if (attendee.status === 'awaiting_payment') return 'unpaid';
  if (!isItsDay(attendee.own, facts.now)) return 'wrong_day';
  if (!list.admitsTicket) return 'wrong_ticket';
  if (facts.last?.direction !== 'in') return 'admitted';
  return isSameScan(facts, facts.last) ? 'just_scanned' : 'already_in';
}

function decideOut(facts: DoorFacts, attendee: NonNullable<DoorFacts['attendee']>): Verdict {
  const { list, code, last } = facts;
  if (!list.allowsReentry) return 'no_check_out';
  if (code.kind === 'read' && code.codeVersion !== attendee.codeVersion) return 'revoked';
  if (last?.direction === 'in') return 'checked_out';
  return last && isSameScan(facts, last) ? 'just_scanned' : 'not_inside';
}

/** Whether a scanned code repeats the scan that let somebody in or out, some seconds later on the same phone. */
const isSameScan = ({ code, now }: DoorFacts, last: LastMovement): boolean =>
  code.kind === 'read' && last.isOwn && Math.abs(now.getTime() - last.at.getTime()) < TWICE_MS;
