import * as endpoints from '@entrada/contract/door/check-in-links';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { enterDoor } from './enter.ts';

const { doorWrite, doorEntry } = LIMITS_BY_PURPOSE;

/** The way in for phones, on the connections of the door. */
export function doorEntryRoutes(api: Api): void {
  route(
    api,
    endpoints.enterDoor,
    async ({ ctx, params, body, request }) => ({
      data: await enterDoor(ctx, { shortId: params.listShortId, ...body, address: addressKey(request) }),
    }),
    { limits: [doorWrite], softLimits: [doorEntry], proof: 'door' },
  );
}
