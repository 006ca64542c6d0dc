import type { Verdict } from '@entrada/contract/door/check-in';
import type { CheckInListState } from '@entrada/contract/door/check-in-lists';

/** The result of reading a scanned code, before the list is checked. */
export type CodeReading =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'read'; eventId: number; codeVersion: number };

export type DoorFacts = {
  list: { state: CheckInListState; eventId: number; admitsTicket: boolean };
  attendee: {
    status: 'active' | 'cancelled' | 'awaiting_payment';
    eventId: number;
    codeVersion: number;
  } | null;
  code: CodeReading;
};

/**
 * The door's answer as far as the facts decide it. With `admitted`, the database still decides whether the
 * person is already inside. Before a list is active, the answer tells nothing about anybody.
 */
export function decideVerdict({ list, attendee, code }: DoorFacts): Exclude<Verdict, 'already_in'> {
  if (list.state === 'not_active') return 'not_active';
  if (list.state === 'expired') return 'expired';
  if (code.kind === 'unreadable') return 'unknown';
  if (code.kind === 'read' && code.eventId !== list.eventId) return 'wrong_event';
  if (!attendee || attendee.eventId !== list.eventId) return 'unknown';
  if (code.kind === 'read' && code.codeVersion !== attendee.codeVersion) return 'revoked';
  if (attendee.status === 'cancelled') return 'cancelled';
  if (attendee.status === 'awaiting_payment') return 'unpaid';
  return list.admitsTicket ? 'admitted' : 'wrong_ticket';
}
