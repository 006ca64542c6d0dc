import { setEventStatus as endpoint } from '@entrada/contract/events';
import { type Api, route } from '../platform/http/route.ts';
import { setEventStatus } from './service.ts';

export function lifecycleRoutes(api: Api): void {
  route(api, endpoint, async ({ ctx, params, body }) => ({
    data: await setEventStatus(ctx, params.eventId, body.status),
  }));
}
