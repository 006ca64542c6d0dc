import * as endpoints from '@entrada/contract/sales/invoices/details';
import { scopeOf } from '../../platform/context.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { byLink, LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import * as service from './service.ts';

/** Routes by which a buyer and an organizer change to whom an order is invoiced. */
export function invoiceDetailRoutes(api: Api): void {
  const limits = LIMITS_BY_PURPOSE;
  route(
    api,
    endpoints.getOwnInvoice,
    async ({ ctx, params }) => ({ data: await service.showOwnInvoice(ctx, params.orderShortId) }),
    byLink('orderShortId'),
  );
  route(
    api,
    endpoints.changeOwnInvoice,
    async ({ ctx, params: { orderShortId }, body, ...call }) => {
      // Nobody's inbox is filled from here: what is mailed to an address counts with the tickets that it gets.
      const mayMail = (email: string) => api.limiters.spend(limits.ticketMailsTo, email);
      const key = notedKey(`invoice details ${orderShortId}`, call);
      return { data: await service.changeOwnInvoice(ctx, orderShortId, body, { mayMail, key }) };
    },
    { limits: [limits.invoiceDetails], misses: LINK_MISSES },
  );
  route(api, endpoints.changeInvoiceDetails, async ({ ctx, params, body }) => {
    const mayMail = (email: string) => {
      api.limiters.spend(limits.resend, String(scopeOf(ctx.actor).accountId));
      api.limiters.spend(limits.resendTo, email);
    };
    return { data: await service.changeInvoiceDetails(ctx, params, body, mayMail) };
  });
}
