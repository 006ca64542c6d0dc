import type { PromoRefusal } from '@entrada/contract/catalog/shop';
import type { Discount } from '@entrada/contract/pricing';
import { leftOf } from '../../tickets/core/availability.ts';

/** A promo code with its uses at the time of reading. Percentages are exact decimals, amounts minor units. */
export type PromoForSale = {
  id: number;
  /** As the organizer wrote it. */
  code: string;
  counterId: number;
  discount: Discount;
  appliesToAll: boolean;
  /** The tickets it is for unless it applies to all. */
  ticketIds: number[];
  expiresAt: Date | null;
  disabled: boolean;
  /** Uses: null when unlimited. A use is one order. */
  quantity: number | null;
  sold: number;
  reserved: number;
};

/** Why a code that exists cannot be used. */
export type KnownPromoRefusal = Exclude<PromoRefusal, 'PROMO_CODE_INVALID'>;

/** Why a promo code cannot be used now, or null if it can. */
export function promoRefusal(promo: PromoForSale, now: Date): KnownPromoRefusal | null {
  if (promo.disabled) return 'PROMO_CODE_DISABLED';
  if (promo.expiresAt !== null && promo.expiresAt <= now) return 'PROMO_CODE_EXPIRED';
  return leftOf(promo) === 0 ? 'PROMO_CODE_USED_UP' : null;
}

/** Whether a code is meant for a ticket: it then opens it, and lowers its price unless it is free or a donation. */
export function promoCovers(
  promo: Pick<PromoForSale, 'appliesToAll' | 'ticketIds'>,
  ticketId: number,
): boolean {
  return promo.appliesToAll || promo.ticketIds.includes(ticketId);
}
