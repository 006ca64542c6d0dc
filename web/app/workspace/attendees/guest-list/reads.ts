import { countGuests, guestListRules, listGuestList } from '@entrada/contract/sales/guests/list';
import { eventParams } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { listRead, listSource } from '../../kit/list/view.ts';
import { eventIdOf, type Read, type ReadsOf } from '../../kit/reading/reads.ts';

/** The guests of an event. */
export const guestSource = (eventId: number) =>
  listSource({
    rules: guestListRules,
    queryKey: (params) => keys.guestList(eventId, params),
    load: (call, query, signal) => call(listGuestList, { ...eventParams(eventId), query }, { signal }),
  });

/** What they come to. */
export const countsRead = (eventId: number) =>
  ({
    queryKey: keys.guestCounts(eventId),
    load: async (call, signal) => (await call(countGuests, eventParams(eventId), { signal })).data,
  }) satisfies Read;

export const reads: ReadsOf = (at) => [
  listRead(guestSource(eventIdOf(at)), at.search),
  countsRead(eventIdOf(at)),
];
