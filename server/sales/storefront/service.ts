import type { PromoRefusal, PublicEvent, PublicPromo } from '@entrada/contract/catalog/shop';
import { demandOf } from '../../catalog/inventory/core/demand.ts';
import * as shop from '../../catalog/shop/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { hashText } from '../../platform/secrets.ts';
import { checkoutPageOf } from '../orders/core/checkout-page.ts';
import type { KnowsBrowser, Order } from '../orders/core/types.ts';
import { findOpenHold } from '../orders/hold-queries.ts';

/** The cart token of the browser that asks, and who knows whether it holds anything. */
type Cart = { cart: string | null; knowsBrowser: KnowsBrowser };

/** The live hold of a browser. Browsers without a cart cost no query. */
async function findOwnHold(ctx: Ctx, eventId: number, { cart, knowsBrowser }: Cart): Promise<Order | null> {
  if (cart === null) return null;
  const cartHash = hashText(cart);
  const hold = (await knowsBrowser(cartHash)) ? await findOpenHold(ctx.db, eventId, cartHash) : null;
  return hold && (hold.secondsLeft ?? 0) > 0 ? hold : null;
}

const ownUnits = (hold: Order | null) => hold && demandOf(hold.items, hold.promoCounterId);

/**
 * The public page's data for one browser. Its unfinished order comes with it, and the tickets of that order count as
 * free. NOT_FOUND as `shop.getPublicEvent`.
 */
export async function showEvent(
  ctx: Ctx,
  eventId: number,
  { code, ...cart }: { code: string | null } & Cart,
): Promise<PublicEvent> {
  const hold = await findOwnHold(ctx, eventId, cart);
  const event = await shop.getPublicEvent(ctx, eventId, code, ownUnits(hold) ?? undefined);
  return { ...event, hold: hold && toOwnHold(hold, event) };
}

/** Whether a promo code can be used by one browser, whose own unfinished order may have its last use. */
export async function checkPromoCode(
  ctx: Ctx,
  eventId: number,
  { code, ...cart }: { code: string } & Cart,
): Promise<{ valid: boolean; promo: PublicPromo | null; refusal: PromoRefusal | null }> {
  const hold = await findOwnHold(ctx, eventId, cart);
  return shop.validatePromoCode(ctx, eventId, code, ownUnits(hold) ?? undefined);
}

function toOwnHold(hold: Order, { tickets }: Pick<PublicEvent, 'tickets'>): PublicEvent['hold'] {
  const step = checkoutPageOf({ ...hold, hasBuyer: hold.buyer !== null });
  const gifts = new Set(tickets.filter(({ type }) => type === 'donation').map(({ id }) => id));
  return {
    orderShortId: hold.shortId,
    step: step === 'payment' || step === 'processing' ? step : 'details',
    secondsLeft: hold.secondsLeft ?? 0,
    promoCode: hold.promoCode,
    lines: hold.items.map(({ priceId, ticketId, quantity, unitList }) => ({
      priceId,
      quantity,
      donation: gifts.has(ticketId) ? unitList : null,
    })),
  };
}
