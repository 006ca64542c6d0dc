import { findActiveAffiliates } from '../../catalog/affiliates/queries.ts';
import type { PromoForSale } from '../../catalog/promo-codes/core/promo.ts';
import { findPromoForSale } from '../../catalog/promo-codes/sale-queries.ts';
import { type CatalogForSale, findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Stock } from '../../catalog/tickets/core/availability.ts';
import type { PriceForSale, TicketForSale } from '../../catalog/tickets/core/for-sale.ts';
import type { Db } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { type EventFacts, findEventFacts } from '../orders/event-queries.ts';
import { canTakeCards } from '../payment-connections/service.ts';
import type { CounterState } from './hold-queries.ts';

/**
 * The facts of one event for reservations. They are read once and used only as long as the guarded statement confirms
 * them.
 */
export type Sale = {
  catalog: CatalogForSale;
  facts: EventFacts;
  prices: ReadonlyMap<number, { ticket: TicketForSale; price: PriceForSale }>;
  /** Counters as they were last seen, by id. */
  stock: Map<number, Stock>;
  /** Promo codes by the text that buyers typed. */
  promos: Map<string, PromoForSale>;
  /** The active affiliates by their codes in lower case. */
  affiliates: ReadonlyMap<string, number>;
  /** Every instant at which a sale or a code begins or ends, in milliseconds. */
  boundaries: Set<number>;
  /** Whether the account can charge cards. */
  takesCards: boolean;
  loadedAt: number;
};

/** Facts without a version, for example an organizer's name, are read again after this time. */
const FRESH_MS = 30_000;
const EVENTS_KEPT = 500;
const PROMOS_KEPT = 500;

/**
 * The facts of the events on sale that this process knows. They may be out of date: the writing statement checks
 * versions, counters and clock again. The time is the database's, carried forward with this process's monotonic clock.
 */
export function createSaleCache(db: Db, provider: PaymentProvider | null) {
  const sales = new Map<number, Sale>();
  const loading = new Map<number, Promise<Sale | null>>();
  let clock = { database: Date.now(), here: performance.now() };

  const setClock = (now: Date) => {
    clock = { database: now.getTime(), here: performance.now() };
  };

  const read = async (eventId: number): Promise<Sale | null> => {
    const catalog = await findCatalogForSale(db, eventId);
    const facts = catalog && (await findEventFacts(db, eventId));
    if (!catalog || !facts) return null;
    setClock(catalog.now);
    const scope = scopeOfRow(catalog.event);
    const [affiliates, takesCards] = await Promise.all([
      findActiveAffiliates(db, scope, eventId),
      canTakeCards(db, scope, provider),
    ]);
    return { ...toSale(catalog, facts), affiliates, takesCards };
  };

  /** Reads an event again. Calls at the same time share one read. Null: the event does not exist. */
  const reload = (eventId: number): Promise<Sale | null> => {
    const known = loading.get(eventId);
    if (known) return known;
    const reading = read(eventId)
      .then((sale) => {
        sales.delete(eventId);
        if (sale) sales.set(eventId, sale);
        for (const oldest of sales.keys()) {
          if (sales.size <= EVENTS_KEPT) break;
          sales.delete(oldest);
        }
        return sale;
      })
      .finally(() => loading.delete(eventId));
    loading.set(eventId, reading);
    return reading;
  };

  const ensure = async (eventId: number): Promise<Sale | null> => {
    const known = sales.get(eventId);
    return known && performance.now() - known.loadedAt < FRESH_MS ? known : reload(eventId);
  };

  /** Reads a promo code into its sale unless it is already there. An unknown code is read again each time. */
  const ensurePromo = async (sale: Sale, code: string): Promise<void> => {
    if (sale.promos.has(code)) return;
    const { id, accountId } = sale.catalog.event;
    const promo = await findPromoForSale(db, scopeOfRow({ accountId }), id, code);
    if (!promo) return;
    if (sale.promos.size >= PROMOS_KEPT) sale.promos.clear();
    sale.promos.set(code, promo);
    if (!sale.stock.has(promo.counterId)) sale.stock.set(promo.counterId, promo);
    if (promo.expiresAt) sale.boundaries.add(promo.expiresAt.getTime());
  };

  return {
    find: (eventId: number) => sales.get(eventId),
    ensure,
    ensurePromo,
    reload,
    setClock,
    now: () => new Date(clock.database + performance.now() - clock.here),
  };
}

export type SaleCache = ReturnType<typeof createSaleCache>;

function toSale(catalog: CatalogForSale, facts: EventFacts): Omit<Sale, 'takesCards' | 'affiliates'> {
  const prices = new Map<number, { ticket: TicketForSale; price: PriceForSale }>();
  const stock = new Map<number, Stock>();
  const boundaries = new Set([catalog.event.effectiveEnd.getTime()]);
  const bound = (window: { saleStartsAt: Date | null; saleEndsAt: Date | null }) => {
    if (window.saleStartsAt) boundaries.add(window.saleStartsAt.getTime());
    if (window.saleEndsAt) boundaries.add(window.saleEndsAt.getTime());
  };
  for (const ticket of catalog.tickets) {
    bound(ticket);
    for (const pool of ticket.pools) stock.set(pool.counterId, pool);
    for (const price of ticket.prices) {
      bound(price);
      prices.set(price.id, { ticket, price });
      stock.set(price.counterId, price);
    }
  }
  return { catalog, facts, prices, stock, promos: new Map(), boundaries, loadedAt: performance.now() };
}

/** Stores the latest state of the counters. */
export function noteStock(sale: Sale, states: Iterable<CounterState>): void {
  for (const { id, quantity, sold, reserved } of states) {
    if (sale.stock.has(id)) sale.stock.set(id, { quantity, sold, reserved });
  }
}

/** The instants before and after `now` between which no sale of the event begins or ends. Null: no bound. */
export function validAround(sale: Sale, now: Date): { validFrom: Date | null; validUntil: Date | null } {
  const at = now.getTime();
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const boundary of sale.boundaries) {
    if (boundary <= at) from = Math.max(from, boundary);
    else until = Math.min(until, boundary);
  }
  return {
    validFrom: Number.isFinite(from) ? new Date(from) : null,
    validUntil: Number.isFinite(until) ? new Date(until) : null,
  };
}
