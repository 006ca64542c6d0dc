import * as endpoints from '@entrada/contract/sales/resends';
import { scopeOf } from '../../platform/context.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { resendOrder } from './service.ts';

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
}
