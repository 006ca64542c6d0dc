import { bulkCheckIn } from '@entrada/contract/door/bulk-check-in';
import { type Api, route } from '../../platform/http/route.ts';
import { startCheckIn } from './service.ts';

export function bulkCheckInRoutes(api: Api): void {
  route(api, bulkCheckIn, async ({ ctx, params: { eventId }, query, body, ...call }) => {
    const { checkInListId, ids, except } = body;
    const { idempotencyKey: key, requestHash: hash } = call;
    const rows = { query, ids, except };
    return { data: await startCheckIn(ctx, { eventId, checkInListId, rows, key, hash }) };
  });
}
