import * as endpoints from '@entrada/contract/sales/buyers';
import { scopeOf } from '../../platform/context.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { changeBuyer } from './service.ts';

/** The route by which an organizer changes who bought an order. */
export function buyerRoutes(api: Api): void {
  const { resend, resendTo } = LIMITS_BY_PURPOSE;
  route(api, endpoints.changeBuyer, async ({ ctx, params, body }) => {
    const mayMail = (email: string) => {
      api.limiters.spend(resend, String(scopeOf(ctx.actor).accountId));
      api.limiters.spend(resendTo, email);
    };
    return { data: await changeBuyer(ctx, params, body, mayMail) };
  });
}
