import { createEvent, listEvents } from '@entrada/contract/catalog/events';
import { changeEvents } from '@entrada/contract/catalog/lifecycle';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';

export const loadEvents = (query: Record<string, string>, signal: AbortSignal) =>
  api(listEvents, { query }, { signal });

export const saveEvent = async (body: InputOf<typeof createEvent>['body']) =>
  (await api(createEvent, { body })).data;

export type ManyBody = InputOf<typeof changeEvents>['body'];

/** Publishes, archives or deletes many events of what the list finds; answers what became of them. */
export const changeMany = async (body: ManyBody, query: Record<string, string>) =>
  (await api(changeEvents, { query, body })).data;
