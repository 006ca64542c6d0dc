import { checkInListRules, listCheckInLists } from '@entrada/contract/door/check-in-lists';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The check-in lists of an event. */
export const checkInListSource = (eventId: number) =>
  listSource({
    rules: checkInListRules,
    queryKey: (params) => keys.checkInListList(eventId, params),
    load: (call, query, signal) => call(listCheckInLists, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(checkInListSource(eventIdOf(at)), at.search)];
