import type { Guest } from '@entrada/contract/door/check-in';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/error.ts';
import { type GuestFilter, type GuestPage, loadGuests } from './guests.ts';
import type { Finding } from './use-row-check-in.ts';

const typingMs = 200;

/** The guest list with its search and filter. It loads again when something changes at another door. */
export function useGuests(options: {
  listShortId: string;
  startsWith: string;
  changesElsewhere: number;
  findGuests: Finding['findGuests'];
  onError: (error: unknown) => void;
}) {
  const { listShortId, changesElsewhere, findGuests, onError } = options;
  const [query, setQuery] = useState(options.startsWith);
  const [filter, setFilter] = useState<GuestFilter>('all');
  const [pages, setPages] = useState(1);
  const [page, setPage] = useState<GuestPage>();
  /** The search that the visible rows belong to. It differs from `query` while new rows load. */
  const [shownQuery, setShownQuery] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const [isLoading, setLoading] = useState(true);
  const [reloads, setReloads] = useState(0);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the two counters ask for the same again
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      setLoading(true);
      try {
        const asked = { query, filter, pages };
        const loaded = await findGuests(asked, () => loadGuests(listShortId, asked, controller.signal));
        if (controller.signal.aborted) return;
        setPage(loaded);
        setShownQuery(query);
        setProblem(undefined);
      } catch (error) {
        if (controller.signal.aborted) return;
        setProblem(error);
        onError(error);
      }
      if (!controller.signal.aborted) setLoading(false);
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : typingMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      controller.abort(new ApiError({ status: 0, code: 'ABORTED' }));
    };
  }, [listShortId, query, filter, pages, findGuests, onError, reloads, changesElsewhere]);

  /** Replaces one guest in place, so that the row does not move while somebody presses it. */
  const replace = useCallback((guest: Guest) => {
    setPage((known) => known && withGuest(known, guest));
  }, []);

  return {
    query,
    shownQuery,
    filter,
    page,
    problem,
    isLoading,
    search: (text: string) => {
      setQuery(text);
      setPages(1);
    },
    choose: (which: GuestFilter) => {
      setFilter(which);
      setPages(1);
    },
    more: () => setPages((count) => count + 1),
    reload: () => setReloads((count) => count + 1),
    replace,
  };
}

function withGuest(page: GuestPage, guest: Guest): GuestPage {
  const before = page.guests.find((known) => known.reference === guest.reference);
  const moved = Number(guest.checkedInAt !== null) - Number(before?.checkedInAt != null);
  const { all, in: inside, out } = page.totals;
  return {
    ...page,
    guests: page.guests.map((known) => (known.reference === guest.reference ? guest : known)),
    totals: before ? { all, in: inside + moved, out: out - moved } : page.totals,
  };
}
