import * as endpoints from '@entrada/contract/door/check-in-links';
import { type Api, route } from '../../platform/http/route.ts';
import * as links from './service.ts';

/** What people of the account do with the links of a list. */
export function checkInLinkRoutes(api: Api): void {
  route(api, endpoints.listCheckInLinks, async ({ ctx, params }) => ({
    data: await links.listLinks(ctx, params),
  }));
  route(api, endpoints.createCheckInLink, async ({ ctx, params, body }) => ({
    data: await links.createLink(ctx, params, body),
  }));
  route(api, endpoints.updateCheckInLink, async ({ ctx, params, body }) => ({
    data: await links.updateLink(ctx, params, body),
  }));
  route(api, endpoints.replaceCheckInLink, async ({ ctx, params }) => ({
    data: await links.replaceLink(ctx, params),
  }));
  route(api, endpoints.closeCheckInLink, async ({ ctx, params }) => {
    await links.closeLink(ctx, params);
    return undefined;
  });
  route(api, endpoints.listOwnDoors, async ({ ctx }) => ({ data: await links.listOwnDoors(ctx) }));
  route(api, endpoints.openCheckInList, async ({ ctx, params }) => ({
    data: await links.openList(ctx, params),
  }));
  route(api, endpoints.setCheckInListClosed, async ({ ctx, params, body }) => {
    await links.setListClosed(ctx, params, body.isClosed);
    return undefined;
  });
}
