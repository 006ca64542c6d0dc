import { getEventAttention } from '@entrada/contract/insight/attention';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { listOrders } from '@entrada/contract/sales/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';

export function useStats(eventId: number) {
  return useQuery({
    queryKey: keys.stats(eventId),
    queryFn: async ({ signal }) => (await api(getEventStats, eventParams(eventId), { signal })).data,
  });
}

export function useAttention(eventId: number) {
  return useQuery({
    queryKey: keys.attention(eventId),
    queryFn: async ({ signal }) => (await api(getEventAttention, eventParams(eventId), { signal })).data,
  });
}

const recent = { per_page: '5', sort_by: 'created_at', sort_direction: 'desc' };

export function useRecentOrders(eventId: number) {
  return useQuery({
    queryKey: keys.orderList(eventId, recent),
    queryFn: ({ signal }) => api(listOrders, { ...eventParams(eventId), query: recent }, { signal }),
  });
}
