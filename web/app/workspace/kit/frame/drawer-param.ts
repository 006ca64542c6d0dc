import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The address holds the open drawer of a page (`?drawer=new`, `?drawer=12`). So a link can open it and the back button
 * closes it.
 */
export function useDrawerParam() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (to: string | null, replace: boolean) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          if (to === null) next.delete('drawer');
          else next.set('drawer', to);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setSearch],
  );
  const open = useCallback(
    (which: string | number, how: { replace?: boolean } = {}) => change(String(which), how.replace ?? false),
    [change],
  );
  const close = useCallback(() => change(null, true), [change]);
  return { opened: search.get('drawer'), open, close };
}
