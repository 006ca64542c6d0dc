import * as endpoints from '@entrada/contract/sales/moves/to-another-ticket';
import { scopeOf } from '../../platform/context.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { settleAdjustment, waiveAdjustment } from './adjustments.ts';
import { showMoveQuote } from './facts.ts';
import { moveAttendee } from './service.ts';

/** Routes by which an organizer moves an attendee to another ticket, and notes that a difference was paid or waived. */
export function moveRoutes(api: Api, { provider }: Resources): void {
  const { resend, resendTo } = LIMITS_BY_PURPOSE;
  route(api, endpoints.quoteMove, async ({ ctx, params }) => ({
    data: await showMoveQuote(ctx, provider, params),
  }));
  route(api, endpoints.moveAttendee, async ({ ctx, params, body, ...call }) => {
    const { accountId } = scopeOf(ctx.actor);
    const mayMail = (email: string) => {
      api.limiters.spend(resend, String(accountId));
      api.limiters.spend(resendTo, email);
    };
    const key = notedKey(`move ${accountId}`, call);
    return { data: await moveAttendee(ctx, provider, params, { wish: body, mayMail, key }) };
  });
  route(api, endpoints.settleAdjustment, async ({ ctx, params }) => ({
    data: await settleAdjustment(ctx, params),
  }));
  route(api, endpoints.waiveAdjustment, async ({ ctx, params }) => ({
    data: await waiveAdjustment(ctx, params),
  }));
}
