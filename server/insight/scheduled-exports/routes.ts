import { pathId } from '@entrada/contract/fields';
import * as endpoints from '@entrada/contract/insight/scheduled-exports';
import { exportRunPath } from '@entrada/contract/sales/exports';
import { z } from 'zod';
import { userOf } from '../../platform/context.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, download, route } from '../../platform/http/route.ts';
import { downloadRun } from './runs.ts';
import * as service from './service.ts';

/** The routes of scheduled exports. A file that is made or downloaded now counts as an export of its user. */
export function scheduledExportRoutes(api: Api): void {
  const { exportWhole } = LIMITS_BY_PURPOSE;
  route(api, endpoints.listScheduledExports, async ({ ctx, params }) => ({
    data: await service.listScheduled(ctx, params.eventId),
  }));
  route(api, endpoints.createScheduledExport, async ({ ctx, params, body }) => ({
    data: await service.scheduleExport(ctx, params.eventId, body),
  }));
  route(api, endpoints.updateScheduledExport, async ({ ctx, params, body }) => ({
    data: await service.changeScheduled(ctx, params, body),
  }));
  route(api, endpoints.pauseScheduledExport, async ({ ctx, params }) => ({
    data: await service.pauseScheduled(ctx, params),
  }));
  route(api, endpoints.resumeScheduledExport, async ({ ctx, params }) => ({
    data: await service.resumeScheduled(ctx, params),
  }));
  route(api, endpoints.runScheduledExport, async ({ ctx, params }) => {
    api.limiters.spend(exportWhole, String(userOf(ctx.actor).userId));
    return { data: await service.runNow(ctx, params) };
  });
  route(api, endpoints.deleteScheduledExport, async ({ ctx, params }) => {
    await service.deleteScheduled(ctx, params);
    return undefined;
  });
  route(api, endpoints.restoreScheduledExport, async ({ ctx, params }) => ({
    data: await service.restoreScheduled(ctx, params),
  }));
  download(
    api,
    {
      area: 'files',
      name: 'getExportRunFile',
      summary: 'The file that a scheduled export made, for seven days. Counted for each user as an export.',
      types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      path: exportRunPath(':eventId', ':runId'),
      access: 'events.read',
      params: z.object({ eventId: pathId, runId: pathId }),
    },
    ({ ctx, params }) => {
      api.limiters.spend(exportWhole, String(userOf(ctx.actor).userId));
      return downloadRun(ctx, params);
    },
  );
}
