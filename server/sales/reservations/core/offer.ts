import type { Availability, TicketType } from '@entrada/contract/catalog/tickets';
import type { Discount, TaxOrFee } from '@entrada/contract/pricing';
import { type PromoForSale, promoCovers, promoRefusal } from '../../../catalog/promo-codes/core/promo.ts';
import {
  availabilityWith,
  isVisibleAs,
  leftOf,
  type Stock,
} from '../../../catalog/tickets/core/availability.ts';
import type { PriceForSale, TicketForSale } from '../../../catalog/tickets/core/for-sale.ts';

/** One price as it stands now for this buyer. Amounts in minor units. */
export type Offer = {
  priceId: number;
  ticketId: number;
  ticketName: string;
  ticketType: TicketType;
  /** Whether each unit lets a person in. */
  admits: boolean;
  priceLabel: string;
  /** List price; the minimum of a donation. */
  amount: number;
  /**
   * The counters from which each unit takes: the price's own, then its pools. `left` is what remains of each, null if
   * unlimited. It includes the stock that the buyer's own replaced hold gives back.
   */
  stocks: readonly { counterId: number; left: number | null }[];
  state: Availability;
  isVisible: boolean;
  /**
   * The price is only for holders of a promo code, and this buyer has none that is in use. The answer must not reveal
   * that the price exists, except to who has a code for it.
   */
  isLocked: boolean;
  minPerOrder: number;
  maxPerOrder: number;
  taxesAndFees: readonly TaxOrFee[];
  /** Whether the request's promo code is for this ticket. */
  isPromoCovered: boolean;
};

/** So many units of an offer, each at this list price with this discount. Amounts in minor units. */
export type AdmittedLine = { offer: Offer; quantity: number; list: number; discount: Discount };

/** The state of a counter for one buyer. Undefined: use the state that was read with the catalogue. */
export type StockOf = (counterId: number) => Stock | undefined;

export const asRead: StockOf = () => undefined;

/** The moment, the promo code and the counters with which an event's prices are evaluated. */
export type Look = { now: Date; eventEnd: Date; promo: PromoForSale | null; stockOf?: StockOf };

/** The offer of a price for one buyer. */
export function toOffer(ticket: TicketForSale, price: PriceForSale, look: Look): Offer {
  const { promo, stockOf = asRead } = look;
  const stocks = [price, ...ticket.pools].map(({ counterId, quantity, sold, reserved }) => ({
    counterId,
    left: leftOf(stockOf(counterId) ?? { quantity, sold, reserved }),
  }));
  const left = stocks.reduce(
    (least, stock) => Math.min(least, stock.left ?? least),
    Number.POSITIVE_INFINITY,
  );
  const state = availabilityWith(ticket, price, { ...look, left: Number.isFinite(left) ? left : null });
  const isPromoCovered = promo !== null && promoCovers(promo, ticket.id);
  const refusal = promo && promoRefusal(promo, look.now);
  const isOpened = isPromoCovered && (refusal === null || refusal === 'PROMO_CODE_USED_UP');
  return {
    priceId: price.id,
    ticketId: ticket.id,
    ticketName: ticket.name,
    ticketType: ticket.type,
    admits: ticket.admits,
    priceLabel: price.label,
    amount: price.amount,
    stocks,
    state,
    isVisible: isVisibleAs(state, ticket, isOpened),
    isLocked: ticket.hideWithoutPromoCode && !isOpened,
    minPerOrder: ticket.minPerOrder,
    maxPerOrder: ticket.maxPerOrder,
    taxesAndFees: ticket.taxesAndFees,
    isPromoCovered,
  };
}
