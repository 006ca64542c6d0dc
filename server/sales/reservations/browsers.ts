import type { Db } from '../../db/client.ts';
import { createLane } from '../../platform/lane.ts';
import type { KnowsBrowser } from '../orders/core/types.ts';
import { findKnownBrowsers } from './queries.ts';

/**
 * Asks for all waiting browsers at once. Whoever was refused once has a cart and no hold, and a sold-out crowd that tries
 * again would cost several statements each. Throws UNAVAILABLE if too many wait.
 */
export function createBrowsers(db: Db): KnowsBrowser {
  const lane = createLane<string, boolean>({
    run: async (batch, rest) => {
      const known = await findKnownBrowsers(
        db,
        batch.map((entry) => entry.request),
      );
      for (const entry of batch) entry.answer(known.has(entry.request));
      rest();
    },
  });
  return (cartHash) => lane.submit(cartHash);
}
