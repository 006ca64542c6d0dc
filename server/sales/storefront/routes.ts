import { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { readCart } from '../../platform/http/cart.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { KnowsBrowser } from '../orders/core/types.ts';
import { checkPromoCode, showEvent } from './service.ts';

/**
 * The page of an event also accepts promo codes, so it must respect the limit on guesses too. Above the limit, the page
 * ignores the code, right or wrong.
 */
function mayTryCode(api: Api, request: FastifyRequest): boolean {
  try {
    api.limiters.spend(LIMITS_BY_PURPOSE.promo, addressKey(request));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}

/** Routes of an event on sale, as the browser that asks can buy it. */
export function storefrontRoutes(api: Api, knowsBrowser: KnowsBrowser): void {
  route(api, getPublicEvent, async ({ ctx, params, query, request }) => {
    const code = query.promo_code && mayTryCode(api, request) ? query.promo_code : null;
    return { data: await showEvent(ctx, params.eventId, { code, cart: readCart(request), knowsBrowser }) };
  });
  route(
    api,
    validatePromoCode,
    async ({ ctx, params, request }) => ({
      data: await checkPromoCode(ctx, params.eventId, {
        code: params.code,
        cart: readCart(request),
        knowsBrowser,
      }),
    }),
    { limits: [LIMITS_BY_PURPOSE.promo] },
  );
}
