import { listPromoCodes, promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The promo codes of an event. */
export const promoCodeSource = (eventId: number) =>
  listSource({
    rules: promoCodeListRules,
    queryKey: (params) => keys.promoCodeList(eventId, params),
    load: (call, query, signal) => call(listPromoCodes, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(promoCodeSource(eventIdOf(at)), at.search)];
