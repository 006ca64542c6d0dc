import type { CheckInListState, Verdict } from '@entrada/contract/check-in';

/** What a scanned code turned out to be, before the list is asked. */
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
 * The door's answer as far as the facts go; `admitted` still depends on whether the person is in already, which the
 * database decides. Before a list is active it tells nothing about anybody.
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

/** Whether a list is active at an instant. Open ends mean always. */
export function listState(
  list: { activatesAt: Date | null; expiresAt: Date | null },
  now: Date,
): CheckInListState {
  if (list.expiresAt && now >= list.expiresAt) return 'expired';
  if (list.activatesAt && now < list.activatesAt) return 'not_active';
  return 'active';
}
