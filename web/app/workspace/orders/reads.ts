import { listOrders, orderListRules } from '@entrada/contract/sales/orders';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { viewedSource } from '../kit/list/view.ts';

/** The orders of an event. */
export const orderSource = (eventId: number) =>
  viewedSource({
    views: { eventId, list: 'orders' },
    rules: orderListRules,
    queryKey: (params) => keys.orderList(eventId, params),
    load: (call, query, signal) => call(listOrders, { ...eventParams(eventId), query }, { signal }),
  });
