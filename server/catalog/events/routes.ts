import * as endpoints from '@entrada/contract/catalog/events';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { createEvent } from '../tickets/new-event.ts';
import { updateEvent } from './change.ts';
import * as events from './service.ts';

/** Enough for the longest texts, whose letters may take several bytes each. */
const BODY_LIMIT = 1024 * 1024;

export function eventRoutes(api: Api, { provider }: Pick<Resources, 'provider'>): void {
  route(api, endpoints.listEvents, async ({ ctx, query }) => events.listEvents(ctx, query));
  route(
    api,
    endpoints.createEvent,
    async ({ ctx, body }) => ({ data: await createEvent(ctx, provider, body) }),
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
    async ({ ctx, params, body }) => ({ data: await updateEvent(ctx, params.eventId, body) }),
    { bodyLimit: BODY_LIMIT },
  );
}
