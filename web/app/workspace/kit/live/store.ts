import type { LiveChange } from '@entrada/contract/insight/live';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** `waiting`: not connected yet. `asking`: no stream gets through. `over`: the session has ended. */
export type LiveState = 'waiting' | 'live' | 'away' | 'asking' | 'over';

type LiveView = {
  state: LiveState;
  /** Orders that came while the page was open, for a while. */
  fresh: ReadonlySet<number>;
  /** How many came to each event in all. */
  counts: ReadonlyMap<number, number>;
};

const NOTHING: LiveView = { state: 'waiting', fresh: new Set(), counts: new Map() };

/** What the stream of changes tells the pages of one tab. */
export function createLiveStore() {
  let view = NOTHING;
  const listeners = new Set<() => void>();
  const set = (next: Partial<LiveView>) => {
    view = { ...view, ...next };
    for (const listen of listeners) listen();
  };
  return {
    get: () => view,
    say: (state: LiveState) => {
      if (state !== view.state) set({ state });
    },
    /** Marks new orders and counts them. */
    add: (news: readonly LiveChange[]) => {
      const counts = new Map(view.counts);
      for (const { eventId, count } of news) counts.set(eventId, (counts.get(eventId) ?? 0) + count);
      set({ counts, fresh: new Set([...view.fresh, ...news.flatMap(({ ids }) => ids)]) });
    },
    /** Takes the mark from orders. */
    forget: (ids: ReadonlySet<number>) =>
      set({ fresh: new Set([...view.fresh].filter((id) => !ids.has(id))) }),
    subscribe: (listen: () => void) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

export type LiveStore = ReturnType<typeof createLiveStore>;
export const LiveContext = createContext<LiveStore | null>(null);

const never = () => () => undefined;

function useLive<T>(pick: (view: LiveView) => T): T {
  const store = useContext(LiveContext);
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => pick(store?.get() ?? NOTHING),
    () => pick(NOTHING),
  );
}

export const useLiveState = (): LiveState => useLive(({ state }) => state);

/** The orders that carry a mark, because they are new. */
export const useFreshOrders = (): ReadonlySet<number> => useLive(({ fresh }) => fresh);

/** How many orders came to an event while the page was open. */
export const useNewOrderCount = (eventId: number): number =>
  useLive(({ counts }) => counts.get(eventId) ?? 0);
