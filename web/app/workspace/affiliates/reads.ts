import { affiliateListRules, listAffiliates } from '@entrada/contract/catalog/affiliates';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { viewedSource } from '../kit/list/view.ts';

/** The affiliates of an event. */
export const affiliateSource = (eventId: number) =>
  viewedSource({
    views: { eventId, list: 'affiliates' },
    rules: affiliateListRules,
    queryKey: (params) => keys.affiliateList(eventId, params),
    load: (call, query, signal) => call(listAffiliates, { ...eventParams(eventId), query }, { signal }),
  });
