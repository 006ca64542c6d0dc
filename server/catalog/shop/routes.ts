import * as endpoints from '@entrada/contract/catalog/shop';
import { type Api, route } from '../../platform/http/route.ts';
import * as shop from './service.ts';

/** The routes of lists. An event and its promo codes depend on what the visitor holds: see sales/storefront. */
export function shopRoutes(api: Api): void {
  route(api, endpoints.listPublicEvents, async ({ ctx, query }) => shop.listPublicEvents(ctx, query));
  route(api, endpoints.listPublicPlaces, async ({ ctx }) => ({ data: await shop.listPublicPlaces(ctx) }));
  route(api, endpoints.getPublicOrganizer, async ({ ctx, params }) => ({
    data: await shop.getPublicOrganizer(ctx, params.slug),
  }));
  route(api, endpoints.listPublicOrganizerEvents, async ({ ctx, params, query }) =>
    shop.listOrganizerEvents(ctx, params.organizerId, query),
  );
}
