import { correctOrderEmail } from '@entrada/contract/sales/email-corrections';
import { LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { correctEmail } from './service.ts';

/** The route by which a buyer corrects the email address of an order. */
export function emailCorrectionRoutes(api: Api): void {
  const limits = LIMITS_BY_PURPOSE;
  // Nobody's inbox is filled from here: what is mailed to an address counts with the tickets that it gets.
  const mayMail = (email: string) => api.limiters.spend(limits.ticketMailsTo, email);
  route(
    api,
    correctOrderEmail,
    async ({ ctx, params, body }) => ({
      data: await correctEmail(ctx, { shortId: params.orderShortId, email: body.email }, mayMail),
    }),
    { limits: [limits.emailCorrection], misses: LINK_MISSES },
  );
}
