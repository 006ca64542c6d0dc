import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The address holds the open drawer of a page (`?drawer=new`, `?drawer=12`). So a link can open it and the back button
 * closes it.
 */
export function useDrawerParam() {
  const [search, setSearch] = useSearchParams();
  const open = useCallback(
    (which: string | number, how: { replace?: boolean } = {}) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.set('drawer', String(which));
          return next;
        },
        { replace: how.replace ?? false, preventScrollReset: true },
      ),
    [setSearch],
  );
  const close = useCallback(
    () =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('drawer');
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { opened: search.get('drawer'), open, close };
}
