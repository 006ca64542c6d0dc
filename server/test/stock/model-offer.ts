import { NO_DISCOUNT, priceOrder } from '@entrada/contract/pricing';
import { type Item, type Operation, pick, type Spec } from './operations.ts';
import { TAX } from './shop.ts';

/** What a buyer asks for. `promo`: a code by its index. */
export type Want = { items: Item[]; promo: number | null };

/** What the event of the model sells: tickets, prices, pools and codes, and what an organizer does to them. */
export function createOffer(spec: Spec) {
  const prices = spec.prices.map((price) => ({ ...price }));
  const tickets = spec.tickets.map((ticket) => ({ ...ticket, hidden: false, taxed: false }));
  const pools = spec.pools.map((pool) => ({ ...pool }));
  const promos = spec.promos.map((promo) => ({ ...promo, disabled: false }));

  const quantities = (): Map<string, number | null> =>
    new Map([
      ...prices.map((price, at) => [`price ${at}`, price.quantity] as const),
      ...pools.map((pool, at) => [`pool ${at}`, pool.quantity] as const),
      ...promos.map((promo, at) => [`promo ${at}`, promo.uses] as const),
    ]);
  const countersOf = (price: number): string[] => {
    const ticket = prices[price]?.ticket ?? -1;
    const active = pools.flatMap((pool, at) =>
      pool.active && pool.tickets.includes(ticket) ? [`pool ${at}`] : [],
    );
    return [`price ${price}`, ...active];
  };
  const covers = (promo: number, price: number) =>
    promos[promo]?.tickets?.includes(prices[price]?.ticket ?? -1) ?? true;
  const isDonation = (price: number) => tickets[prices[price]?.ticket ?? -1]?.type === 'donation';

  const totalOf = ({ items, promo }: Want) =>
    priceOrder({
      lines: items.map(({ price, quantity, donation }) => {
        const ticket = tickets[prices[price]?.ticket ?? -1];
        const isCovered = promo !== null && covers(promo, price);
        return {
          ticketType: ticket?.type ?? 'free',
          list: donation ?? prices[price]?.amount ?? 0,
          discount: (isCovered && promos[promo]?.discount) || NO_DISCOUNT,
          taxesAndFees: ticket?.taxed ? [TAX] : [],
          quantity,
        };
      }),
    }).total;

  const organize = (operation: Operation) => {
    switch (operation.kind) {
      case 'price': {
        const price = pick(prices, operation.price);
        if (price && tickets[price.ticket]?.type !== 'free' && tickets[price.ticket]?.type !== 'donation')
          price.amount = operation.amount;
        return;
      }
      case 'quantity': {
        const price = pick(prices, operation.price);
        if (price) price.quantity = operation.quantity;
        return;
      }
      case 'pool': {
        const pool = pick(pools, operation.pool);
        if (pool) Object.assign(pool, { quantity: operation.quantity, active: operation.active });
        return;
      }
      case 'hide': {
        const ticket = pick(tickets, operation.ticket);
        if (ticket) ticket.hidden = operation.hidden;
        return;
      }
      case 'disable': {
        const promo = pick(promos, operation.promo);
        if (promo) promo.disabled = operation.disabled;
        return;
      }
      case 'uses': {
        const promo = pick(promos, operation.promo);
        if (promo) promo.uses = operation.uses;
        return;
      }
      case 'tax': {
        const ticket = pick(tickets, operation.ticket);
        if (ticket) ticket.taxed = true;
        return;
      }
    }
  };

  return { prices, tickets, pools, promos, quantities, countersOf, covers, isDonation, totalOf, organize };
}
