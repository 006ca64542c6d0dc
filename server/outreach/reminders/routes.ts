import * as endpoints from '@entrada/contract/outreach/reminders';
import { type Api, route } from '../../platform/http/route.ts';
import { listReminders, saveReminder } from './service.ts';

export function reminderRoutes(api: Api): void {
  route(api, endpoints.listReminders, async ({ ctx, params }) => ({
    data: await listReminders(ctx, params.eventId),
  }));
  route(api, endpoints.saveReminder, async ({ ctx, params, body }) => ({
    data: await saveReminder(ctx, params, body),
  }));
}
