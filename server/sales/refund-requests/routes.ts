import * as endpoints from '@entrada/contract/sales/refund-requests/answers';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { approveRefundRequest, declineRefundRequest, listRefundRequests } from './service.ts';

/** Routes by which an organizer reads and answers what a buyer asked back. */
export function refundRequestRoutes(api: Api, { provider }: Pick<Resources, 'provider'>): void {
  route(api, endpoints.listRefundRequests, async ({ ctx, params }) => ({
    data: await listRefundRequests(ctx, params),
  }));
  route(api, endpoints.approveRefundRequest, async ({ ctx, params, body }) => ({
    data: await approveRefundRequest(ctx, provider, params, body),
  }));
  route(api, endpoints.declineRefundRequest, async ({ ctx, params, body }) => ({
    data: await declineRefundRequest(ctx, params, body),
  }));
}
