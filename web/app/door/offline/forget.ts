import { ApiError } from '../../platform/api/error.ts';
import { nextContactMs } from './core/pace.ts';
import { forgetKeptDoor } from './kept-door.ts';
import { openStore, type Store } from './memory/store.ts';
import { contactLock, sendWaiting } from './sending.ts';
import { alone } from './tabs/alone.ts';

const PAUSE_MS = 30_000;

/**
 * A link was closed: removes its tickets from this phone, sends the scans that still wait, as often as it takes while this page
 * is open, and then removes them. Never throws.
 */
export async function forgetClosed(listShortId: string): Promise<void> {
  forgetKeptDoor(listShortId);
  const store = await openStore().catch(() => null);
  if (!store) return;
  await store.forget(listShortId).catch(() => undefined);
  for (let failures = 0; failures < 100; failures += 1) {
    if (await isSent(store, listShortId)) return;
    await new Promise((resolve) => setTimeout(resolve, nextContactMs(failures + 1, PAUSE_MS, Math.random())));
  }
}

async function isSent(store: Store, listShortId: string): Promise<boolean> {
  try {
    await alone(contactLock(listShortId), PAUSE_MS, () =>
      sendWaiting({ store, listShortId, serverNow: null, onSent: () => undefined }),
    );
    return true;
  } catch (error) {
    // Without a token that the server knows, it takes nothing. The scans stay here.
    return error instanceof ApiError && (error.status === 401 || error.status === 403);
  }
}
