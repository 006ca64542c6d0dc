import { useSyncExternalStore } from 'react';

/** From this width on, the counts and the log have room beside the work. */
const wide = '(min-width: 760px)';

/** Whether there is room for two columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
    () => false,
  );
}
