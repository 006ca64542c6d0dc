import { useSyncExternalStore } from 'react';

const query = '(max-width: 900px)';

/** Whether the page is too narrow for tables and the sidebar. The server renders the wide layout. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
