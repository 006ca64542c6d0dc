import { createEvent, listEvents } from '@entrada/contract/catalog/events';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';

export const loadEvents = (query: Record<string, string>, signal: AbortSignal) =>
  api(listEvents, { query }, { signal });

export const saveEvent = async (body: InputOf<typeof createEvent>['body']) =>
  (await api(createEvent, { body })).data;
