import { setEventStatus as statusEndpoint } from '@entrada/contract/catalog/events';
import * as endpoints from '@entrada/contract/catalog/lifecycle';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { duplicateEvent } from './copy-service.ts';
import { changeEvents, deleteEvent, describeDeletion, setEventStatus } from './service.ts';

export function lifecycleRoutes(api: Api, { files }: Pick<Resources, 'files'>): void {
  route(api, statusEndpoint, async ({ ctx, params, body }) => ({
    data: await setEventStatus(ctx, params.eventId, body.status),
  }));
  route(api, endpoints.duplicateEvent, async ({ ctx, params, body }) => ({
    data: await duplicateEvent(ctx, files, params.eventId, body),
  }));
  route(api, endpoints.eventDeletion, async ({ ctx, params }) => ({
    data: await describeDeletion(ctx, params.eventId),
  }));
  route(api, endpoints.deleteEvent, async ({ ctx, params }) => {
    await deleteEvent(ctx, params.eventId);
    return undefined;
  });
  route(api, endpoints.changeEvents, async ({ ctx, query, body }) => ({
    data: await changeEvents(ctx, { query, ...body }),
  }));
}
