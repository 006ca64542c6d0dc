import * as endpoints from '@entrada/contract/insight/attention';
import { type Api, route } from '../../platform/http/route.ts';
import { checkUnclearPayments, getEventAttention, listAttention } from './service.ts';

export function attentionRoutes(api: Api): void {
  route(api, endpoints.getEventAttention, async ({ ctx, params }) => ({
    data: await getEventAttention(ctx, params.eventId),
  }));
  route(api, endpoints.checkUnclearPayments, async ({ ctx, params }) => ({
    data: { payments: await checkUnclearPayments(ctx, params.eventId) },
  }));
  route(api, endpoints.listAttention, async ({ ctx }) => ({ data: await listAttention(ctx) }));
}
