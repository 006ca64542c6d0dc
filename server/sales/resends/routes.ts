import * as endpoints from '@entrada/contract/sales/resends';
import { scopeOf } from '../../platform/context.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { resendOrder, resendOwn } from './service.ts';

/** Routes by which organizers, and buyers themselves, mail orders once more. */
export function resendRoutes(api: Api): void {
  const { resend, resendTo } = LIMITS_BY_PURPOSE;
  route(api, endpoints.resendOrder, async ({ ctx, params, body, ...call }) => {
    const mayMail = (email: string) => {
      api.limiters.spend(resend, String(scopeOf(ctx.actor).accountId));
      api.limiters.spend(resendTo, email);
    };
    const key = notedKey(`resend ${scopeOf(ctx.actor).accountId}`, call);
    return { data: await resendOrder(ctx, params, body, { mayMail, key }) };
  });
  route(
    api,
    endpoints.resendOwnOrder,
    async ({ ctx, params: { orderShortId }, ...call }) => {
      const mayMail = (email: string, order: { id: number }) => {
        api.limiters.spend(LIMITS_BY_PURPOSE.resendOwn, String(order.id));
        api.limiters.spend(LIMITS_BY_PURPOSE.ticketMailsTo, email);
      };
      const key = notedKey(`resend own ${orderShortId}`, call);
      return { data: await resendOwn(ctx, orderShortId, { mayMail, key }) };
    },
    { limits: [LIMITS_BY_PURPOSE.ownTickets], misses: LINK_MISSES },
  );
}
