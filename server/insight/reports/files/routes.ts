import { pathId } from '@entrada/contract/fields';
import {
  ACCOUNT_REPORT_FILES,
  accountReportPath,
  EVENT_REPORT_FILES,
  eventReportPath,
  reportFileAccess,
} from '@entrada/contract/insight/reports/files';
import { reportDays } from '@entrada/contract/insight/reports/money';
import { EXPORT_FORMATS, type ExportFormat } from '@entrada/contract/sales/exports';
import { z } from 'zod';
import { type Ctx, userOf } from '../../../platform/context.ts';
import { EXPORT_FILES } from '../../../platform/http/export-route.ts';
import { LIMITS_BY_PURPOSE } from '../../../platform/http/limits.ts';
import { type Api, download } from '../../../platform/http/route.ts';
import { accountReportFile, eventReportFile } from './service.ts';

const LIMIT = LIMITS_BY_PURPOSE.exportWhole;

const nameOf = (whose: 'Event' | 'Account', report: string, format: ExportFormat): string => {
  const words = report.split('-').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `export${whose}Report${words.join('')}${EXPORT_FILES[format].ending}`;
};

/** Binds the files of reports. Each counts for the signed-in user, as exports of whole lists do. */
export function reportFileRoutes(api: Api): void {
  const days = z.strictObject(reportDays);
  const counted = async <T>(ctx: Ctx, make: () => Promise<T>): Promise<T> => {
    const user = String(userOf(ctx.actor).userId);
    api.limiters.spend(LIMIT, user);
    try {
      return await make();
    } catch (error) {
      api.limiters.uncount(LIMIT, user);
      throw error;
    }
  };
  for (const format of EXPORT_FORMATS) {
    const { types, words } = EXPORT_FILES[format];
    for (const report of EVENT_REPORT_FILES)
      download(
        api,
        {
          path: eventReportPath(':eventId', report, format),
          access: reportFileAccess(report),
          ...{ area: 'files', name: nameOf('Event', report, format), types, limits: [] },
          summary: `A report of an event (${report}) as ${words}. Counted for each user.`,
          params: z.object({ eventId: pathId }),
          query: report === 'answers' ? days.extend({ question: pathId.optional() }) : days,
        },
        ({ ctx, params, query }) =>
          counted(ctx, () => {
            const { question = null, ...rest } = { question: undefined, ...query };
            return eventReportFile(ctx, { ...params, ...rest, questionId: question, report, format });
          }),
      );
    for (const report of ACCOUNT_REPORT_FILES)
      download(
        api,
        {
          path: accountReportPath(report, format),
          access: reportFileAccess(report),
          ...{ area: 'files', name: nameOf('Account', report, format), types, limits: [] },
          summary: `A report over the account (${report}) as ${words}. Counted for each user.`,
          params: z.object({}),
          query: days,
        },
        ({ ctx, query }) => counted(ctx, () => accountReportFile(ctx, { ...query, report, format })),
      );
  }
}
