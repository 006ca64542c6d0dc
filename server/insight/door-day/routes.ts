import * as endpoints from '@entrada/contract/insight/door-day';
import { type Api, route } from '../../platform/http/route.ts';
import { getDoorDay } from './service.ts';

export function doorDayRoutes(api: Api): void {
  route(api, endpoints.getDoorDay, async ({ ctx, params, query }) => ({
    data: await getDoorDay(ctx, params.eventId, query.day ?? null),
  }));
}
