import * as endpoints from '@entrada/contract/door/offline';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { doorCallOf } from '../check-in-links/entry.ts';
import { listChanges, listConflicts, listPeople, showHead } from './service.ts';
import { storeScans } from './upload.ts';

const { doorRead, doorWrite, offlineScans } = LIMITS_BY_PURPOSE;

/** 500 scans of codes, with room for whatever else a scanner reads. */
const BODY_BYTES = 512 * 1024;

/** What phones keep so that they decide without a connection, and what they send later. */
export function offlineRoutes(api: Api): void {
  const options = { readLimit: doorRead, compress: true };
  route(
    api,
    endpoints.getOfflineHead,
    async ({ ctx, params, request }) => ({
      data: await showHead(ctx, doorCallOf(request, params.listShortId)),
    }),
    options,
  );

  route(
    api,
    endpoints.listOfflinePeople,
    async ({ ctx, params, query, request }) => ({
      data: await listPeople(ctx, doorCallOf(request, params.listShortId), query.after ?? null),
    }),
    options,
  );

  route(
    api,
    endpoints.getOfflineChanges,
    async ({ ctx, params, query, request }) => ({
      data: await listChanges(ctx, doorCallOf(request, params.listShortId), query.since),
    }),
    options,
  );

  route(
    api,
    endpoints.listOfflineConflicts,
    async ({ ctx, params, request }) => ({
      data: await listConflicts(ctx, doorCallOf(request, params.listShortId)),
    }),
    { readLimit: doorRead },
  );

  route(
    api,
    endpoints.sendOfflineScans,
    async ({ ctx, params, body, request }) => {
      const call = doorCallOf(request, params.listShortId);
      api.limiters.spend(offlineScans, `${addressKey(request)} ${call.deviceToken ?? ''}`);
      return { data: await storeScans(ctx, call, body) };
    },
    { limits: [doorWrite], bodyLimit: BODY_BYTES },
  );
}
