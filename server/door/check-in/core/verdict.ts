import type { Verdict } from '@entrada/contract/door/check-in';
import type { CheckInListState } from '@entrada/contract/door/check-in-lists';

/** The result of reading a scanned code, before the list is checked. */
export type CodeReading =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'read'; eventId: number; codeVersion: number };

export type DoorFacts = {
  list: { state: CheckInListState; eventId: number; admitsTicket: boolean; isCalledOff: boolean };
  attendee: {
    status: 'active' | 'cancelled' | 'awaiting_payment';
    eventId: number;
    codeVersion: number;
    /** The part of the event that the ticket is for; null for the whole event. */
    own: { startsAt: Date; endsAt: Date } | null;
  } | null;
  now: Date;
  code: CodeReading;
};

/** How long before the start of its own part of the event a ticket opens the door. */
const EARLY_MS = 6 * 60 * 60 * 1000;

/** Whether a ticket is good now: from 6 hours before its own start until its own end. The end is excluded. */
const isItsDay = (own: { startsAt: Date; endsAt: Date } | null, now: Date): boolean =>
  own === null || (now.getTime() >= own.startsAt.getTime() - EARLY_MS && now < own.endsAt);

/**
 * The door's answer as far as the facts decide it. With `admitted`, the database still decides whether the
 * person is already inside. A ticket to an event that was called off admits nobody. Before a list is active, the answer tells nothing about anybody. A wrong day comes before a
 * wrong ticket, because no other door helps. A list that somebody closed
 * is over for the workspace too; a phone finds its link gone.
 */
export function decideVerdict({ list, attendee, now, code }: DoorFacts): Exclude<Verdict, 'already_in'> {
  if (list.state === 'not_active') return 'not_active';
  if (list.state === 'expired' || list.state === 'closed') return 'expired';
  if (code.kind === 'unreadable') return 'unknown';
  if (code.kind === 'read' && code.eventId !== list.eventId) return 'wrong_event';
  if (!attendee || attendee.eventId !== list.eventId) return 'unknown';
  if (list.isCalledOff) return 'called_off';
  if (code.kind === 'read' && code.codeVersion !== attendee.codeVersion) return 'revoked';
  if (attendee.status === 'cancelled') return 'cancelled';
  if (attendee.status === 'awaiting_payment') return 'unpaid';
  if (!isItsDay(attendee.own, now)) return 'wrong_day';
  return list.admitsTicket ? 'admitted' : 'wrong_ticket';
}
