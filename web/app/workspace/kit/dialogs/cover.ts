import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What lies over the page's own drawers and dialogs now: questions, the command palette, forms in a drawer. The last is on top. */
let covers: { isOpen: boolean }[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function cover(): { isOnTop: () => boolean; uncover: () => void } {
  const own = { isOpen: true };
  covers.push(own);
  tell();
  return {
    isOnTop: () => covers.at(-1) === own,
    uncover: () => {
      own.isOpen = false;
      setTimeout(forgetClosed);
    },
  };
}

function forgetClosed(): void {
  covers = covers.filter((one) => one.isOpen);
  tell();
}

// A browser hands over a key press before any timer. Without this, the next press would still find the question that the
// one before has closed. It stands here to hear the key before the drawers do.
if (typeof window !== 'undefined') window.addEventListener('keydown', forgetClosed, { capture: true });

/**
 * Says that something lies over the drawers and dialogs of the page. Returns a function to call when it has closed.
 * The key press that closes it goes on to the drawers below, so it counts as open until that press is over.
 */
export const coverDialogs = (): (() => void) => cover().uncover;

/** Whether something lies over the drawers and dialogs of the page. They must then leave Escape to it. */
export const isCovered = (): boolean => covers.length > 0;

/** The same in a component. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isCovered,
    () => false,
  );
}

/**
 * While `isOn`, Escape runs `leave` and does not close the drawer around it, unless something lies over it or the key
 * closes a list or a menu.
 */
export function useOwnEscape(isOn: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!isOn) return;
    const { isOnTop, uncover } = cover();
    let isElsewhere = false;
    // This looks before any other listener gets the key, because the key may close a list or a menu before it arrives
    // below. Mantine's lists and menus mark what has the focus while they are open.
    const look = ({ target }: KeyboardEvent) => {
      isElsewhere =
        !isOnTop() ||
        (target instanceof Element && target.closest('[data-mantine-stop-propagation=true]') !== null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isElsewhere) return;
      latest.current();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', onKey);
      uncover();
    };
  }, [isOn]);
}
