import { type Demand, demandOf } from '../../catalog/inventory/core/demand.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import type { Order } from '../orders/core/types.ts';
import { type Admitted, admit, type Refusal, type SelectedItem } from './core/admission.ts';
import type { Reservation } from './hold-statement.ts';
import { type StockOf, toOffer, toPromoOffer } from './offers.ts';
import { toReservation } from './reservation.ts';
import { type Sale, validAround } from './sale-cache.ts';

/** What a browser asks to hold. Amounts in minor units. */
export type ReserveRequest = {
  eventId: number;
  items: readonly SelectedItem[];
  promoCode: string | undefined;
  /** Of the affiliate whose link brought the buyer, as the browser has it; one that is not active counts for nothing. */
  affiliateCode?: string | null;
  expectedTotal: number | undefined;
  locale: string;
  cartHash: Buffer;
  /** Whether the browser came with a cart cookie. */
  mayHaveHold: boolean;
  idempotencyKey: string | null;
  requestHash: Buffer;
  addressHash: Buffer | null;
  /** Whether a proof of work came with it, so that the cap of its address does not count. */
  hasProof: boolean;
  /** The open hold that it replaces. */
  hold: Order | null;
  /** A live hold that was left just now instead, because its payment was under way. */
  left: Order | null;
};

export type Decision = { ok: true; reservation: Reservation } | Refusal;

/** What the requests of a batch that were decided before take of each counter, less what they give back. */
export type Taken = Map<number, number>;

const add = (to: Taken, demand: Demand, sign: 1 | -1) => {
  for (const [id, n] of demand) to.set(id, (to.get(id) ?? 0) + sign * n);
};

/**
 * Decides one request on what is known of its event, after those of the batch before it. Pure but for `taken`, to which
 * an admitted request adds what it takes. Another process or an organizer may have changed anything: the statement that
 * writes checks it all again.
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

/** The affiliate that an order counts for. A code that nobody knows, or knows no more, is no reason to refuse a sale. */
export const affiliateOf = (code: string | null | undefined, sale: Sale): number | null =>
  (code && sale.affiliates.get(code.trim().toLowerCase())) || null;

/** What cannot be charged is refused before anything is held for it. */
function refuseMoney({ priced }: Admitted, sale: Sale, provider: PaymentProvider | null): Refusal | null {
  if (priced.total === 0) return null;
  const { event } = sale.catalog;
  // Whatever a card cannot pay can be paid without one.
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

/** The counters that a request's answer depends on. */
export function countersOf(request: ReserveRequest, sale: Sale): number[] {
  const prices = request.items.flatMap(({ priceId }) => {
    const found = sale.prices.get(priceId);
    return found ? [found.price.counterId, ...found.ticket.pools.map((pool) => pool.counterId)] : [];
  });
  const promo = request.promoCode === undefined ? undefined : sale.promos.get(request.promoCode);
  return promo ? [...prices, promo.counterId] : prices;
}
