import { listPromoCodes, promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { viewedSource } from '../kit/list/view.ts';

/** The promo codes of an event. */
export const promoCodeSource = (eventId: number) =>
  viewedSource({
    views: { eventId, list: 'promo-codes' },
    rules: promoCodeListRules,
    queryKey: (params) => keys.promoCodeList(eventId, params),
    load: (call, query, signal) => call(listPromoCodes, { ...eventParams(eventId), query }, { signal }),
  });
