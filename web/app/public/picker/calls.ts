import type { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import type { reserveOrder } from '@entrada/contract/sales/checkout';

/**
 * The picker's calls by method and path alone, which is all that the browser needs of them. With the schemas of the
 * contract beside them, a visitor's phone would load a validation library; a test holds both to be the same.
 */
export const readEvent = { method: 'GET', path: '/public/events/:eventId' } as typeof getPublicEvent;
export const checkPromo = {
  method: 'GET',
  path: '/public/events/:eventId/promo-codes/:code',
} as typeof validatePromoCode;
export const reserve = { method: 'POST', path: '/public/events/:eventId/orders' } as typeof reserveOrder;
