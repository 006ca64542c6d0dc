import * as endpoints from '@entrada/contract/outreach/notifications';
import { type Api, route } from '../../platform/http/route.ts';
import { getNotifications, saveNotifications } from './service.ts';

export function notificationRoutes(api: Api): void {
  route(api, endpoints.getNotifications, async ({ ctx }) => ({ data: await getNotifications(ctx) }));
  route(api, endpoints.saveNotifications, async ({ ctx, body }) => ({
    data: await saveNotifications(ctx, body),
  }));
}
