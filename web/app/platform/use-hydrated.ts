import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while the page is still only HTML; true once scripts are in charge. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
