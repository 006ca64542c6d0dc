import { listEvents } from '@entrada/contract/catalog/events';
import { keys } from '../data/keys.ts';
import type { Read } from './reads.ts';

/** How many events the account has. */
export const eventCountRead: Read<number> = {
  queryKey: keys.eventCounts,
  load: async (call, signal) => {
    const { counts } = await call(listEvents, { query: { per_page: '1' } }, { signal });
    return Object.values(counts).reduce((sum, one) => sum + one, 0);
  },
};
