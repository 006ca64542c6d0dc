import { pathId } from '@entrada/contract/fields';
import {
  EXPORT_ACCESS,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportName,
  exportPath,
} from '@entrada/contract/sales/exports';
import { z } from 'zod';
import { type Ctx, userOf } from '../context.ts';
import type { ExportAsked, RowsFile } from '../lists/export.ts';
import { LIMITS_BY_PURPOSE } from './limits.ts';
import { type Api, download } from './route.ts';

/** What each format of a file is to the API and its document. */
export const EXPORT_FILES: Record<ExportFormat, { types: string[]; words: string; ending: string }> = {
  csv: { types: ['text/csv'], words: 'CSV (UTF-8)', ending: '' },
  xlsx: {
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    words: 'XLSX',
    ending: 'Xlsx',
  },
};

/**
 * Binds the routes of an export, one for each format. Each call counts for the signed-in user. Exports of whole lists and
 * exports of chosen rows are counted separately, because chosen rows are never many. A call that is refused
 * or fails does not count. A call over the limit throws RATE_LIMITED before anything is read.
 */
export function exportRoute(
  api: Api,
  { what, name }: { what: ExportName; name: string },
  make: (ctx: Ctx, asked: ExportAsked) => Promise<RowsFile>,
): void {
  const { exportWhole, exportRows } = LIMITS_BY_PURPOSE;
  for (const format of EXPORT_FORMATS) {
    const { types, words, ending } = EXPORT_FILES[format];
    const declared = {
      path: exportPath(':eventId', what, format),
      access: EXPORT_ACCESS[what],
      area: 'files',
      name: `${name}${ending}`,
      summary: `The rows that a list finds, or chosen rows, as ${words}. Counted for each user.`,
      types,
      isOfRows: true,
      params: z.object({ eventId: pathId }),
      limits: [],
    };
    download(api, declared, async ({ ctx, params, query }) => {
      const limit = query['ids'] === undefined ? exportWhole : exportRows;
      const user = String(userOf(ctx.actor).userId);
      api.limiters.spend(limit, user);
      try {
        return await make(ctx, { eventId: params.eventId, format, query });
      } catch (error) {
        api.limiters.uncount(limit, user);
        throw error;
      }
    });
  }
}
