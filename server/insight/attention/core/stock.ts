import { DAY_MS } from '@entrada/contract/constants';
import type { StockItem } from '@entrada/contract/insight/attention';

/** One price that is on sale. */
export type StockedPrice = {
  ticketId: number;
  ticketName: string;
  priceId: number;
  priceLabel: string;
  /** Of the price, or of what it shares with others if that is less. Null without a limit. */
  left: number | null;
  total: number | null;
  /** Tickets of this price that were sold within the last seven days. */
  soldInWeek: number;
  endsAt: Date | null;
};

/** Few are left: a tenth, or what a week sells. */
const FEW = 0.1;
const SOON_DAYS = 7;
const ENDING_DAYS = 3;

/** How many days the rest lasts at the pace of the last week. Null if nothing was sold, or without a limit. */
function lastsDays({ left, soldInWeek }: StockedPrice): number | null {
  if (left === null || soldInWeek <= 0) return null;
  return Math.round((left / soldInWeek) * 7);
}

/**
 * The prices that run out or whose sale ends, the most urgent first. A price that is both is named once, by what is left of
 * it.
 */
export function stockToNotice(prices: readonly StockedPrice[], now: Date): StockItem[] {
  const items = prices.flatMap((price): StockItem[] => {
    const { ticketId, ticketName, priceId, priceLabel, left, total, endsAt } = price;
    const lasts = lastsDays(price);
    const item = { ticketId, ticketName, priceId, priceLabel, left, total, lastsDays: null, endsAt: null };
    if (left !== null && total !== null && total > 0) {
      if (left <= 0) return [{ ...item, kind: 'sold_out' }];
      if (left <= total * FEW || (lasts !== null && lasts <= SOON_DAYS))
        return [{ ...item, kind: 'low_stock', lastsDays: lasts !== null && lasts <= 60 ? lasts : null }];
    }
    const isEnding =
      endsAt !== null && endsAt > now && endsAt.getTime() - now.getTime() <= ENDING_DAYS * DAY_MS;
    return isEnding ? [{ ...item, kind: 'ending', endsAt: endsAt.toISOString() }] : [];
  });
  const rank = { low_stock: 0, ending: 1, sold_out: 2 } as const;
  return items.sort((a, b) => rank[a.kind] - rank[b.kind]);
}
