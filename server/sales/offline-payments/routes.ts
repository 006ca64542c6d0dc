import { chooseOfflinePayment } from '@entrada/contract/sales/checkout';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { chooseOffline } from './choose.ts';
import { markPaid } from './service.ts';

/** Routes for offline payments: the buyer's choice and the organizer's decisions. */
export function offlinePaymentRoutes(api: Api, { provider }: Resources): void {
  const { payment, paymentHard } = LIMITS_BY_PURPOSE;
  route(
    api,
    chooseOfflinePayment,
    async ({ ctx, params, spendSoftly }) => ({
      data: await chooseOffline(ctx, provider, params.orderShortId, () => spendSoftly(payment)),
    }),
    { limits: [paymentHard], misses: LINK_MISSES, proof: 'payment' },
  );
  route(api, markOrderPaid, async ({ ctx, params }) => ({ data: await markPaid(ctx, params) }));
}
