import * as endpoints from '@entrada/contract/insight/figures';
import { type Api, route } from '../../platform/http/route.ts';
import { getAccountFigures, getEventFigures, getEventForecast, listPastEvents } from './service.ts';

export function figureRoutes(api: Api): void {
  route(api, endpoints.getEventFigures, async ({ ctx, params, query }) => ({
    data: await getEventFigures(ctx, params.eventId, {
      from: query.from,
      to: query.to,
      pastEventId: query.past_event ?? null,
    }),
  }));
  route(api, endpoints.listPastEvents, async ({ ctx, params }) => ({
    data: await listPastEvents(ctx, params.eventId),
  }));
  route(api, endpoints.getEventForecast, async ({ ctx, params, query }) => ({
    data: await getEventForecast(ctx, params.eventId, query.past_event ?? null),
  }));
  route(api, endpoints.getAccountFigures, async ({ ctx, query }) => ({
    data: await getAccountFigures(ctx, query.days),
  }));
}
