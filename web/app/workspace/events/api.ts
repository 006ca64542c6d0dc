import type { InputOf } from '@entrada/contract/endpoint';
import { createEvent, listEvents } from '@entrada/contract/events';
import { api } from '../../platform/api.ts';

export const loadEvents = (query: Record<string, string>, signal: AbortSignal) =>
  api(listEvents, { query }, { signal });

export const saveEvent = async (body: InputOf<typeof createEvent>['body']) =>
  (await api(createEvent, { body })).data;
