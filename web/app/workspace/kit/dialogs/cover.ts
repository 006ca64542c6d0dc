import { useSyncExternalStore } from 'react';

/** Questions and the command palette that lie over the page's own drawers and dialogs now. */
let covers = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  covers += change;
  for (const listener of listeners) listener();
}

/**
 * Says that something lies over the drawers and dialogs of the page. Returns a function to call when it has closed.
 * The key press that closes it goes on to the drawers below, so it counts as open until that press is over.
 */
export function coverDialogs(): () => void {
  count(1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    setTimeout(() => count(-1));
  };
}

/** Whether something lies over the drawers and dialogs of the page. They must then leave Escape to it. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => covers > 0,
    () => false,
  );
}
