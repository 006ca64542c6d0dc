import * as endpoints from '@entrada/contract/insight/audit-log';
import { EXPORT_FORMATS } from '@entrada/contract/sales/exports';
import { z } from 'zod';
import { userOf } from '../../platform/context.ts';
import { EXPORT_FILES } from '../../platform/http/export-route.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, download, route } from '../../platform/http/route.ts';
import { auditLogFile } from './file.ts';
import { getAuditChoices, listAuditEntries } from './service.ts';

const LIMIT = LIMITS_BY_PURPOSE.exportWhole;

/** The routes of the account's audit log. Its file counts for the signed-in user, as exports of whole lists do. */
export function auditLogRoutes(api: Api): void {
  route(api, endpoints.listAuditEntries, async ({ ctx, query }) => listAuditEntries(ctx, query));
  route(api, endpoints.getAuditChoices, async ({ ctx, query }) => ({
    data: await getAuditChoices(ctx, query),
  }));
  for (const format of EXPORT_FORMATS) {
    const { types, words, ending } = EXPORT_FILES[format];
    download(
      api,
      {
        path: endpoints.auditLogPath(format),
        access: 'audit.read',
        ...{ area: 'files', name: `exportAuditLog${ending}`, types, limits: [] },
        summary: `The audit log of the account as ${words}, a row for each changed field. Counted for each user.`,
        params: z.object({}),
        query: endpoints.auditFilterQuery,
      },
      async ({ ctx, query: narrowed }) => {
        const user = String(userOf(ctx.actor).userId);
        api.limiters.spend(LIMIT, user);
        try {
          return await auditLogFile(ctx, { format, narrowed });
        } catch (error) {
          api.limiters.uncount(LIMIT, user);
          throw error;
        }
      },
    );
  }
}
