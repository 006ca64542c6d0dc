import type { TicketType } from '@entrada/contract/catalog/tickets';

type Taxed = {
  type: TicketType;
  prices: readonly { amount: number }[];
  taxesAndFees: readonly { id: number; type: 'tax' | 'fee' }[];
};

/** Whether new tickets of this type get the account's default taxes and fees. */
export const carriesTaxesAndFees = (type: TicketType): boolean => type === 'paid' || type === 'tiered';

const taxesOf = ({ type, prices, taxesAndFees }: Taxed) =>
  carriesTaxesAndFees(type) && prices.some(({ amount }) => amount > 0)
    ? taxesAndFees.filter((one) => one.type === 'tax')
    : null;

/** The taxes that tickets with a price carry, and how many carry each, the most common first. */
export function commonTaxes(tickets: readonly Taxed[]): { id: number; tickets: number }[] {
  const carried = tickets.flatMap((ticket) => taxesOf(ticket)?.map(({ id }) => id) ?? []);
  return [...Map.groupBy(carried, (id) => id)]
    .map(([id, all]) => ({ id, tickets: all.length }))
    .sort((a, b) => b.tickets - a.tickets || a.id - b.id);
}

/** The ids of the tickets that have a price and no tax, if another ticket with a price has one. */
export function findUntaxed(tickets: readonly (Taxed & { id: number })[]): Set<number> {
  const untaxed = commonTaxes(tickets).length > 0 ? tickets.filter((one) => taxesOf(one)?.length === 0) : [];
  return new Set(untaxed.map(({ id }) => id));
}
