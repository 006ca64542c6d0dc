import {
  type CatalogForSale,
  isVisible,
  leftOf,
  type PromoForSale,
  priceAvailability,
  promoCovers,
  promoRefusal,
} from '../catalog/service.ts';
import type { Demand } from '../inventory/service.ts';
import type { Offer, PromoOffer } from './core/admission.ts';

const withoutOwn = <T extends { counterId: number; reserved: number }>(stock: T, own: Demand): T => ({
  ...stock,
  reserved: stock.reserved - (own.get(stock.counterId) ?? 0),
});

/** A promo code as admission takes it; `own` is what the buyer's replaced hold gives back. */
export function toPromoOffer(promo: PromoForSale, now: Date, own: Demand): PromoOffer {
  return {
    id: promo.id,
    code: promo.code,
    counterId: promo.counterId,
    discount: promo.discount,
    refusal: promoRefusal(withoutOwn(promo, own), now),
  };
}

/** The prices of an event as they stand for one buyer; `own` is what the buyer's replaced hold gives back. */
export function toOffers(catalog: CatalogForSale, promo: PromoForSale | null, own: Demand): Offer[] {
  const moment = { now: catalog.now, eventEnd: catalog.event.effectiveEnd };
  return catalog.tickets.flatMap((ticket) => {
    const isPromoCovered = promo !== null && promoCovers(promo, ticket.id);
    const isOpened = isPromoCovered && promoRefusal(promo, catalog.now) !== 'PROMO_CODE_INVALID';
    return ticket.prices.map((price): Offer => {
      const stock = withoutOwn(price, own);
      return {
        priceId: price.id,
        ticketId: ticket.id,
        ticketName: ticket.name,
        ticketType: ticket.type,
        priceLabel: price.label,
        amount: price.amount,
        counterIds: [price.counterId],
        state: priceAvailability(ticket, stock, moment),
        isVisible: isVisible(ticket, stock, isOpened, moment),
        isLocked: ticket.hideWithoutPromoCode && !isOpened,
        left: leftOf(stock),
        minPerOrder: ticket.minPerOrder,
        maxPerOrder: ticket.maxPerOrder,
        taxesAndFees: ticket.taxesAndFees,
        isPromoCovered,
      };
    });
  });
}
