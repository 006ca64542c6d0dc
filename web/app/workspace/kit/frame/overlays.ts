import { useSyncExternalStore } from 'react';
import { coverDialogs } from '../dialogs/cover.ts';

/** An overlay over a page of the workspace: the command palette or the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts' | null;

let current: Overlay = null;
let uncover: (() => void) | null = null;
const listeners = new Set<() => void>();

/** Opens one overlay, or closes it with null. Browser only. */
export function showOverlay(next: Overlay): void {
  current = next;
  uncover?.();
  uncover = next ? coverDialogs() : null;
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
