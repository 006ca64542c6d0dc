import type { Direction, Guest, Verdict } from '@entrada/contract/door/check-in';
import {
  type CodeReading,
  decideVerdict,
  type LastMovement,
  listStateAt,
} from '@entrada/contract/door/decision';
import { type OfflineHead, type OfflinePerson, PERSON_STATUSES } from '@entrada/contract/door/offline';
import { kindOfOther, readTicketCode } from '@entrada/contract/door/ticket-code';
import type { VerifySignature } from './signature.ts';

/** The last movement of somebody, and the phone where it was made. */
export type Movement = LastMovement & { device: string };

/** What a phone keeps to decide by itself. */
export type Kept = {
  head: OfflineHead;
  find: (id: number) => OfflinePerson | undefined;
  findByReference: (reference: string) => OfflinePerson | undefined;
  /** Null for somebody who is outside. Another tab of this phone may have moved them. */
  lastOf: (person: OfflinePerson) => Promise<Movement | null>;
  verify: VerifySignature;
};

export type Asked = ({ code: string } | { reference: string }) & { direction: Direction; now: Date };

export type Decided = {
  verdict: Verdict;
  /** Null unless the verdict is about somebody of this event. */
  person: OfflinePerson | null;
  guest: Guest | null;
  earlier: { at: string; device: string } | null;
};

/**
 * Decides as the server does, by what the phone keeps. It has the keys of its own event only, so a code that claims to be of
 * another one is unknown: anybody can write such a claim. `now`: the time of the server.
 */
export async function decide(kept: Kept, asked: Asked): Promise<Decided> {
  const { head } = kept;
  const { reading, person } = await read(kept, asked);
  const ticket = person && head.tickets.find(({ id }) => id === person[3]);
  const last = person ? await kept.lastOf(person) : null;
  const verdict = decideVerdict({
    list: {
      state: listStateAt(
        { activatesAt: dateOf(head.activatesAt), expiresAt: dateOf(head.expiresAt) },
        asked.now,
      ),
      eventId: head.eventId,
      admitsTicket: ticket?.admitted ?? false,
      isCalledOff: head.isCalledOff,
      allowsReentry: head.allowsReentry,
    },
    attendee: person
      ? {
          status: statusOf(person),
          eventId: head.eventId,
          codeVersion: person[5],
          own:
            ticket?.ownStartsAt && ticket.ownEndsAt
              ? { startsAt: new Date(ticket.ownStartsAt), endsAt: new Date(ticket.ownEndsAt) }
              : null,
        }
      : null,
    now: asked.now,
    code: reading,
    direction: asked.direction,
    last,
  });
  const isToldApart = verdict !== 'not_active' && verdict !== 'expired' && verdict !== 'unknown';
  const shown = person && isToldApart ? person : null;
  const isInside = verdict === 'admitted' ? asked.now : last?.direction === 'in' ? last.at : null;
  return {
    verdict,
    person: shown,
    guest: shown && guestOf(head, shown, verdict === 'checked_out' ? null : isInside),
    earlier: EARLIER.has(verdict) && last ? { at: last.at.toISOString(), device: last.device } : null,
  };
}

const EARLIER: ReadonlySet<Verdict> = new Set<Verdict>(['already_in', 'just_scanned', 'not_inside']);

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
const statusOf = (person: OfflinePerson) => PERSON_STATUSES[person[4]] ?? 'cancelled';

/** A person as the pages of the door show them. */
export function guestOf(head: OfflineHead, person: OfflinePerson, checkedInAt: Date | null): Guest {
  const ticket = head.tickets.find(({ id }) => id === person[3]);
  return {
    reference: person[1],
    name: person[2],
    ticket: ticket?.label ?? '',
    status: statusOf(person),
    ownStartsAt: ticket?.ownStartsAt ?? null,
    ownEndsAt: ticket?.ownEndsAt ?? null,
    checkedInAt: checkedInAt?.toISOString() ?? null,
  };
}

async function read(
  { head, find, findByReference, verify }: Kept,
  asked: Asked,
): Promise<{ reading: CodeReading; person: OfflinePerson | null }> {
  if ('reference' in asked)
    return { reading: { kind: 'none' }, person: findByReference(asked.reference) ?? null };
  const code = readTicketCode(asked.code);
  if (!code) return { reading: { kind: kindOfOther(asked.code) }, person: null };
  const { eventId, codeVersion } = code;
  if (eventId !== head.eventId || !(await verify(code)))
    return { reading: { kind: 'foreign' }, person: null };
  return { reading: { kind: 'read', eventId, codeVersion }, person: find(code.attendeeId) ?? null };
}
