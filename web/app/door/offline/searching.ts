import type { Verdict } from '@entrada/contract/door/check-in';
import { type FoundGuest, SIMILAR_LIMIT } from '@entrada/contract/door/supervising';
import { ApiError } from '../../platform/api/error.ts';
import { type GuestPage, type GuestsAsked, perPage } from '../guests/guests.ts';
import type { KeptPerson } from '../person/known.ts';
import { decide, guestOf } from './core/decide.ts';
import { peopleNamed, peopleSpelledLike } from './core/search.ts';
import type { Desk } from './desk.ts';
import type { KeptTickets } from './memory/kept.ts';

const CANCELLED = 1;

/** Finds people among the tickets on this phone, as the server does. Throws NETWORK without them. */
export type Search = {
  guests: (asked: GuestsAsked) => GuestPage;
  alike: (asked: { query: string; isEverywhere: boolean }) => FoundGuest[];
  /** Also of another list of the event. Throws NETWORK for somebody who is not among the tickets. */
  person: (reference: string) => Promise<KeptPerson>;
};

type Options = { tickets: KeptTickets; scansOf: Desk['scansOf']; now: () => number };

/** Not why somebody is kept out. */
const INSIDE: ReadonlySet<Verdict> = new Set<Verdict>(['already_in', 'just_scanned']);

export function searchTickets({ tickets, scansOf, now }: Options): Search {
  const deciding = () => {
    const found = tickets.forDeciding();
    if (!found) throw new ApiError({ status: 0, code: 'NETWORK' });
    return found;
  };
  const kept = () => {
    const found = deciding();
    const admitted = new Set(found.head.tickets.flatMap(({ id, admitted }) => (admitted ? [id] : [])));
    const people = tickets.people().filter((person) => person[4] !== CANCELLED);
    return { head: found.head, people, isOnList: (ticketId: number) => admitted.has(ticketId) };
  };
  const insideSince = (person: ReturnType<KeptTickets['people']>[number]) => {
    const last = tickets.lastKnown(person);
    return last?.direction === 'in' ? last.at : null;
  };
  return {
    guests: ({ query, filter, pages }) => {
      const { head, people, isOnList } = kept();
      const found = peopleNamed(
        people.filter((person) => isOnList(person[3])),
        query,
      );
      const inside = found.filter((person) => insideSince(person) !== null);
      const totals = { all: found.length, in: inside.length, out: found.length - inside.length };
      const chosen =
        filter === 'all'
          ? found
          : filter === 'in'
            ? inside
            : found.filter((person) => insideSince(person) === null);
      return {
        guests: chosen.slice(0, pages * perPage).map((person) => guestOf(head, person, insideSince(person))),
        total: totals[filter],
        totals,
        isOfPhone: true,
      };
    },
    alike: ({ query, isEverywhere }) => {
      const { head, people, isOnList } = kept();
      const among = isEverywhere ? people : people.filter((person) => isOnList(person[3]));
      return peopleSpelledLike(among, query, SIMILAR_LIMIT).map((person) => ({
        guest: guestOf(head, person, insideSince(person)),
        isOnList: isOnList(person[3]),
        lists: [],
      }));
    },
    person: async (reference) => {
      const found = deciding();
      const person = found.findByReference(reference);
      if (!person) throw new ApiError({ status: 0, code: 'NETWORK' });
      const { verdict } = await decide(found, { reference, direction: 'in', now: new Date(now()) });
      const last = tickets.lastKnown(person);
      return {
        isOfPhone: true,
        guest: guestOf(found.head, person, insideSince(person)),
        last: last && { direction: last.direction, at: last.at.toISOString(), device: last.device },
        scans: scansOf(person[0])
          .toReversed()
          .map(({ nonce, scannedAt, verdict, direction = 'in', isUndo = false }) => ({
            nonce,
            at: scannedAt,
            verdict,
            direction,
            isUndo,
          })),
        refused: verdict === 'admitted' || INSIDE.has(verdict) ? null : verdict,
      };
    },
  };
}
