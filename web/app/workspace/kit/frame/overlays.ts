import { useSyncExternalStore } from 'react';

/** What lies over any page of the workspace: the palette, or the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts' | null;

let current: Overlay = null;
const listeners = new Set<() => void>();

/** Browser only: shows one, or none. */
export function showOverlay(next: Overlay): void {
  current = next;
  for (const listener of listeners) listener();
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}
