import type { PromoForSale } from '../../catalog/promo-codes/core/promo.ts';
import type { PoolForSale, PriceForSale, TicketForSale } from '../../catalog/tickets/core/for-sale.ts';
import type { EventFacts } from '../../sales/orders/event-queries.ts';
import type { Sale } from '../../sales/reservations/sale.ts';
import { HOLD_SECONDS, type Operation, pick, type Spec } from './operations.ts';
import { TAX } from './shop.ts';

export type Counter = {
  name: string;
  quantity: number | null;
  ceiling: number | null;
  sold: number;
  reserved: number;
};
/** How a fault changes the counters. Faults are the negative controls of the simulation. */
export type Fault = 'forgets_pools' | 'forgets_release' | 'checks_nothing';

/** A shop as the reservation lane sees it, with its own counters, in memory. */
export function createCatalogue(spec: Spec, fault?: Fault) {
  const counters = new Map<number, Counter>();
  const addCounter = (name: string, quantity: number | null): number => {
    const id = counters.size + 1;
    counters.set(id, { name, quantity, ceiling: quantity, sold: 0, reserved: 0 });
    return id;
  };
  const counter = (id: number): Counter => {
    const found = counters.get(id);
    if (!found) throw new Error(`There is no counter ${id}`);
    return found;
  };
  const stock = { quantity: null, sold: 0, reserved: 0 };
  const prices: (PriceForSale & { ticket: number })[] = spec.prices.map(
    ({ ticket, amount, quantity }, at) => ({
      ...stock,
      ticket,
      id: at + 1,
      counterId: addCounter(`price ${at}`, quantity),
      label: '',
      amount,
      saleStartsAt: null,
      saleEndsAt: null,
      hidden: false,
    }),
  );
  const pools: (PoolForSale & { active: boolean; tickets: number[] })[] = spec.pools.map((pool, at) => ({
    ...stock,
    id: at + 1,
    counterId: addCounter(`pool ${at}`, pool.quantity),
    name: `pool ${at}`,
    active: pool.active,
    tickets: pool.tickets,
  }));
  const promos: PromoForSale[] = spec.promos.map((promo, at) => ({
    ...stock,
    id: at + 1,
    code: `CODE${at}`,
    counterId: addCounter(`promo ${at}`, promo.uses),
    discount: promo.discount,
    appliesToAll: promo.tickets === null,
    ticketIds: (promo.tickets ?? []).map((one) => one + 1),
    expiresAt: null,
    disabled: false,
  }));
  const tickets: TicketForSale[] = spec.tickets.map((ticket, at) => ({
    id: at + 1,
    type: ticket.type,
    name: `ticket ${at}`,
    description: '',
    position: at,
    admits: ticket.admits,
    ownStartsAt: null,
    ownEndsAt: null,
    saleStartsAt: null,
    saleEndsAt: null,
    minPerOrder: ticket.min,
    maxPerOrder: ticket.max,
    maxIsPerPerson: false,
    hidden: false,
    hideBeforeSale: false,
    hideAfterSale: false,
    hideWhenSoldOut: false,
    hideWithoutPromoCode: false,
    showQuantityRemaining: false,
    collapsedOnLoad: false,
    prices: prices.filter((price) => price.ticket === at),
    pools: [],
    taxesAndFees: [],
  }));
  const attachPools = () => {
    for (const [at, ticket] of tickets.entries()) {
      ticket.pools =
        fault === 'forgets_pools' ? [] : pools.filter((pool) => pool.active && pool.tickets.includes(at));
    }
  };
  attachPools();

  const sale = {
    catalog: {
      event: {
        id: 1,
        accountId: 1,
        currency: 'EUR',
        status: 'public',
        catalogVersion: 1,
        calledOffAt: null,
        effectiveEnd: new Date(8e15),
        settings: { orderTimeoutMinutes: HOLD_SECONDS / 60, cardPayments: true, offlinePayments: false },
      },
      tickets,
    },
    facts: {} as EventFacts,
    prices: new Map(
      prices.flatMap((price) => {
        const ticket = tickets[price.ticket];
        return ticket ? [[price.id, { ticket, price }] as const] : [];
      }),
    ),
    // Without counters, every price counts as unlimited.
    stock: fault === 'checks_nothing' ? new Map() : counters,
    promos: new Map(promos.map((promo) => [promo.code, promo])),
    boundaries: new Set<number>(),
    takesCards: true,
    loadedAt: 0,
  } as unknown as Sale;

  const setQuantity = (id: number | undefined, quantity: number | null) => {
    if (id === undefined) return;
    const one = counter(id);
    one.quantity = quantity;
    one.ceiling = quantity === null ? null : Math.max(quantity, one.sold + one.reserved);
  };

  const organize = (operation: Operation) => {
    if (operation.kind === 'price') {
      const price = pick(prices, operation.price);
      const type = tickets[price?.ticket ?? -1]?.type;
      if (price && type !== 'free' && type !== 'donation') price.amount = operation.amount;
    } else if (operation.kind === 'quantity')
      setQuantity(pick(prices, operation.price)?.counterId, operation.quantity);
    else if (operation.kind === 'uses') setQuantity(pick(promos, operation.promo)?.counterId, operation.uses);
    else if (operation.kind === 'pool') {
      const pool = pick(pools, operation.pool);
      if (!pool) return;
      setQuantity(pool.counterId, operation.quantity);
      pool.active = operation.active;
      attachPools();
    } else if (operation.kind === 'hide') {
      const ticket = pick(tickets, operation.ticket);
      if (ticket) ticket.hidden = operation.hidden;
    } else if (operation.kind === 'disable') {
      const promo = pick(promos, operation.promo);
      if (promo) promo.disabled = operation.disabled;
    } else if (operation.kind === 'tax') {
      const ticket = pick(tickets, operation.ticket);
      if (ticket) ticket.taxesAndFees = [TAX];
    }
  };

  return { counters, counter, prices, tickets, promos, sale, organize };
}
