import { type PromoForSale, promoCovers, promoRefusal } from '../../catalog/promo-codes/core/promo.ts';
import { isVisible, leftOf, priceAvailability, type Stock } from '../../catalog/tickets/core/availability.ts';
import type { PoolForSale, PriceForSale, TicketForSale } from '../../catalog/tickets/core/for-sale.ts';
import type { Offer, PromoOffer } from './core/admission.ts';

/** How a counter stands for the buyer in question; undefined where what was read with the catalogue is good enough. */
export type StockOf = (counterId: number) => Stock | undefined;

const asRead: StockOf = () => undefined;

/** A promo code as admission takes it. */
export function toPromoOffer(promo: PromoForSale, now: Date, stockOf: StockOf = asRead): PromoOffer {
  return {
    id: promo.id,
    code: promo.code,
    counterId: promo.counterId,
    discount: promo.discount,
    refusal: promoRefusal({ ...promo, ...stockOf(promo.counterId) }, now),
  };
}

/** When one looks at an event's prices, with which code, and how its counters stand. */
export type Look = { now: Date; eventEnd: Date; promo: PromoForSale | null; stockOf?: StockOf };

/** A price as it stands for one buyer. */
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

/** Finds a price of an event among its tickets. */
export function findPrice(
  tickets: readonly TicketForSale[],
  priceId: number,
): { ticket: TicketForSale; price: PriceForSale } | undefined {
  for (const ticket of tickets) {
    const price = ticket.prices.find((one) => one.id === priceId);
    if (price) return { ticket, price };
  }
  return undefined;
}
