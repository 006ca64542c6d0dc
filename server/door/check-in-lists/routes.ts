import * as endpoints from '@entrada/contract/door/check-in-lists';
import { exportRoute } from '../../platform/http/export-route.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { checkInsFile } from './export.ts';
import * as lists from './service.ts';

export function checkInListRoutes(api: Api): void {
  route(api, endpoints.listCheckInLists, ({ ctx, params, query }) =>
    lists.listLists(ctx, params.eventId, query),
  );

  route(api, endpoints.getCheckInList, async ({ ctx, params }) => ({
    data: await lists.getList(ctx, params),
  }));

  route(api, endpoints.createCheckInList, async ({ ctx, params, body }) => ({
    data: await lists.createList(ctx, params.eventId, body),
  }));

  route(api, endpoints.updateCheckInList, async ({ ctx, params, body }) => ({
    data: await lists.updateList(ctx, params, body),
  }));

  route(api, endpoints.deleteCheckInList, async ({ ctx, params }) => {
    await lists.deleteList(ctx, params);
    return undefined;
  });

  route(api, endpoints.changeCheckInLists, async ({ ctx, params, query, body }) => ({
    data: await lists.changeLists(ctx, params.eventId, { query, ...body }),
  }));

  exportRoute(api, { name: 'exportCheckIns', what: 'check-ins' }, checkInsFile);
}
