import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createLiveStore, LiveContext } from './store.ts';

/** What follows the changes loads this much later than the page. */
const AFTER_PAGE_MS = 500;

/** Keeps the queries of the workspace up to date while the page is open. */
export function LiveProvider({
  client,
  isOn,
  children,
}: {
  client: QueryClient;
  /** Whether the user may follow changes at all. */
  isOn: boolean;
  children: ReactNode;
}) {
  const [store] = useState(createLiveStore);
  useEffect(() => {
    if (!isOn) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    const timer = setTimeout(async () => {
      const engine = await import('./engine.ts').catch(() => null);
      if (engine && !isGone) stop = engine.followChanges(client, store);
    }, AFTER_PAGE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, store, isOn]);
  return <LiveContext value={store}>{children}</LiveContext>;
}
