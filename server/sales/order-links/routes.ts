import { renewOrderLink } from '@entrada/contract/sales/order-links/renew';
import { notedKey } from '../../platform/http/idempotency.ts';
import { LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { renewLink } from './service.ts';

/** The route by which whoever holds the link of an order replaces it. */
export function orderLinkRoutes(api: Api): void {
  const { newLink, ticketMailsTo } = LIMITS_BY_PURPOSE;
  const mayMail = (email: string) => api.limiters.spend(ticketMailsTo, email);
  route(
    api,
    renewOrderLink,
    async ({ ctx, params: { orderShortId }, ...call }) => {
      const key = notedKey(`new link ${orderShortId}`, call);
      return { data: await renewLink(ctx, orderShortId, { mayMail, key }) };
    },
    { limits: [newLink], misses: LINK_MISSES },
  );
}
