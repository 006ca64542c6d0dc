import { pathId } from '@entrada/contract/fields';
import type { Permission } from '@entrada/contract/permissions';
import { z } from 'zod';
import { type Ctx, userOf } from '../context.ts';
import type { CsvFile } from '../lists/export.ts';
import { LIMITS_BY_PURPOSE } from './limits.ts';
import { type Api, download } from './route.ts';

/**
 * Binds the CSV route of an event's list. Each call counts for the signed-in user. Exports of whole lists and
 * exports of chosen rows are counted separately, because chosen rows are never many. A call that is refused
 * or fails does not count. A call over the limit throws RATE_LIMITED before anything is read.
 */
export function csvRoute(
  api: Api,
  { path, access, name }: { path: string; access: Permission; name: string },
  make: (ctx: Ctx, eventId: number, query: Record<string, unknown>) => Promise<CsvFile>,
): void {
  const { exportWhole, exportRows } = LIMITS_BY_PURPOSE;
  const declared = {
    path,
    access,
    area: 'files',
    name,
    summary: 'The rows that a list finds, or chosen rows, as CSV (UTF-8). Counted for each user.',
    types: ['text/csv'],
    isOfRows: true,
    params: z.object({ eventId: pathId }),
    limits: [],
  };
  download(api, declared, async ({ ctx, params, query }) => {
    const limit = query['ids'] === undefined ? exportWhole : exportRows;
    const user = String(userOf(ctx.actor).userId);
    api.limiters.spend(limit, user);
    try {
      return await make(ctx, params.eventId, query);
    } catch (error) {
      api.limiters.uncount(limit, user);
      throw error;
    }
  });
}
