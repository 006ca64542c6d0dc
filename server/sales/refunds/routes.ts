import {
  createRefund,
  dismissDispute as dismissEndpoint,
  listRefunds,
} from '@entrada/contract/sales/refunds';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { dismissDispute } from './dismiss-dispute.ts';
import { requestRefund, showRefunds } from './service.ts';

export function refundRoutes(api: Api, { provider }: Resources): void {
  route(api, listRefunds, async ({ ctx, params }) => ({ data: await showRefunds(ctx, provider, params) }));
  route(api, createRefund, async ({ ctx, params, body, idempotencyKey, requestHash }) => ({
    data: await requestRefund(ctx, provider, params, { body, key: idempotencyKey, hash: requestHash }),
  }));
  route(api, dismissEndpoint, async ({ ctx, params }) => ({
    data: await dismissDispute(ctx, provider, params),
  }));
}
