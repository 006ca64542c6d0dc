import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import { type RunError, SCHEDULED_EXPORTS } from '@entrada/contract/insight/scheduled-exports';
import type { ExportFormat, ExportName } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { hasUsedUpTries, isInQueue } from '../../platform/jobs/queries.ts';

const now = sql<Date>`app.now()`;

/**
 * Begins a run of a scheduled export as that stands now, and answers its id. Null if its moment has a run already, or if one
 * is still being made. `startedBy`: who asked for it, null if its time had come.
 */
export async function insertRun(
  tx: Tx,
  scope: AccountScope,
  { scheduledId, dueAt, startedBy }: { scheduledId: number; dueAt: Date | null; startedBy: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into app.export_runs (account_id, scheduled_export_id, what, format, query, locale, due_at, started_by)
    select account_id, id, what, format, query, locale, coalesce(${dueAt}::timestamptz, app.now()), ${startedBy}::bigint
    from app.scheduled_exports where account_id = ${scope.accountId} and id = ${scheduledId}
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Mails lead to runs whose files are there, so they are shown beyond the last ones, but no more than so many. */
const MOST_RUNS = 50;

/** The last runs of some scheduled exports, and those whose file can be downloaded, newest first. */
export async function findRuns(tx: Tx | Db, scope: AccountScope, scheduledIds: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    scheduledId: number;
    what: ExportName;
    dueAt: Date;
    status: 'waiting' | 'done' | 'failed';
    error: RunError | null;
    rows: number | null;
    bytes: number | null;
    mails: number;
    waitingMails: number;
    endedAt: Date | null;
    fileUntil: Date | null;
    firstName: string | null;
    lastName: string | null;
  }>`
    select r.id, r.scheduled_export_id as "scheduledId", r.what, r.due_at as "dueAt", r.status, r.error, r.rows, r.bytes,
      r.mails, r.waiting_mails as "waitingMails", r.ended_at as "endedAt",
      case when r.file_until > app.now() then r.file_until end as "fileUntil",
      u.first_name as "firstName", u.last_name as "lastName"
    from unnest(${[...scheduledIds]}::bigint[]) s(id)
    cross join lateral (
      select * from (select x.*, row_number() over (order by x.id desc) as nth from app.export_runs x
        where x.account_id = ${scope.accountId} and x.scheduled_export_id = s.id) x
      where x.nth <= ${SCHEDULED_EXPORTS.runs} or x.file_until > app.now()
      order by x.id desc limit ${MOST_RUNS}) r
    left join app.users u on u.id = r.started_by
    order by r.id desc`.execute(tx);
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    startedBy: firstName === null ? null : personName({ firstName, lastName }),
  }));
}

const open = (tx: Tx | Db, runId: number) =>
  tx
    .selectFrom('export_runs as r')
    .innerJoin('scheduled_exports as s', 's.id', 'r.scheduled_export_id')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.account_id', '=', 's.account_id').onRef('m.user_id', '=', 's.created_by'),
    )
    .select([
      'r.id',
      'r.account_id as accountId',
      'r.what',
      'r.format',
      'r.query',
      'r.locale',
      'r.due_at as dueAt',
      's.id as scheduledId',
      's.event_id as eventId',
      's.created_by as createdBy',
      'm.role',
      'e.timezone',
      sql<boolean>`s.deleted_at is not null or e.status = 'archived'`.as('isStopped'),
      sql<
        number[]
      >`array(select p.user_id from app.scheduled_export_recipients p where p.scheduled_export_id = s.id)`.as(
        'recipients',
      ),
    ])
    .$narrowType<{ what: ExportName; format: ExportFormat; locale: Locale; query: Record<string, string> }>()
    .where('r.id', '=', runId)
    .where('r.status', '=', 'waiting');

/** A run that is not over; undefined otherwise. */
export const findOpenRun = (db: Db, runId: number) => open(db, runId).executeTakeFirst();
/** The same with the rows of the schedule and of the run locked. */
export const lockOpenRun = (tx: Tx, runId: number) =>
  open(tx, runId).forNoKeyUpdate(['s', 'r']).executeTakeFirst();
export type OpenRun = NonNullable<Awaited<ReturnType<typeof findOpenRun>>>;

/** Ends a run whose file is complete. The row must be locked. */
export async function endRun(
  tx: Tx,
  scope: AccountScope,
  id: number,
  made: {
    filename: string;
    content_type: string;
    rows: number;
    bytes: number;
    mails: number;
    waiting_mails: number;
  },
): Promise<void> {
  await tx
    .updateTable('export_runs')
    .set({
      ...made,
      status: 'done',
      error: null,
      ended_at: now,
      file_until: sql<Date>`app.now() + make_interval(days => ${SCHEDULED_EXPORTS.fileDays})`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Notes why a try of a run failed. `isFinal`: there is no other, so the run is over and its parts go. */
export async function failRun(
  tx: Tx | Db,
  scope: AccountScope,
  id: number,
  { error, isFinal }: { error: RunError; isFinal: boolean },
): Promise<void> {
  const failed = await tx
    .updateTable('export_runs')
    .set({ error, ...(isFinal && { status: 'failed', ended_at: now }) })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('status')
    .executeTakeFirst();
  if (failed?.status === 'failed')
    await tx
      .deleteFrom('export_parts')
      .where('account_id', '=', scope.accountId)
      .where('run_id', '=', id)
      .execute();
}

/** The run of a schedule that is not over, by its id. */
export async function findWaiting(tx: Tx, scope: AccountScope, scheduledId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('export_runs')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('scheduled_export_id', '=', scheduledId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Runs that wait without a job that will make them. `isSpent`: its job had all its tries, and the last ones ended with their
 * process. The others have lost their job.
 */
export async function findForgotten(
  db: Db,
): Promise<{ id: number; accountId: number; scheduledId: number; isSpent: boolean }[]> {
  const key = sql`'export_run:' || r.id`;
  const { rows } = await sql<{ id: number; accountId: number; scheduledId: number; isSpent: boolean }>`
    select r.id, r.account_id as "accountId", r.scheduled_export_id as "scheduledId", ${hasUsedUpTries(key)} as "isSpent"
    from app.export_runs r
    where r.status = 'waiting' and not ${isInQueue(key)}
    order by r.id limit 100`.execute(db);
  return rows;
}

/** Of a run of an event: whose file it is, and whether it can be downloaded. Undefined if the account has none. */
export const findFile = (
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, runId }: { eventId: number; runId: number },
) =>
  tx
    .selectFrom('export_runs as r')
    .innerJoin('scheduled_exports as s', 's.id', 'r.scheduled_export_id')
    .select(['r.id', 'r.what', 'r.filename', 'r.content_type as contentType', 's.id as scheduledId'])
    .select(sql<boolean>`coalesce(r.file_until > app.now(), false)`.as('isThere'))
    .$narrowType<{ what: ExportName }>()
    .where('r.account_id', '=', scope.accountId)
    .where('s.event_id', '=', eventId)
    .where('s.deleted_at', 'is', null)
    .where('r.id', '=', runId)
    .executeTakeFirst();

/** What a mail about a run says; undefined if there is nothing to mail any more. */
export const findMailed = (db: Db, runId: number) =>
  db
    .selectFrom('export_runs as r')
    .innerJoin('scheduled_exports as s', 's.id', 'r.scheduled_export_id')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .innerJoin('users as u', 'u.id', 's.created_by')
    .select([
      'r.id',
      'r.account_id as accountId',
      'r.what',
      'r.format',
      'r.rows',
      'r.bytes',
      'r.ended_at as madeAt',
      'r.file_until as fileUntil',
      'e.id as eventId',
      'e.title',
      'e.timezone',
      'u.first_name as firstName',
      'u.last_name as lastName',
    ])
    .$narrowType<{
      what: ExportName;
      format: ExportFormat;
      rows: number;
      bytes: number;
      madeAt: Date;
      fileUntil: Date;
    }>()
    .where('r.id', '=', runId)
    .where('r.file_until', '>', now)
    .where('s.deleted_at', 'is', null)
    .where('e.status', '<>', 'archived')
    .executeTakeFirst();
