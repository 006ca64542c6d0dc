import { listOrders, orderListRules } from '@entrada/contract/sales/orders';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The orders of an event. */
export const orderSource = (eventId: number) =>
  listSource({
    rules: orderListRules,
    queryKey: (params) => keys.orderList(eventId, params),
    load: (call, query, signal) => call(listOrders, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(orderSource(eventIdOf(at)), at.search)];
