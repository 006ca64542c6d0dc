import { type Demand, demandOf } from '../../catalog/inventory/core/demand.ts';
import { type PromoForSale, promoCovers, promoRefusal } from '../../catalog/promo-codes/core/promo.ts';
import type { CatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import { isVisible, leftOf, priceAvailability, type Stock } from '../../catalog/tickets/core/availability.ts';
import type { PoolForSale, PriceForSale, TicketForSale } from '../../catalog/tickets/core/for-sale.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { Order } from '../orders/core/types.ts';
import {
  type Admitted,
  admit,
  type Offer,
  type PromoOffer,
  type Refusal,
  type SelectedItem,
} from './core/admission.ts';
import type { Reservation } from './hold-queries.ts';
import { type Sale, validAround } from './sale-cache.ts';

/** A browser's request for a hold. Amounts in minor units. */
export type ReserveRequest = {
  eventId: number;
  items: readonly SelectedItem[];
  promoCode: string | undefined;
  /**
   * The code of the affiliate whose link brought the buyer, as the browser stored it. An inactive affiliate is ignored.
   */
  affiliateCode?: string | null;
  expectedTotal: number | undefined;
  locale: string;
  cartHash: Buffer;
  /** Whether the browser came with a cart cookie. */
  mayHaveHold: boolean;
  idempotencyKey: string | null;
  requestHash: Buffer;
  addressHash: Buffer | null;
  /** Whether the request had a proof of work. If so, the cap of its address does not apply. */
  hasProof: boolean;
  /** The open hold that this request replaces. */
  hold: Order | null;
  /** A live hold that the browser just left. It was ended instead of replaced, because its payment was under way. */
  left: Order | null;
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
    return stock && { ...stock, reserved: stock.reserved + (taken.get(id) ?? 0) - (own.get(id) ?? 0) };
  };
  const { event } = sale.catalog;
  const promo = request.promoCode === undefined ? null : (sale.promos.get(request.promoCode) ?? 'unknown');
  const look = { now, eventEnd: event.effectiveEnd, promo: promo === 'unknown' ? null : promo, stockOf };
  const decision = admit({
    isEventOpen: event.status === 'public' && event.effectiveEnd > now,
    findOffer: (priceId) => {
      const found = sale.prices.get(priceId);
      return found && toOffer(found.ticket, found.price, look);
    },
    promo: promo === null || promo === 'unknown' ? promo : toPromoOffer(promo, now, stockOf),
    items: request.items,
    expectedTotal: request.expectedTotal,
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
      isCapped: !request.hasProof,
      affiliateId: affiliateOf(request.affiliateCode, sale),
      replaces: hold?.id ?? null,
      leaves: request.left?.expiresAt
        ? { deadline: request.left.expiresAt, isExtended: request.left.isExtended }
        : null,
      ...validAround(sale, now),
    }),
  };
}

/** The affiliate to which an order is attributed. An unknown or inactive code is no reason to refuse a sale. */
export const affiliateOf = (code: string | null | undefined, sale: Sale): number | null =>
  (code && sale.affiliates.get(code.trim().toLowerCase())) || null;

/** Refuses an order that cannot be charged, before anything is held for it. */
function refuseMoney({ priced }: Admitted, sale: Sale, provider: PaymentProvider | null): Refusal | null {
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

/** The state of a counter for one buyer. Undefined: use the state that was read with the catalogue. */
type StockOf = (counterId: number) => Stock | undefined;

const asRead: StockOf = () => undefined;

/** A promo code in the form that `admit` needs. */
export function toPromoOffer(promo: PromoForSale, now: Date, stockOf: StockOf = asRead): PromoOffer {
  return {
    id: promo.id,
    code: promo.code,
    counterId: promo.counterId,
    discount: promo.discount,
    refusal: promoRefusal({ ...promo, ...stockOf(promo.counterId) }, now),
  };
}

/** The moment, the promo code and the counters with which an event's prices are evaluated. */
export type Look = { now: Date; eventEnd: Date; promo: PromoForSale | null; stockOf?: StockOf };

/** The offer of a price for one buyer. */
export function toOffer(ticket: TicketForSale, price: PriceForSale, look: Look): Offer {
  const { promo, stockOf = asRead } = look;
  const fresh = <T extends PriceForSale | PoolForSale>(one: T): T => ({ ...one, ...stockOf(one.counterId) });
  const own = fresh(price);
  const pools = ticket.pools.map(fresh);
  const pooled = { ...ticket, pools };
  const isPromoCovered = promo !== null && promoCovers(promo, ticket.id);
  const isOpened = isPromoCovered && promoRefusal(promo, look.now) !== 'PROMO_CODE_INVALID';
  return {
    priceId: price.id,
    ticketId: ticket.id,
    ticketName: ticket.name,
    ticketType: ticket.type,
    priceLabel: price.label,
    amount: price.amount,
    stocks: [own, ...pools].map((one) => ({ counterId: one.counterId, left: leftOf(one) })),
    state: priceAvailability(pooled, own, look),
    isVisible: isVisible(pooled, own, isOpened, look),
    isLocked: ticket.hideWithoutPromoCode && !isOpened,
    minPerOrder: ticket.minPerOrder,
    maxPerOrder: ticket.maxPerOrder,
    taxesAndFees: ticket.taxesAndFees,
    isPromoCovered,
  };
}

/** The facts of a reservation besides its selection: its browser, its address, and the hold that it replaces. */
type ReservationFacts = Pick<
  Reservation,
  | 'locale'
  | 'cartHash'
  | 'idempotencyKey'
  | 'requestHash'
  | 'replaces'
  | 'leaves'
  | 'mayHaveHold'
  | 'addressHash'
  | 'isCapped'
  | 'affiliateId'
  | 'validFrom'
  | 'validUntil'
>;

/** The reservation that the lane writes for an admitted selection. Its amounts are fixed here. */
export function toReservation(
  catalog: CatalogForSale,
  decision: Admitted,
  facts: ReservationFacts,
): Reservation {
  const { event } = catalog;
  const { priced, promo } = decision;
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
    items: decision.lines.flatMap(({ offer, quantity }, at) => {
      const unit = priced.lines[at]?.unit;
      if (!unit) throw new Error('A priced order lost a line');
      return {
        ticketId: offer.ticketId,
        priceId: offer.priceId,
        ticketName: offer.ticketName,
        priceLabel: offer.priceLabel,
        quantity,
        unitList: unit.list,
        unitDiscount: unit.discount,
        unitFees: unit.feeTotal,
        unitTaxAdded: unit.taxAdded,
        unitTaxIncluded: unit.taxIncluded,
        unitTotal: unit.total,
        charges: [...unit.fees, ...unit.taxes],
        counterIds: offer.stocks.map((stock) => stock.counterId),
      };
    }),
  };
}
