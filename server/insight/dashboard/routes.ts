import * as endpoints from '@entrada/contract/insight/dashboard';
import { type Api, route } from '../../platform/http/route.ts';
import { getCheckInStats, getEventStats } from './service.ts';

export function dashboardRoutes(api: Api): void {
  route(api, endpoints.getEventStats, async ({ ctx, params }) => ({
    data: await getEventStats(ctx, params.eventId),
  }));
  route(api, endpoints.getCheckInStats, async ({ ctx, params }) => ({
    data: await getCheckInStats(ctx, params.eventId),
  }));
}
