import { refreshPayment, saveOrderDetails, startPayment } from '@entrada/contract/sales/checkout';
import { byLink, LIMITS_BY_PURPOSE, LINK_MISSES, LONG_BODY_BYTES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { beginPayment, refresh } from './card-payment.ts';
import { createDetailsLane, saveDetails } from './details-lane.ts';

/** Routes for the buyer's details and card payments. */
export function checkoutRoutes(api: Api, parts: Resources): void {
  const { provider } = parts;
  const details = createDetailsLane(parts);
  const limits = LIMITS_BY_PURPOSE;
  route(
    api,
    saveOrderDetails,
    async ({ ctx, params, body, idempotencyKey, requestHash, spendSoftly }) => {
      const count = async (people: readonly string[]) => {
        await spendSoftly(limits.ticketMails, { points: people.length });
        for (const key of people) await spendSoftly(limits.ticketMailsTo, { key });
      };
      const request = { shortId: params.orderShortId, body, idempotencyKey, requestHash };
      return { data: await saveDetails(ctx, details, request, count) };
    },
    { limits: [limits.detailsHard], misses: LINK_MISSES, bodyLimit: LONG_BODY_BYTES, proof: 'details' },
  );
  route(
    api,
    startPayment,
    async ({ ctx, params, spendSoftly }) => ({
      // Counts only calls that open a payment. The page of an open payment may be loaded again without limit.
      data: await beginPayment(ctx, provider, params.orderShortId, () => spendSoftly(limits.payment)),
    }),
    { limits: [limits.paymentHard], misses: LINK_MISSES, proof: 'payment' },
  );
  route(
    api,
    refreshPayment,
    async ({ ctx, params }) => ({ data: await refresh(ctx, provider, params.orderShortId) }),
    byLink('orderShortId'),
  );
}
