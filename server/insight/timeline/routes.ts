import * as endpoints from '@entrada/contract/insight/timeline';
import { type Api, route } from '../../platform/http/route.ts';
import { attendeeTimeline, orderTimeline } from './service.ts';

/** The routes of what happened to an order or an attendee. */
export function timelineRoutes(api: Api): void {
  route(api, endpoints.getOrderTimeline, async ({ ctx, params, query }) => ({
    data: await orderTimeline(ctx, params, query),
  }));
  route(api, endpoints.getAttendeeTimeline, async ({ ctx, params, query }) => ({
    data: await attendeeTimeline(ctx, params, query),
  }));
}
