import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { Adjustment } from '@entrada/contract/sales/orders';

type Shown = BuyerOrder['adjustments'][number];

function stateOf({ state, difference }: Adjustment): Shown['state'] | null {
  if (state === 'open') return 'open';
  if (state === 'by_refund') return 'refunded';
  if (state === 'by_hand') return difference > 0 ? 'paid' : 'given_back';
  return null;
}

/** What became of the money of an order's moves, as its buyer sees it. Nobody pays what was waived. Pure. Minor units. */
export const adjustmentsOf = (adjustments: readonly Adjustment[]): Shown[] =>
  adjustments.flatMap((one) => {
    const state = stateOf(one);
    return state ? [{ ...one.to, difference: one.difference, state }] : [];
  });
