import { type FoundGuest, SIMILAR_LIMIT } from '@entrada/contract/door/supervising';
import { ApiError } from '../../platform/api/error.ts';
import { type GuestPage, type GuestsAsked, perPage } from '../guests/guests.ts';
import { guestOf } from './core/decide.ts';
import { peopleNamed, peopleSpelledLike } from './core/search.ts';
import type { KeptTickets } from './memory/kept.ts';

const CANCELLED = 1;

/** Finds people among the tickets on this phone, as the server does. Throws NETWORK without them. */
export type Search = {
  guests: (asked: GuestsAsked) => GuestPage;
  alike: (asked: { query: string; isEverywhere: boolean }) => FoundGuest[];
};

export function searchTickets(tickets: KeptTickets): Search {
  const kept = () => {
    const found = tickets.forDeciding();
    if (!found) throw new ApiError({ status: 0, code: 'NETWORK' });
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
  };
}
