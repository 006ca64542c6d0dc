import { getSelfService, giveBack as giveBackEndpoint } from '@entrada/contract/sales/self-service/give-back';
import { notedKey } from '../../platform/http/idempotency.ts';
import { byLink, LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { giveBack, showSelfService } from './service.ts';

/** Routes by which whoever holds the link of an order does with its tickets what the policy allows. */
export function selfServiceRoutes(api: Api, { provider }: Pick<Resources, 'provider'>): void {
  route(
    api,
    getSelfService,
    async ({ ctx, params }) => ({ data: await showSelfService(ctx, provider, params.orderShortId) }),
    byLink('orderShortId'),
  );
  route(
    api,
    giveBackEndpoint,
    async ({ ctx, params: { orderShortId }, body, ...call }) => {
      const key = notedKey(`give back ${orderShortId}`, call);
      return { data: await giveBack(ctx, provider, orderShortId, { body, key }) };
    },
    { limits: [LIMITS_BY_PURPOSE.giveBack], misses: LINK_MISSES },
  );
}
