import { findActiveAffiliates } from '../../catalog/affiliates/queries.ts';
import { isOnSale } from '../../catalog/events/core/standing.ts';
import { type Demand, demandOf } from '../../catalog/inventory/core/demand.ts';
import type { PromoForSale } from '../../catalog/promo-codes/core/promo.ts';
import { findPromoForSale } from '../../catalog/promo-codes/sale-queries.ts';
import { type CatalogForSale, findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Stock } from '../../catalog/tickets/core/availability.ts';
import type { PriceForSale, TicketForSale } from '../../catalog/tickets/core/for-sale.ts';
import type { Db } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { Order } from '../orders/core/types.ts';
import { type EventFacts, findEventFacts } from '../orders/event-queries.ts';
import { canTakeCards } from '../payment-connections/service.ts';
import {
  type Admitted,
  admit,
  freePlaces,
  type Refusal,
  type SelectedItem,
  toPromoOffer,
} from './core/admission.ts';
import { type StockOf, toOffer } from './core/offer.ts';
import { createQuotes, type quote } from './core/quote.ts';
import type { HoldFacts, LeftHold, Requester, Reservation } from './core/reservation.ts';
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
  /** Prices selections, each once. */
  quote: typeof quote;
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
    if (ticket.ownEndsAt) boundaries.add(ticket.ownEndsAt.getTime());
    for (const pool of ticket.pools) stock.set(pool.counterId, pool);
    for (const price of ticket.prices) {
      bound(price);
      prices.set(price.id, { ticket, price });
      stock.set(price.counterId, price);
    }
  }
  return {
    catalog,
    facts,
    prices,
    stock,
    promos: new Map(),
    boundaries,
    quote: createQuotes(),
    loadedAt: performance.now(),
  };
}

/** Stores the latest state of the counters. */
export function noteStock(sale: Sale, states: Iterable<CounterState>): void {
  for (const { id, quantity, sold, reserved } of states) {
    if (sale.stock.has(id)) sale.stock.set(id, { quantity, sold, reserved });
  }
}

/** The instants before and after `now` between which no sale of the event begins or ends. Null: no bound. */
function validAround(sale: Sale, now: Date): { validFrom: Date | null; validUntil: Date | null } {
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

/** A browser's request for a hold. Amounts in minor units. */
export type ReserveRequest = Requester & {
  eventId: number;
  items: readonly SelectedItem[];
  promoCode: string | undefined;
  /**
   * The code of the affiliate whose link brought the buyer, as the browser stored it. An inactive affiliate is ignored.
   */
  affiliateCode?: string | null;
  /** Where the buyer came from, as a class. */
  source?: string | null;
  expectedTotal: number | undefined;
  /** Whether the request had a proof of work. If so, the cap of its address does not apply. */
  hasProof: boolean;
  /** The open hold that this request replaces. */
  hold: Order | null;
  /** The hold that the browser gave up before, if that could still be paid. */
  left: LeftHold | null;
};

export type Decision = { ok: true; reservation: Reservation } | Refusal;

/** The units that earlier requests of the same batch take from each counter, minus those that they give back. */
export type Taken = Map<number, number>;

const add = (to: Taken, demand: Demand, sign: 1 | -1) => {
  for (const [id, n] of demand) to.set(id, (to.get(id) ?? 0) + sign * n);
};

/**
 * Decides one request from the cached facts of its event, after the earlier requests of the same batch. Pure, except
 * that an admitted request adds its units to `taken`. Another process or an organizer may have changed anything since.
 * The writing statement therefore checks everything again.
 */
export function decide(
  request: ReserveRequest,
  sale: Sale,
  { taken, now, provider }: { taken: Taken; now: Date; provider: PaymentProvider | null },
): Decision {
  const { hold } = request;
  const own = hold ? demandOf(hold.items, hold.promoCounterId) : new Map<number, number>();
  const stockOf: StockOf = (id) => {
    const stock = sale.stock.get(id);
    if (!stock) return undefined;
    const reserved = stock.reserved + (taken.get(id) ?? 0);
    // Where more is taken than there is, a browser may still keep what it holds, or a part of it.
    const quantity = stock.quantity === null ? null : Math.max(stock.quantity, stock.sold + reserved);
    return { ...stock, quantity, reserved: reserved - (own.get(id) ?? 0) };
  };
  const { event } = sale.catalog;
  const promo = request.promoCode === undefined ? null : (sale.promos.get(request.promoCode) ?? 'unknown');
  const look = { now, eventEnd: event.effectiveEnd, promo: promo === 'unknown' ? null : promo, stockOf };
  const decision = admit({
    isEventOpen: isOnSale(event, now),
    findOffer: (priceId) => {
      const found = sale.prices.get(priceId);
      return found && toOffer(found.ticket, found.price, look);
    },
    promo: promo === null || promo === 'unknown' ? promo : toPromoOffer(promo, now, stockOf),
    items: request.items,
    expectedTotal: request.expectedTotal,
    quote: sale.quote,
  });
  if (!decision.ok) return decision;
  const refusal = refuseMoney(decision, sale, provider);
  if (refusal) return refusal;
  add(taken, decision.demand, 1);
  add(taken, own, -1);
  const { locale, cartHash, mayHaveHold, idempotencyKey, requestHash, addressHash } = request;
  return {
    ok: true,
    reservation: toReservation(sale.catalog, decision, {
      locale,
      cartHash,
      mayHaveHold,
      idempotencyKey,
      requestHash,
      addressHash,
      mostPlaces: request.hasProof
        ? null
        : freePlaces(
            decision.lines.flatMap(({ offer }) =>
              offer.stocks.map(({ counterId }) => sale.stock.get(counterId)?.quantity ?? null),
            ),
          ),
      placesBack: hold?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0,
      affiliateId: affiliateOf(request.affiliateCode, sale),
      source: request.source ?? null,
      replaces: hold?.id ?? null,
      leaves: request.left,
      ...validAround(sale, now),
    }),
  };
}

/** The affiliate to which an order is attributed. An unknown or inactive code is no reason to refuse a sale. */
export const affiliateOf = (code: string | null | undefined, sale: Sale): number | null =>
  (code && sale.affiliates.get(code.trim().toLowerCase())) || null;

/** Refuses an order that cannot be charged, before anything is held for it. */
function refuseMoney(
  { quote: { priced } }: Admitted,
  sale: Sale,
  provider: PaymentProvider | null,
): Refusal | null {
  if (priced.total === 0) return null;
  const { event } = sale.catalog;
  // An amount that no card can pay can still be paid offline.
  if (event.settings.offlinePayments) return null;
  if (!provider || !event.settings.cardPayments || !sale.takesCards) {
    return { ok: false, code: 'PAYMENTS_NOT_SET_UP' };
  }
  const check = provider.checkAmount({ minor: priced.total, currency: event.currency });
  if (check.ok) return null;
  return {
    ok: false,
    code: 'PRICE_BELOW_PROVIDER_MINIMUM',
    params: { reason: check.code, bound: check.bound },
  };
}

/** The counters on which the answer to a request depends. */
export function countersOf(request: ReserveRequest, sale: Sale): number[] {
  const prices = request.items.flatMap(({ priceId }) => {
    const found = sale.prices.get(priceId);
    return found ? [found.price.counterId, ...found.ticket.pools.map((pool) => pool.counterId)] : [];
  });
  const promo = request.promoCode === undefined ? undefined : sale.promos.get(request.promoCode);
  return promo ? [...prices, promo.counterId] : prices;
}

/** The reservation that the lane writes for an admitted selection. Its amounts are fixed here. */
export function toReservation(catalog: CatalogForSale, decision: Admitted, facts: HoldFacts): Reservation {
  const { event } = catalog;
  const {
    quote: { priced, items },
    promo,
  } = decision;
  return {
    ...facts,
    accountId: event.accountId,
    eventId: event.id,
    catalogVersion: event.catalogVersion,
    shortId: newShortId('o'),
    currency: event.currency,
    promo,
    listTotal: priced.subtotal,
    discountTotal: priced.discount,
    feeTotal: priced.fees,
    taxAddedTotal: priced.taxesAdded,
    taxIncludedTotal: priced.taxesIncluded,
    total: priced.total,
    holdSeconds: event.settings.orderTimeoutMinutes * 60,
    demand: decision.demand,
    items,
  };
}
