import { type Guest, listGuests } from '@entrada/contract/door/check-in';
import { doorApi } from '../api.ts';

export type GuestFilter = 'all' | 'out' | 'in';

export type GuestPage = {
  guests: Guest[];
  /** The total of the filter in use. */
  total: number;
  totals: Record<GuestFilter, number>;
  /** This phone searched its own tickets, without a connection. */
  isOfPhone: boolean;
};

/** `pages`: so many pages from the first one on. */
export type GuestsAsked = { query: string; filter: GuestFilter; pages: number };

export const perPage = 20;

/**
 * Loads the first `pages` pages of the matching guests, and the totals of each filter. It always loads from the
 * first page on. Guests change filters while the list is open, so later pages alone would skip or repeat some.
 */
export async function loadGuests(
  listShortId: string,
  { query, filter, pages }: GuestsAsked,
  signal: AbortSignal,
): Promise<GuestPage> {
  const ask = (which: GuestFilter, page: number, size: number) =>
    doorApi(
      listGuests,
      {
        params: { listShortId },
        query: {
          query,
          page: String(page),
          per_page: String(size),
          ...(which !== 'all' && { 'filter_fields[checked_in][eq]': String(which === 'in') }),
        },
      },
      { signal },
    );
  const other = filter === 'all' ? 'in' : 'all';
  const [count, ...loaded] = await Promise.all([
    ask(other, 1, 1),
    ...Array.from({ length: pages }, (_, index) => ask(filter, index + 1, perPage)),
  ]);
  const total = loaded[0]?.meta.total ?? 0;
  return {
    guests: unique(loaded.flatMap((page) => page.data)),
    total,
    totals: totalsOf({ [filter]: total, [other]: count.meta.total }),
    isOfPhone: false,
  };
}

/** Derives the third total from the other two. */
function totalsOf(known: Partial<Record<GuestFilter, number>>): Record<GuestFilter, number> {
  const all = known.all ?? 0;
  const inside = known.in ?? Math.max(0, all - (known.out ?? 0));
  return { all, in: inside, out: Math.max(0, all - inside) };
}

function unique(guests: Guest[]): Guest[] {
  return [...new Map(guests.map((guest) => [guest.reference, guest])).values()];
}
