import * as endpoints from '@entrada/contract/sales/payment-connections';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { beginConnection, showConnection } from './service.ts';

/** Routes about how the account takes card payments. */
export function connectionRoutes(api: Api, { provider }: Pick<Resources, 'provider'>): void {
  route(api, endpoints.getPaymentConnection, async ({ ctx }) => ({
    data: await showConnection(ctx, provider),
  }));
  route(api, endpoints.connectPayments, async ({ ctx }) => ({ data: await beginConnection(ctx, provider) }));
}
