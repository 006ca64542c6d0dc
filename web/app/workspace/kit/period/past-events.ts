import type { OutputOf } from '@entrada/contract/endpoint';
import { listPastEvents } from '@entrada/contract/insight/figures';
import { eventParams } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import type { Read } from '../reading/reads.ts';

/** The events that an event can be compared with. */
export const pastEventsRead = (eventId: number): Read<OutputOf<typeof listPastEvents>['data']> => ({
  queryKey: keys.pastEvents(eventId),
  load: async (call, signal) => (await call(listPastEvents, eventParams(eventId), { signal })).data,
});
