import { scopeOfRow } from '../../platform/context.ts';
import type { Composers } from '../../platform/mail/mailer.ts';
import { mayGet } from './core/readers.ts';
import { findReaders } from './queries.ts';
import { findMailed } from './run-queries.ts';

/**
 * Composes the mail with the link of a file. It carries no row of it. Nothing is sent if the file is gone, or if its reader
 * may not read it any more.
 */
export const scheduledExportMails: Composers = {
  scheduled_export: async (ctx, mail) => {
    const run = await findMailed(ctx.db, Number(mail.data.runId));
    if (!run || mail.userId === null) return null;
    const readers = await findReaders(ctx.db, scopeOfRow(run), {
      eventId: run.eventId,
      ids: [mail.userId],
      only: true,
    });
    if (!readers.some((reader) => reader.email === mail.to && mayGet(reader, run.what))) return null;
    const { baseUrl } = ctx.config;
    const page = `${baseUrl}/manage/event/${run.eventId}/scheduled-exports`;
    return {
      kind: 'scheduled_export',
      data: {
        baseUrl,
        event: { title: run.title, timeZone: run.timezone },
        file: {
          what: run.what,
          format: run.format,
          rows: run.rows,
          bytes: run.bytes,
          madeAt: run.madeAt.toISOString(),
          until: run.fileUntil.toISOString(),
        },
        scheduledBy: { firstName: run.firstName, lastName: run.lastName },
        fileUrl: `${page}?file=${run.id}`,
        manageUrl: page,
      },
    };
  },
};
