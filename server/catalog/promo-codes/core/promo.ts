import { leftOf } from '../../tickets/core/availability.ts';
import type { PromoForSale } from '../../tickets/core/types.ts';

/** Why a promo code cannot be used now, or null when it can. Disabled and expired are not told apart. */
export function promoRefusal(
  promo: PromoForSale,
  now: Date,
): 'PROMO_CODE_INVALID' | 'PROMO_CODE_USED_UP' | null {
  if (promo.disabled || (promo.expiresAt !== null && promo.expiresAt <= now)) return 'PROMO_CODE_INVALID';
  return leftOf(promo) === 0 ? 'PROMO_CODE_USED_UP' : null;
}

/** Whether a code is meant for a ticket: it then opens it, and lowers its price unless it is free or a donation. */
export function promoCovers(
  promo: Pick<PromoForSale, 'appliesToAll' | 'ticketIds'>,
  ticketId: number,
): boolean {
  return promo.appliesToAll || promo.ticketIds.includes(ticketId);
}
