import * as endpoints from '@entrada/contract/sales/views/saved';
import { type Api, route } from '../../platform/http/route.ts';
import * as service from './service.ts';

/** The routes of the saved views of an event's lists. */
export function viewRoutes(api: Api): void {
  route(api, endpoints.listViews, async ({ ctx, params, query }) => ({
    data: await service.listViews(ctx, params.eventId, query.list),
  }));
  route(api, endpoints.addView, async ({ ctx, params, body }) => ({
    data: await service.saveView(ctx, params.eventId, body),
  }));
  route(api, endpoints.updateView, async ({ ctx, params, body }) => ({
    data: await service.changeView(ctx, params, body),
  }));
  route(api, endpoints.deleteView, async ({ ctx, params }) => {
    await service.deleteView(ctx, params);
    return undefined;
  });
  route(api, endpoints.restoreView, async ({ ctx, params }) => ({
    data: await service.restoreView(ctx, params),
  }));
  route(api, endpoints.arrangeViews, async ({ ctx, params, body }) => ({
    data: await service.arrangeViews(ctx, params.eventId, body),
  }));
}
