import { affiliateListRules, listAffiliates } from '@entrada/contract/catalog/affiliates';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The affiliates of an event. */
export const affiliateSource = (eventId: number) =>
  listSource({
    rules: affiliateListRules,
    queryKey: (params) => keys.affiliateList(eventId, params),
    load: (call, query, signal) => call(listAffiliates, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(affiliateSource(eventIdOf(at)), at.search)];
