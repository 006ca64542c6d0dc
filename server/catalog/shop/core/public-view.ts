import type { PublicEventCard, PublicPromo, PublicTicket } from '@entrada/contract/catalog/shop';
import { NO_DISCOUNT, priceUnit } from '@entrada/contract/pricing';
import { type PromoForSale, promoCovers } from '../../promo-codes/core/promo.ts';
import {
  bestAvailability,
  isVisible,
  leftOfPrice,
  type Moment,
  priceAvailability,
  saleWindow,
} from '../../tickets/core/availability.ts';
import type { PriceForSale, TicketForSale } from '../../tickets/core/for-sale.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

type Sight = {
  moment: Moment;
  /** A code that can be used now, or none. */
  promo: PromoForSale | null;
  showAvailableCount: boolean;
};

function toPublicPrice(
  ticket: TicketForSale,
  price: PriceForSale,
  { moment, showAvailableCount }: Sight,
): PublicTicket['prices'][number] {
  const availability = priceAvailability(ticket, price, moment);
  const left = leftOfPrice(ticket, price);
  const { saleStartsAt, saleEndsAt } = saleWindow(ticket, price, moment.eventEnd);
  return {
    id: price.id,
    label: price.label,
    amount: price.amount,
    availability,
    left: showAvailableCount || ticket.showQuantityRemaining ? left : null,
    maxNow: availability === 'on_sale' ? Math.min(ticket.maxPerOrder, left ?? ticket.maxPerOrder) : 0,
    saleStartsAt: iso(saleStartsAt),
    saleEndsAt: iso(saleEndsAt),
  };
}

/** The tickets as a buyer sees them. Hidden prices are left out. A ticket without a visible price is left out too. */
export function publicTickets(tickets: readonly TicketForSale[], sight: Sight): PublicTicket[] {
  const { moment, promo } = sight;
  return tickets.flatMap((ticket) => {
    const covered = promo !== null && promoCovers(promo, ticket.id);
    const prices = ticket.prices
      .filter((price) => isVisible(ticket, price, covered, moment))
      .map((price) => toPublicPrice(ticket, price, sight));
    if (prices.length === 0) return [];
    const {
      id,
      type,
      name,
      description,
      admits,
      ownStartsAt,
      ownEndsAt,
      minPerOrder,
      maxPerOrder,
      maxIsPerPerson,
      collapsedOnLoad,
      taxesAndFees,
    } = ticket;
    return {
      id,
      type,
      name,
      description,
      admits,
      ownStartsAt: iso(ownStartsAt),
      ownEndsAt: iso(ownEndsAt),
      minPerOrder,
      maxPerOrder,
      maxIsPerPerson,
      collapsedOnLoad,
      taxesAndFees,
      prices,
      availability: bestAvailability(prices.map((price) => price.availability)),
      promoApplies: covered && promo.discount.type !== 'none' && (type === 'paid' || type === 'tiered'),
    };
  });
}

/**
 * The lowest price in minor units, fees and taxes included, that can be bought now, and the availability of the whole
 * event.
 */
export function cardSale(
  tickets: readonly PublicTicket[],
): Pick<PublicEventCard, 'fromPrice' | 'pricing' | 'availability'> {
  const all = tickets.flatMap((ticket) =>
    ticket.prices
      .filter((price) => price.availability === 'on_sale')
      .map((price) => ({
        isDonation: ticket.type === 'donation',
        total: priceUnit({
          ticketType: ticket.type,
          list: price.amount,
          discount: NO_DISCOUNT,
          taxesAndFees: ticket.taxesAndFees,
        }).total,
      })),
  );
  // A donation beside tickets is no way in, so it says nothing about what the event costs.
  const entries = all.filter(({ isDonation }) => !isDonation);
  const offers = entries.length > 0 ? entries : all;
  const best = bestAvailability(tickets.map((ticket) => ticket.availability));
  return {
    fromPrice: offers.length > 0 ? Math.min(...offers.map(({ total }) => total)) : null,
    pricing: pricingOf(offers),
    availability: best === 'hidden' ? 'none' : best,
  };
}

function pricingOf(offers: readonly { isDonation: boolean; total: number }[]): PublicEventCard['pricing'] {
  if (offers.length === 0) return null;
  if (offers.every(({ total }) => total > 0)) return 'paid';
  if (offers.some(({ total }) => total > 0)) return 'partly_free';
  if (offers.every(({ isDonation }) => isDonation)) return 'by_donation';
  return 'free';
}

/** A promo code as replies show it. */
export function toPublicPromo({ code, discount }: PromoForSale): PublicPromo {
  return { code, discountType: discount.type, percentage: discount.percentage, amount: discount.amount };
}
