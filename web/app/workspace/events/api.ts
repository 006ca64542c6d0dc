import { createEvent, listEvents } from '@entrada/contract/catalog/events';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';

export const loadEvents = (query: Record<string, string>, signal: AbortSignal) =>
  api(listEvents, { query }, { signal });

export type EventBody = InputOf<typeof createEvent>['body'];

export const saveEvent = async (body: EventBody) => (await api(createEvent, { body })).data;
