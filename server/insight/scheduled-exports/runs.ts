import type { RunError } from '@entrada/contract/insight/scheduled-exports';
import type { Role } from '@entrada/contract/permissions';
import { roleMay } from '@entrada/contract/permissions';
import { EXPORT_ACCESS } from '@entrada/contract/sales/exports';
import { requireEvent } from '../../catalog/events/service.ts';
import { inTransaction } from '../../db/client.ts';
import { nextMoment } from '../../outreach/notifications/core/rhythm.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOfRow, userOf } from '../../platform/context.ts';
import { AppError, fail } from '../../platform/errors.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { RowsFile } from '../../platform/lists/export.ts';
import { queueCapped } from '../../platform/mail/daily-cap.ts';
import { inTurn } from '../../platform/turns.ts';
import { lastMoment } from './core/moments.ts';
import { mayGet } from './core/readers.ts';
import { FILES } from './files.ts';
import { queueRun } from './job-ref.ts';
import { isWhole, readFile, removeOldFiles, removeOldRuns, writeFile } from './part-queries.ts';
import * as queries from './queries.ts';
import * as runs from './run-queries.ts';

/** Scheduled exports that one transaction looks after. */
const AT_ONCE = 50;

/** Of the transactions of a process that lock this schedule. */
const turnOf = (scheduledId: number) => `scheduled export ${scheduledId}`;

/**
 * Begins a run of each scheduled export whose moment has come, and sets its next moment. Each moment is one run, however many
 * processes look; moments that were missed together are one run. A schedule stops when its event is archived or over for long
 * enough. A moment at which an earlier run is still being made is passed over, and the log says so. Locks the rows that are
 * due and leaves those that another process has locked.
 */
export async function beginDue({ db, log }: Pick<JobCtx, 'db' | 'log'>): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await inTransaction(db, async (tx) => {
      const due = await queries.lockDue(tx, AT_ONCE);
      for (const one of due) {
        const { id, timezone, now, isDue, nextAt } = one;
        const scope = scopeOfRow(one);
        const isOver = nextAt > lastMoment(one.eventEnd);
        if (isDue && (isOver || one.status === 'archived')) {
          const stopped = one.status === 'archived' ? 'event_archived' : 'event_over';
          await queries.writeNext(tx, scope, id, { stopped });
          continue;
        }
        if (isDue) {
          const runId = await runs.insertRun(tx, scope, { scheduledId: id, dueAt: nextAt, startedBy: null });
          if (runId !== null) await queueRun(tx, runId);
          else
            log.warn(
              { scheduledExportId: id, dueAt: nextAt },
              'an earlier run waits: this one is passed over',
            );
        }
        await queries.writeNext(tx, scope, id, { at: nextMoment(now, one, timezone), timezone });
      }
      return due.length;
    });
  }
}

/**
 * Queues runs again whose job is lost. A run whose every try ended with its process is over as failed: its content may be
 * what ends them.
 */
export async function queueForgotten({ db, log }: Pick<JobCtx, 'db' | 'log'>): Promise<void> {
  for (const run of await runs.findForgotten(db)) {
    const { id, scheduledId, isSpent } = run;
    if (!isSpent) {
      await queueRun(db, id);
      continue;
    }
    await inTurn(db, [turnOf(scheduledId)], (tx) =>
      runs.failRun(tx, scopeOfRow(run), id, { error: 'FAILED', isFinal: true }),
    );
    log.error(
      { runId: id, scheduledExportId: scheduledId },
      'every try of an export run ended with its process',
    );
  }
}

/** Deletes what nobody can reach any more: files after their time, deleted schedules after a day, runs of long ago. */
export async function tidyUp({ db }: Pick<JobCtx, 'db'>): Promise<void> {
  await removeOldFiles(db);
  await removeOldRuns(db);
  await queries.removeDeleted(db);
}

/** The name of a file with the day on the event's clock, so that the files of a week do not look alike. */
function datedName({ filename }: RowsFile, { dueAt, timezone }: runs.OpenRun): string {
  const day = Temporal.Instant.fromEpochMilliseconds(dueAt.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const dot = filename.lastIndexOf('.');
  return `${filename.slice(0, dot)}-${day}${filename.slice(dot)}`;
}

/** The recipients of a run who may get its file now. */
const findRecipients = async (tx: Parameters<typeof queries.findReaders>[0], run: runs.OpenRun) =>
  (
    await queries.findReaders(tx, scopeOfRow(run), { eventId: run.eventId, ids: run.recipients, only: true })
  ).filter((reader) => mayGet(reader, run.what));

/** Ends a run that cannot be made. If nobody may get the file, the schedule stops as well. */
function giveUp(ctx: JobCtx, { id, scheduledId, ...run }: runs.OpenRun, error: RunError): Promise<void> {
  const scope = scopeOfRow(run);
  return inTurn(ctx.db, [turnOf(scheduledId)], async (tx) => {
    if (!(await runs.lockOpenRun(tx, id))) return;
    await runs.failRun(tx, scope, id, { error, isFinal: true });
    if (error === 'NOBODY') await queries.writeNext(tx, scope, scheduledId, { stopped: 'nobody' });
  });
}

/** The call in which the file is made: in the name of whoever scheduled it, in the language of the file. */
const callOf = (ctx: JobCtx, { createdBy: userId, accountId, role, locale }: runs.OpenRun): Ctx => ({
  ...ctx,
  locale,
  actor: {
    kind: 'user',
    userId,
    accountId,
    role: role as Role,
    limited: false,
    locale,
    sessionId: 0,
    emailConfirmed: true,
  },
});

/** Makes the file of a run, stores it, and queues a mail with its link to everybody who may get it then. */
async function make(ctx: JobCtx, run: runs.OpenRun): Promise<void> {
  const { id, eventId, format, query, what } = run;
  const scope = scopeOfRow(run);
  const file = await FILES[what].make(callOf(ctx, run), { eventId, format, query });
  const written = await writeFile(ctx.db, { scope, runId: id }, file.body);
  await inTurn(ctx.db, [turnOf(run.scheduledId)], async (tx) => {
    const still = await runs.lockOpenRun(tx, id);
    if (!still) return;
    if (still.isStopped) return runs.failRun(tx, scope, id, { error: 'STOPPED', isFinal: true });
    if (!(await isWhole(tx, { scope, runId: id }, written)))
      throw new Error(`Another try of export run ${id} wrote its file meanwhile`);
    const to = await findRecipients(tx, still);
    const { waiting } = await queueCapped(tx, scope, {
      perDay: ctx.config.bulkMailsPerDay,
      mails: to.map((reader) => ({
        kind: 'scheduled_export',
        dedupeKey: `scheduled_export:${id}:${reader.id}`,
        to: reader.email,
        locale: reader.locale,
        accountId: run.accountId,
        userId: reader.id,
        data: { runId: id },
      })),
    });
    await runs.endRun(tx, scope, id, {
      filename: datedName(file, run),
      content_type: file.contentType,
      rows: file.count(),
      bytes: written.bytes,
      mails: to.length,
      waiting_mails: waiting,
    });
  });
}

/**
 * Makes a run: its file, and the mails. Doing it twice makes one file and one mail for each recipient. A run whose schedule
 * was deleted, whose event was archived or whose file nobody may read ends without a file. Throws what went wrong, so that the
 * job tries again; `isLast`: it will not. A filter that the list refuses is not tried again.
 */
export async function makeRun(ctx: JobCtx, runId: number, isLast: boolean): Promise<void> {
  const run = await runs.findOpenRun(ctx.db, runId);
  if (!run) return;
  if (run.isStopped) return giveUp(ctx, run, 'STOPPED');
  if ((await findRecipients(ctx.db, run)).length === 0) return giveUp(ctx, run, 'NOBODY');
  try {
    await make(ctx, run);
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return giveUp(ctx, run, 'FILTER');
    await runs.failRun(ctx.db, scopeOfRow(run), runId, { error: 'FAILED', isFinal: isLast });
    throw error;
  }
}

/**
 * The file of a run, streamed. Records who downloaded it. Throws NOT_FOUND, FORBIDDEN if the caller may not read such a file,
 * EXPORT_FILE_GONE if it was deleted or is not made.
 */
export async function downloadRun(
  ctx: Ctx,
  { eventId, runId }: { eventId: number; runId: number },
): Promise<Omit<RowsFile, 'count'>> {
  const { scope } = await requireEvent(ctx, eventId);
  const file = await runs.findFile(ctx.db, scope, { eventId, runId });
  if (!file) throw fail('NOT_FOUND');
  if (!roleMay(userOf(ctx.actor).role, EXPORT_ACCESS[file.what])) throw fail('FORBIDDEN');
  const { filename, contentType, isThere, scheduledId } = file;
  if (!isThere || filename === null || contentType === null) throw fail('EXPORT_FILE_GONE');
  await inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scope, {
      action: 'scheduled_export.downloaded',
      target: { type: 'scheduled_export', id: scheduledId },
      after: { runId },
    }),
  );
  return { filename, contentType, body: readFile(ctx.db, { scope, runId }) };
}
