import * as endpoints from '@entrada/contract/door/supervising';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { doorCallOf } from '../check-in-links/entry.ts';
import { listLog } from './log.ts';
import { findSimilarGuests, letInAnyway, showGuest, showInside } from './service.ts';

const { doorRead, doorWrite } = LIMITS_BY_PURPOSE;

/** What supervisors see and do at the door. */
export function supervisingRoutes(api: Api): void {
  route(
    api,
    endpoints.findSimilarGuests,
    async ({ ctx, params, query, request }) => ({
      data: await findSimilarGuests(ctx, doorCallOf(request, params.listShortId), {
        text: query.query,
        everywhere: query.everywhere === 'true',
      }),
    }),
    { readLimit: doorRead },
  );
  route(
    api,
    endpoints.getDoorGuest,
    async ({ ctx, params, request }) => ({
      data: await showGuest(ctx, doorCallOf(request, params.listShortId), params.reference),
    }),
    { readLimit: doorRead },
  );
  route(
    api,
    endpoints.letInAnyway,
    async ({ ctx, params, body, request }) => ({
      data: await letInAnyway(ctx, doorCallOf(request, params.listShortId), {
        reference: params.reference,
        ...body,
      }),
    }),
    { limits: [doorWrite] },
  );
  route(
    api,
    endpoints.getInside,
    async ({ ctx, params, request }) => ({
      data: await showInside(ctx, doorCallOf(request, params.listShortId)),
    }),
    { readLimit: doorRead },
  );
  route(
    api,
    endpoints.listDoorLog,
    ({ ctx, params, query, request }) => listLog(ctx, doorCallOf(request, params.listShortId), query),
    { readLimit: doorRead },
  );
}
