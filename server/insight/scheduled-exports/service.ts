import type {
  ExportReader,
  NewScheduledExport,
  ScheduledExport,
} from '@entrada/contract/insight/scheduled-exports';
import { SCHEDULED_EXPORTS } from '@entrada/contract/insight/scheduled-exports';
import { listQuery } from '@entrada/contract/list';
import { roleMay } from '@entrada/contract/permissions';
import { EXPORT_ACCESS, type ExportName } from '@entrada/contract/sales/exports';
import { inLockedEvent, lockEvent, requireEvent } from '../../catalog/events/service.ts';
import type { Db, Tx } from '../../db/client.ts';
import { nextMoment } from '../../outreach/notifications/core/rhythm.ts';
import { audit, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { AppError, expectVersion, fail, failFields } from '../../platform/errors.ts';
import { parseGiven } from '../../platform/http/parse.ts';
import { expectReadable } from '../../platform/lists/page.ts';
import { inTurn } from '../../platform/turns.ts';
import { lastMoment } from './core/moments.ts';
import { mayGet } from './core/readers.ts';
import { FILES } from './files.ts';
import { queueRun } from './job-ref.ts';
import * as queries from './queries.ts';
import { failRun, findRuns, findWaiting, insertRun } from './run-queries.ts';

export type OfOne = { eventId: number; scheduledExportId: number };
type Event = { timezone: string; effectiveEnd: Date; now: Date };
type Given = NewScheduledExport;

/** Throws FORBIDDEN for a file that the caller may not read. */
function expectMayRead(ctx: Ctx, what: ExportName): void {
  if (!roleMay(userOf(ctx.actor).role, EXPORT_ACCESS[what])) throw fail('FORBIDDEN');
}

/**
 * The query of the list as it is kept. Throws VALIDATION_FAILED if the list would refuse it or one of its values, and for
 * chosen rows; the errors name their place in the body.
 */
function readQuery(
  { scope, eventId }: { scope: AccountScope; eventId: number },
  { what, query }: Given,
): Record<string, string> {
  const { page: _, per_page: __, ...kept } = query;
  const { rules, source } = FILES[what];
  try {
    expectReadable(source(scope, eventId), parseGiven(listQuery(rules), kept));
  } catch (error) {
    if (!(error instanceof AppError && error.errors)) throw error;
    throw failFields(error.errors.map((one) => ({ ...one, path: `query.${one.path}` })));
  }
  return kept;
}

/** Throws VALIDATION_FAILED if one of the recipients may not get the file, with its place. */
async function expectReaders(
  tx: Tx,
  scope: AccountScope,
  { eventId, what, recipients }: Given & { eventId: number },
): Promise<void> {
  const readers = await queries.findReaders(tx, scope, { eventId, ids: recipients, only: true });
  const allowed = new Set(readers.filter((one) => mayGet(one, what)).map(({ id }) => id));
  const wrong = recipients.flatMap((id, at) =>
    allowed.has(id) ? [] : [{ path: `recipients.${at}`, code: 'not_found' as const }],
  );
  if (wrong.length > 0) throw failFields(wrong);
}

/** Throws TOO_MANY_SCHEDULED_EXPORTS if an event has as many as it may have. The event must be locked. */
async function expectRoom(tx: Tx, scope: AccountScope, eventId: number): Promise<void> {
  const present = await queries.findScheduled(tx, scope, { eventId });
  if (present.length >= SCHEDULED_EXPORTS.most) throw fail('TOO_MANY_SCHEDULED_EXPORTS');
}

/** The columns of what a person chooses. */
const columnsOf = (at: { scope: AccountScope; eventId: number }, given: Given) => ({
  what: given.what,
  format: given.format,
  locale: given.locale,
  weekday: given.weekday,
  hour: given.hour,
  query: JSON.stringify(readQuery(at, given)),
});

/** What a person can change, for the audit. */
const auditable = ({ what, format, query, locale, weekday, hour, recipients }: queries.Scheduled) => ({
  what,
  format,
  query,
  locale,
  weekday,
  hour,
  recipients,
});

/** Scheduled exports as people see them, with their last runs. */
async function show(
  tx: Tx | Db,
  scope: AccountScope,
  event: Pick<Event, 'effectiveEnd'>,
  found: readonly queries.Scheduled[],
): Promise<ScheduledExport[]> {
  const runs = Map.groupBy(
    await findRuns(
      tx,
      scope,
      found.map(({ id }) => id),
    ),
    ({ scheduledId }) => scheduledId,
  );
  const end = lastMoment(event.effectiveEnd);
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return found.map((one) => ({
    ...one,
    nextAt: iso(one.nextAt && one.nextAt <= end ? one.nextAt : null),
    runs: (runs.get(one.id) ?? []).map((run) => ({
      ...run,
      dueAt: run.dueAt.toISOString(),
      endedAt: iso(run.endedAt),
      fileUntil: iso(run.fileUntil),
    })),
  }));
}

async function showOne(
  tx: Tx,
  ctx: Ctx,
  { eventId, scheduledExportId: id }: OfOne,
): Promise<ScheduledExport> {
  const event = await requireEvent(ctx, eventId, tx);
  const [shown] = await show(
    tx,
    event.scope,
    event,
    await queries.findScheduled(tx, event.scope, { eventId, id }),
  );
  if (!shown) throw fail('NOT_FOUND');
  return shown;
}

/** The scheduled exports of an event, the people who can be recipients, and until when files come. Throws NOT_FOUND. */
export async function listScheduled(
  ctx: Ctx,
  eventId: number,
): Promise<{ scheduled: ScheduledExport[]; members: ExportReader[]; timezone: string; endsAt: string }> {
  const event = await requireEvent(ctx, eventId);
  const { scope, timezone } = event;
  const found = await queries.findScheduled(ctx.db, scope, { eventId });
  const members = await queries.findReaders(ctx.db, scope, {
    eventId,
    ids: found.flatMap((one) => one.recipients),
  });
  return {
    scheduled: await show(ctx.db, scope, event, found),
    members,
    timezone,
    endsAt: lastMoment(event.effectiveEnd).toISOString(),
  };
}

/**
 * Adds a scheduled export. Throws NOT_FOUND, EVENT_ARCHIVED, FORBIDDEN for a file that the caller may not read,
 * VALIDATION_FAILED, TOO_MANY_SCHEDULED_EXPORTS. Locks the event.
 */
export function scheduleExport(ctx: Ctx, eventId: number, given: Given): Promise<ScheduledExport> {
  expectMayRead(ctx, given.what);
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const { timezone, now } = await requireEvent(ctx, eventId, tx);
    await expectReaders(tx, scope, { eventId, ...given });
    await expectRoom(tx, scope, eventId);
    const id = await queries.insertScheduled(tx, scope, {
      event_id: eventId,
      ...columnsOf({ scope, eventId }, given),
      timezone,
      next_at: nextMoment(now, given, timezone),
      created_by: userOf(ctx.actor).userId,
    });
    await queries.writeRecipients(tx, scope, id, given.recipients);
    const { query: _, ...after } = given;
    await record(tx, ctx, scope, { action: 'created', id, after });
    return showOne(tx, ctx, { eventId, scheduledExportId: id });
  });
}

const record = (
  tx: Tx,
  ctx: Ctx,
  scope: AccountScope,
  { action, id, after }: { action: string; id: number; after?: unknown },
): Promise<void> =>
  audit(tx, ctx, scope, {
    action: `scheduled_export.${action}`,
    target: { type: 'scheduled_export', id },
    ...(after !== undefined && { after }),
  });

/** A locked scheduled export that is not deleted, or only one that is. Throws NOT_FOUND. Locks the event first. */
async function lock(
  tx: Tx,
  ctx: Ctx,
  { eventId, scheduledExportId: id }: OfOne,
  { deleted = false, archivedToo = false } = {},
): Promise<queries.Scheduled> {
  const scope = scopeOf(ctx.actor);
  await lockEvent(tx, scope, eventId, { archivedToo });
  const found = await queries.lockScheduled(tx, scope, { eventId, id });
  if (!found || (found.deletedAt !== null) !== deleted) throw fail('NOT_FOUND');
  expectMayRead(ctx, found.what);
  return found;
}

/**
 * Changes a scheduled export. Throws NOT_FOUND, EVENT_ARCHIVED, FORBIDDEN, STALE_VERSION, VALIDATION_FAILED. Locks the
 * event, then the row.
 */
export async function changeScheduled(
  ctx: Ctx,
  of: OfOne,
  { version, ...given }: Given & { version: number },
): Promise<ScheduledExport> {
  expectMayRead(ctx, given.what);
  const scope = scopeOf(ctx.actor);
  const { eventId, scheduledExportId: id } = of;
  const change = {
    action: 'scheduled_export.updated',
    target: { type: 'scheduled_export', id },
    auditable,
    eventId,
  };
  await saveChange(ctx, scope, change, async (tx) => {
    const before = await lock(tx, ctx, of);
    expectVersion(version, before.version);
    await expectReaders(tx, scope, { eventId, ...given });
    const { timezone, now } = await requireEvent(ctx, eventId, tx);
    await queries.updateScheduled(tx, scope, [id], {
      ...columnsOf({ scope, eventId }, given),
      timezone,
      next_at: before.stopped ? null : nextMoment(now, given, timezone),
    });
    await queries.writeRecipients(tx, scope, id, given.recipients);
    const [after] = await queries.findScheduled(tx, scope, { eventId, id });
    if (!after) throw fail('NOT_FOUND');
    return { before, after };
  });
  return ctx.db.transaction().execute((tx) => showOne(tx, ctx, of));
}

/** Runs a change of one scheduled export in a transaction that holds its event and it, and answers how it stands then. */
function inLocked(
  ctx: Ctx,
  of: OfOne,
  { action, ...options }: { action: string; deleted?: boolean; archivedToo?: boolean },
  run: (tx: Tx, scope: AccountScope, found: queries.Scheduled) => Promise<void>,
): Promise<ScheduledExport> {
  return inTurn(ctx.db, [`event ${of.eventId}`], async (tx) => {
    const scope = scopeOf(ctx.actor);
    await run(tx, scope, await lock(tx, ctx, of, options));
    await record(tx, ctx, scope, { action, id: of.scheduledExportId });
    return showOne(tx, ctx, of);
  });
}

/** Makes no more files until it is resumed. One that is being made is still sent. Throws NOT_FOUND, FORBIDDEN. */
export const pauseScheduled = (ctx: Ctx, of: OfOne): Promise<ScheduledExport> =>
  inLocked(ctx, of, { action: 'paused', archivedToo: true }, async (tx, scope, { id }) => {
    await queries.updateScheduled(tx, scope, [id], { next_at: null, stopped: 'paused' });
  });

/**
 * Goes on after a pause, or after it stopped by itself: the next file comes at its next usual time. Throws NOT_FOUND,
 * FORBIDDEN, EVENT_ARCHIVED.
 */
export const resumeScheduled = (ctx: Ctx, of: OfOne): Promise<ScheduledExport> =>
  inLocked(ctx, of, { action: 'resumed' }, async (tx, scope, found) => {
    const { timezone, now } = await requireEvent(ctx, of.eventId, tx);
    await queries.updateScheduled(tx, scope, [found.id], {
      stopped: null,
      timezone,
      next_at: nextMoment(now, found, timezone),
    });
  });

/** Makes and mails the file now. One that is being made already is that file. Throws NOT_FOUND, FORBIDDEN, EVENT_ARCHIVED. */
export const runNow = (ctx: Ctx, of: OfOne): Promise<ScheduledExport> =>
  inLocked(ctx, of, { action: 'run' }, async (tx, scope, { id }) => {
    const { userId } = userOf(ctx.actor);
    const runId = await insertRun(tx, scope, { scheduledId: id, dueAt: null, startedBy: userId });
    if (runId !== null) await queueRun(tx, runId);
  });

/** Deletes a scheduled export: no more files, and none to download. Throws NOT_FOUND, FORBIDDEN. */
export async function deleteScheduled(ctx: Ctx, of: OfOne): Promise<void> {
  await inTurn(ctx.db, [`event ${of.eventId}`], async (tx) => {
    const scope = scopeOf(ctx.actor);
    const { id } = await lock(tx, ctx, of, { archivedToo: true });
    const { now } = await requireEvent(ctx, of.eventId, tx);
    await queries.updateScheduled(tx, scope, [id], { next_at: null, deleted_at: now });
    const waiting = await findWaiting(tx, scope, id);
    if (waiting !== null) await failRun(tx, scope, waiting, { error: 'STOPPED', isFinal: true });
    await record(tx, ctx, scope, { action: 'deleted', id });
  });
}

/**
 * Brings a scheduled export back that was deleted within a day, as it was. Throws NOT_FOUND, FORBIDDEN, EVENT_ARCHIVED,
 * TOO_MANY_SCHEDULED_EXPORTS.
 */
export const restoreScheduled = (ctx: Ctx, of: OfOne): Promise<ScheduledExport> =>
  inLocked(ctx, of, { action: 'restored', deleted: true }, async (tx, scope, found) => {
    await expectRoom(tx, scope, of.eventId);
    const { timezone, now } = await requireEvent(ctx, of.eventId, tx);
    await queries.updateScheduled(tx, scope, [found.id], {
      deleted_at: null,
      timezone,
      next_at: found.stopped ? null : nextMoment(now, found, timezone),
    });
  });
