import type { OutputOf } from '@entrada/contract/endpoint';
import { getEventAttention } from '@entrada/contract/insight/attention';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { listOrders } from '@entrada/contract/sales/orders';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { eventIdOf, type Read, type ReadsOf } from '../kit/reading/reads.ts';

const recent = { per_page: '5', sort_by: 'created_at', sort_direction: 'desc' };

export const statsRead = (eventId: number): Read<OutputOf<typeof getEventStats>['data']> => ({
  queryKey: keys.stats(eventId),
  load: async (call, signal) => (await call(getEventStats, eventParams(eventId), { signal })).data,
});

export const attentionRead = (eventId: number): Read<OutputOf<typeof getEventAttention>['data']> => ({
  queryKey: keys.attention(eventId),
  load: async (call, signal) => (await call(getEventAttention, eventParams(eventId), { signal })).data,
});

export const recentOrdersRead = (eventId: number): Read<OutputOf<typeof listOrders>> => ({
  queryKey: keys.orderList(eventId, recent),
  load: (call, signal) => call(listOrders, { ...eventParams(eventId), query: recent }, { signal }),
});

export const reads: ReadsOf = (at) =>
  [statsRead, attentionRead, recentOrdersRead].map((read): Read => read(eventIdOf(at)));
