import { createContext, useContext, useSyncExternalStore } from 'react';

const query = '(max-width: 900px)';

/** What the server takes for the width of the page: narrow for the browser of a phone. */
export const NarrowContext = createContext(false);

/**
 * Whether the page is too narrow for tables and the sidebar. The server guesses it. Where the guess is wrong, the
 * browser corrects it when the scripts start, and styles hide a table that is too wide until then.
 */
export function useNarrow(): boolean {
  const isPhone = useContext(NarrowContext);
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => isPhone,
  );
}
