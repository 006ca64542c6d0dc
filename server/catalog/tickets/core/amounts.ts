import type { TicketType } from '@entrada/contract/catalog/tickets';

type PriceLike = { id?: number | undefined; amount: number };

/**
 * The positions of the prices that the provider must accept: those that cost something and are new or changed. Amounts
 * that were accepted before are not checked again. So a ticket can be renamed after the provider's rules have changed.
 */
export function amountsToCheck(
  type: TicketType,
  prices: readonly PriceLike[],
  before: readonly PriceLike[],
): number[] {
  if (type === 'free') return [];
  const known = new Map(before.map((price) => [price.id, price.amount]));
  return prices.flatMap((price, index) => {
    const isKept = price.id !== undefined && known.get(price.id) === price.amount;
    return price.amount > 0 && !isKept ? [index] : [];
  });
}
