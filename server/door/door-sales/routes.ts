import * as endpoints from '@entrada/contract/door/sales';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { doorCallOf } from '../check-in-links/entry.ts';
import { listOffers, sellAtDoor } from './service.ts';

const { doorRead, doorWrite } = LIMITS_BY_PURPOSE;

/** Tickets at the door. */
export function doorSalesRoutes(api: Api): void {
  route(
    api,
    endpoints.listDoorOffers,
    async ({ ctx, params, request }) => ({
      data: await listOffers(ctx, doorCallOf(request, params.listShortId)),
    }),
    { readLimit: doorRead },
  );
  route(
    api,
    endpoints.sellAtDoor,
    async ({ ctx, params, body, request, idempotencyKey: key, requestHash: hash }) => ({
      data: await sellAtDoor(ctx, doorCallOf(request, params.listShortId), { wish: body, key, hash }),
    }),
    { limits: [doorWrite] },
  );
}
