import * as endpoints from '@entrada/contract/sales/cancellations';
import { type Api, route } from '../../platform/http/route.ts';
import { cancelOrder, reactivateOrder } from './service.ts';

export function cancellationRoutes(api: Api): void {
  route(api, endpoints.cancelOrder, async ({ ctx, params, body }) => ({
    data: await cancelOrder(ctx, params, body),
  }));
  route(api, endpoints.reactivateOrder, async ({ ctx, params, body }) => ({
    data: await reactivateOrder(ctx, params, body),
  }));
}
