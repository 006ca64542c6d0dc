import { type Design, getDesign } from '@entrada/contract/catalog/designs';
import type { Read } from '../reading/reads.ts';
import { eventParams } from './event.ts';
import { keys } from './keys.ts';

/** Reads how the page of an event looks. */
export const designRead = (eventId: number): Read<Design> => ({
  queryKey: keys.design(eventId),
  load: async (call, signal) => (await call(getDesign, eventParams(eventId), { signal })).data,
});
