import * as endpoints from '@entrada/contract/sales/holders';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { showAttendee } from './detail.ts';
import { correctAttendee, passOn, reissue } from './service.ts';

/** Routes by which an organizer sees one attendee, corrects the person, and gives the ticket a new code. */
export function holderRoutes(api: Api): void {
  const { resend, resendTo } = LIMITS_BY_PURPOSE;
  /** Mails with one ticket count together, whatever they are sent for. */
  const mayMail = (ctx: Ctx) => (email: string) => {
    api.limiters.spend(resend, String(scopeOf(ctx.actor).accountId));
    api.limiters.spend(resendTo, email);
  };
  route(api, endpoints.getAttendee, async ({ ctx, params }) => ({ data: await showAttendee(ctx, params) }));
  route(api, endpoints.updateAttendee, async ({ ctx, params, body }) => ({
    data: await correctAttendee(ctx, params, body, { mayMail: mayMail(ctx) }),
  }));
  route(api, endpoints.passOnTicket, async ({ ctx, params, body, ...call }) => {
    const key = notedKey(`pass on ${scopeOf(ctx.actor).accountId}`, call);
    return { data: await passOn(ctx, params, body, { mayMail: mayMail(ctx), key }) };
  });
  route(api, endpoints.reissueCode, async ({ ctx, params, body, ...call }) => {
    const key = notedKey(`reissue ${scopeOf(ctx.actor).accountId}`, call);
    return { data: await reissue(ctx, params, body, { mayMail: mayMail(ctx), key }) };
  });
}
