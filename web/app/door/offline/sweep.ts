import { serverClock } from './core/clock.ts';
import { forgetKeptDoor } from './kept-door.ts';
import { readClocks } from './memory/kept.ts';
import type { Store } from './memory/store.ts';

/** Removes the tickets of other lists whose time is over. What waits is kept. Never throws. */
export async function sweep(store: Store, except: string): Promise<void> {
  const lists = await store.lists().catch(() => []);
  for (const { listShortId, contact, seenMs } of lists) {
    if (listShortId === except) continue;
    if (!serverClock({ contact, seenMs, read: readClocks }).isOver()) continue;
    forgetKeptDoor(listShortId);
    await store.forget(listShortId).catch(() => undefined);
  }
}
