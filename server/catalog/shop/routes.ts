import * as endpoints from '@entrada/contract/catalog/shop';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import * as shop from './service.ts';

/**
 * The page of an event also accepts promo codes, so it must respect the limit on guesses too. Above the limit, the page
 * ignores the code, right or wrong.
 */
async function mayTryCode(api: Api, request: FastifyRequest): Promise<boolean> {
  try {
    await api.limiters.spend(LIMITS_BY_PURPOSE.promo, addressKey(request));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}

export function shopRoutes(api: Api): void {
  route(api, endpoints.listPublicEvents, async ({ ctx, query }) => shop.listPublicEvents(ctx, query));
  route(api, endpoints.getPublicOrganizer, async ({ ctx, params }) => ({
    data: await shop.getPublicOrganizer(ctx, params.slug),
  }));
  route(api, endpoints.listPublicOrganizerEvents, async ({ ctx, params, query }) =>
    shop.listOrganizerEvents(ctx, params.organizerId, query),
  );
  route(api, endpoints.getPublicEvent, async ({ ctx, params, query, request }) => {
    const code = query.promo_code && (await mayTryCode(api, request)) ? query.promo_code : null;
    return { data: await shop.getPublicEvent(ctx, params.eventId, code) };
  });
  route(
    api,
    endpoints.validatePromoCode,
    async ({ ctx, params }) => ({ data: await shop.validatePromoCode(ctx, params.eventId, params.code) }),
    { limits: [LIMITS_BY_PURPOSE.promo] },
  );
}
