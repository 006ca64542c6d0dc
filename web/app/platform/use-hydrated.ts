import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and before hydration; true when scripts run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
