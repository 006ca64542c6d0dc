import * as endpoints from '@entrada/contract/catalog/events';
import { type Api, route } from '../../platform/http/route.ts';
import * as events from './service.ts';

/** Enough for the longest texts, whose letters may take several bytes each. */
const BODY_LIMIT = 1024 * 1024;

export function eventRoutes(api: Api): void {
  route(api, endpoints.listEvents, async ({ ctx, query }) => events.listEvents(ctx, query));
  route(
    api,
    endpoints.createEvent,
    async ({ ctx, body }) => ({ data: await events.createEvent(ctx, body) }),
    {
      bodyLimit: BODY_LIMIT,
    },
  );
  route(api, endpoints.getEvent, async ({ ctx, params }) => ({
    data: await events.getEvent(ctx, params.eventId),
  }));
  route(
    api,
    endpoints.updateEvent,
    async ({ ctx, params, body }) => ({ data: await events.updateEvent(ctx, params.eventId, body) }),
    { bodyLimit: BODY_LIMIT },
  );
}
