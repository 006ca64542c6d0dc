import type { Guest, Verdict } from '@entrada/contract/door/check-in';
import { decideVerdict } from '@entrada/contract/door/decision';
import { OVERRULABLE } from '@entrada/contract/door/supervising';

type Facts = {
  eventId: number;
  isCalledOff: boolean;
  isInside: boolean;
  admitsTicket: boolean;
  status: Guest['status'];
  own: { startsAt: Date; endsAt: Date } | null;
  now: Date;
};

/**
 * Why the door refuses somebody, if a supervisor may let them in all the same; null if it would let them in, or if nobody may
 * overrule it. The list is active. Pure.
 */
export function overrulableOf(facts: Facts): (typeof OVERRULABLE)[number] | null {
  if (facts.isInside) return null;
  const verdict: Verdict = decideVerdict({
    list: {
      state: 'active',
      eventId: facts.eventId,
      admitsTicket: facts.admitsTicket,
      isCalledOff: facts.isCalledOff,
      allowsReentry: false,
    },
    attendee: { status: facts.status, eventId: facts.eventId, codeVersion: 1, own: facts.own },
    now: facts.now,
    code: { kind: 'none' },
    direction: 'in',
    last: null,
  });
  return OVERRULABLE.find((one) => one === verdict) ?? null;
}
