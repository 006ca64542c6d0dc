import { createEvent } from '@entrada/contract/catalog/events';
import type { InputOf } from '@entrada/contract/endpoint';
import { listAttention } from '@entrada/contract/insight/attention';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { keys } from '../kit/data/keys.ts';

/** How many orders of each event of the account wait for a person, by the event's id. */
export function useWaitingOrders(isShown: boolean) {
  return useQuery({
    queryKey: keys.eventAttention,
    queryFn: async ({ signal }) => {
      const { data } = await api(listAttention, {}, { signal });
      return new Map(data.map(({ eventId, orders }) => [eventId, orders]));
    },
    enabled: isShown,
  });
}

export type EventBody = InputOf<typeof createEvent>['body'];

export const saveEvent = async (body: EventBody) => (await api(createEvent, { body })).data;
