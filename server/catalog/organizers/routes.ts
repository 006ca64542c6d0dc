import * as endpoints from '@entrada/contract/catalog/organizers';
import { type Api, route } from '../../platform/http/route.ts';
import * as organizers from './service.ts';

export function organizerRoutes(api: Api): void {
  route(api, endpoints.listOrganizers, async ({ ctx, query }) => organizers.listOrganizers(ctx, query));
  route(api, endpoints.getOrganizer, async ({ ctx, params }) => ({
    data: await organizers.getOrganizer(ctx, params.organizerId),
  }));
  route(api, endpoints.checkSlug, async ({ ctx, query }) => ({
    data: await organizers.checkSlug(ctx, query.slug, query.organizer_id ?? null),
  }));
  route(api, endpoints.updateOrganizer, async ({ ctx, params, body }) => ({
    data: await organizers.updateOrganizer(ctx, params.organizerId, body),
  }));
  route(api, endpoints.createOrganizer, async ({ ctx, body }) => ({
    data: await organizers.createOrganizer(ctx, body),
  }));
}
