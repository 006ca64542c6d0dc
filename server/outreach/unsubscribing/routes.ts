import * as endpoints from '@entrada/contract/outreach/unsubscribing';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { getSubscription, subscribeAgain, unsubscribe } from './service.ts';

const { lookup, unsubscribing } = LIMITS_BY_PURPOSE;

export function unsubscribingRoutes(api: Api): void {
  route(
    api,
    endpoints.getSubscription,
    async ({ ctx, params }) => ({ data: await getSubscription(ctx, params.token) }),
    { readLimit: lookup },
  );
  const limits = { limits: [unsubscribing] };
  route(
    api,
    endpoints.unsubscribe,
    async ({ ctx, params }) => ({ data: await unsubscribe(ctx, params.token) }),
    limits,
  );
  route(
    api,
    endpoints.subscribeAgain,
    async ({ ctx, params }) => ({ data: await subscribeAgain(ctx, params.token) }),
    limits,
  );
}
