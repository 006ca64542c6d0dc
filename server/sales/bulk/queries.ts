import type { BulkJob, BulkKind, BulkNoun, BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { hasUsedUpTries, isInQueue } from '../../platform/jobs/queries.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { foundChosen, type ListSelection } from '../../platform/lists/selection.ts';
import type { Outcome, Row } from './actions/action.ts';

const select = (tx: Tx | Db) => tx.selectFrom('bulk_jobs').selectAll();
type JobRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toJob = (row: JobRow) => ({
  id: row.id,
  accountId: row.account_id,
  eventId: row.event_id,
  noun: row.noun as BulkNoun,
  kind: row.kind as BulkKind,
  input: row.input as unknown,
  status: row.status as BulkJob['status'],
  total: row.total,
  changed: row.changed,
  kept: row.kept,
  reasons: row.reasons as Partial<Record<BulkReason, number>>,
  waitingMails: row.waiting_mails,
  undoOf: row.undo_of,
  createdBy: row.created_by,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  requestHash: row.request_hash,
});
export type StoredJob = ReturnType<typeof toJob>;

/** Some jobs of an account, newest first. */
export async function findJobs(
  tx: Tx | Db,
  scope: AccountScope,
  {
    eventId,
    jobId,
    jobIds,
    most = 10,
  }: { eventId: number; jobId?: number; jobIds?: readonly number[]; most?: number },
): Promise<StoredJob[]> {
  let query = select(tx).where('account_id', '=', scope.accountId).where('event_id', '=', eventId);
  if (jobId !== undefined) query = query.where('id', '=', jobId);
  if (jobIds) query = query.where(isAmong('id', jobIds));
  return (await query.orderBy('id', 'desc').limit(most).execute()).map(toJob);
}

/** The job that a request with this key made. */
export async function findByRequest(tx: Tx, scope: AccountScope, key: string): Promise<StoredJob | null> {
  const row = await select(tx)
    .where('account_id', '=', scope.accountId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row ? toJob(row) : null;
}

/** The jobs that take these back, by the job that is taken back. Failed ones do not count. */
export async function findUndos(tx: Tx | Db, scope: AccountScope, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('bulk_jobs')
    .select(['id', 'undo_of'])
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`undo_of = any(${[...ids]}::bigint[])`)
    .where('status', '<>', 'failed')
    .execute();
  return new Map(rows.map((row) => [row.undo_of, row.id]));
}

type NewJob = {
  eventId: number;
  noun: BulkNoun;
  kind: BulkKind;
  input: unknown;
  createdBy: number;
  undoOf?: number;
  key?: string | null;
  hash?: string;
};

/** Writes a job without rows. Null if its key, or an undo of the same job, exists. */
export async function insertJob(tx: Tx, scope: AccountScope, job: NewJob): Promise<StoredJob | null> {
  const row = await tx
    .insertInto('bulk_jobs')
    .values({
      account_id: scope.accountId,
      event_id: job.eventId,
      noun: job.noun,
      kind: job.kind,
      input: JSON.stringify(job.input),
      total: 0,
      undo_of: job.undoOf ?? null,
      created_by: job.createdBy,
      request_key: job.key ?? null,
      request_hash: job.key && job.hash ? Buffer.from(job.hash, 'hex') : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toJob(row) : null;
}

/** Removes a job that has no rows. */
export async function removeJob(tx: Tx, scope: AccountScope, jobId: number): Promise<void> {
  await tx
    .deleteFrom('bulk_jobs')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', jobId)
    .execute();
}

/** How the rows of each list name their orders. */
const ORDER_IDS: Record<BulkNoun, RawBuilder<unknown>> = { orders: sql`o.id`, attendees: sql`a.order_id` };

/** Fixes the rows of a job: all that are chosen now. Answers their number. */
export async function insertChosenRows(
  tx: Tx,
  scope: AccountScope,
  job: Pick<StoredJob, 'id' | 'noun'>,
  { source, selection }: { source: ListSource; selection: ListSelection },
): Promise<number> {
  return countRows(
    tx,
    job.id,
    sql`insert into app.bulk_job_rows (account_id, job_id, order_id, row_id)
      select ${scope.accountId}::bigint, ${job.id}::bigint, ${ORDER_IDS[job.noun]}, ${source.id} ${foundChosen(source, selection)}`,
  );
}

/** Fixes the rows of a job that takes another back: those that the other has changed. Answers their number. */
export const insertChangedRows = (
  tx: Tx,
  scope: AccountScope,
  { id, undoOf }: { id: number; undoOf: number },
): Promise<number> =>
  countRows(
    tx,
    id,
    sql`insert into app.bulk_job_rows (account_id, job_id, order_id, row_id)
      select account_id, ${id}::bigint, order_id, row_id from app.bulk_job_rows
      where account_id = ${scope.accountId} and job_id = ${undoOf} and outcome = 'changed'`,
  );

async function countRows(tx: Tx, jobId: number, insert: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await insert.execute(tx);
  const total = Number(numAffectedRows ?? 0);
  await tx.updateTable('bulk_jobs').set({ total }).where('id', '=', jobId).execute();
  return total;
}

/**
 * Moves a job from one of these statuses to another. Answers whether it had one of them. A failed one whose work was taken
 * back, or which takes back what another one does by now, stays so.
 */
export async function moveJob(
  tx: Tx,
  scope: AccountScope,
  {
    eventId,
    jobId,
    from,
    to,
  }: { eventId: number; jobId: number; from: readonly BulkJob['status'][]; to: BulkJob['status'] },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_jobs')
    .set({ status: to, finished_at: null })
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', jobId)
    .where('status', 'in', [...from])
    .where(
      sql<boolean>`(status <> 'failed' or not exists (
        select from app.bulk_jobs other
        where other.undo_of in (bulk_jobs.id, bulk_jobs.undo_of) and other.id <> bulk_jobs.id and other.status <> 'failed'))`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Fixes the rows of a job: those that a statement gives, as orders and rows. Answers their number. */
export const insertRowsOf = (
  tx: Tx,
  scope: AccountScope,
  { id }: Pick<StoredJob, 'id'>,
  rows: RawBuilder<unknown>,
): Promise<number> =>
  countRows(
    tx,
    id,
    sql`insert into app.bulk_job_rows (account_id, job_id, order_id, row_id)
      select ${scope.accountId}::bigint, ${id}::bigint, found.* from (${rows}) found`,
  );

/** A job that is not over, locked until the transaction ends. Null if there is none. */
export async function lockOpenJob(tx: Tx, jobId: number): Promise<StoredJob | null> {
  const row = await select(tx)
    .where('id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toJob(row) : null;
}

/**
 * Whether no other job works on orders of the event in a transaction now. If so, none does until the caller's ends.
 * Never waits.
 */
export async function takeTurn(tx: Tx, { eventId }: Pick<StoredJob, 'eventId'>): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('bulk work of event ' || ${eventId}::bigint, 0)) as "isTaken"`.execute(
    tx,
  );
  return rows[0]?.isTaken ?? false;
}

/** The next rows of a job that were not worked off, in the order of their orders. */
export async function findOpenRows(
  tx: Tx,
  { id, undoOf }: Pick<StoredJob, 'id' | 'undoOf'>,
  { most, orderId = null }: { most: number; orderId?: number | null },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.order_id as "orderId", r.row_id as "rowId", u.undo
    from app.bulk_job_rows r
    left join app.bulk_job_rows u on u.job_id = ${undoOf}::bigint and u.order_id = r.order_id and u.row_id = r.row_id
    where r.job_id = ${id} and r.outcome is null and (${orderId}::bigint is null or r.order_id = ${orderId}::bigint)
    order by r.order_id, r.row_id limit ${most}`.execute(tx);
  return rows;
}

/**
 * Writes what became of some rows, and counts them. `isOver`: these were the last ones. The job's row must be locked.
 * Throws if a row was worked off before, which is a defect.
 */
export async function writeOutcomes(
  tx: Tx,
  job: StoredJob,
  outcomes: readonly Outcome[],
  { isOver, waitingMails }: { isOver: boolean; waitingMails: number },
): Promise<void> {
  const of = <T>(pick: (one: Outcome) => T) => outcomes.map(pick);
  const { numAffectedRows } = await sql`
    update app.bulk_job_rows r set outcome = case when o.code is null then 'changed' else 'kept' end, code = o.code,
      undo = o.undo::jsonb
    from unnest(${of(({ rowId }) => rowId)}::bigint[], ${of(({ code }) => code)}::text[],
      ${of(({ undo }) => (undo === undefined ? null : JSON.stringify(undo)))}::text[]) o(row_id, code, undo)
    where r.job_id = ${job.id} and r.row_id = o.row_id and r.outcome is null`.execute(tx);
  if (Number(numAffectedRows ?? 0) !== outcomes.length)
    throw new Error(`Job ${job.id} worked rows off that were not its own, or not open`);
  const reasons = { ...job.reasons };
  for (const { code } of outcomes) if (code) reasons[code] = (reasons[code] ?? 0) + 1;
  const kept = outcomes.filter(({ code }) => code !== null).length;
  await tx
    .updateTable('bulk_jobs')
    .set({
      status: isOver ? 'done' : 'running',
      changed: job.changed + outcomes.length - kept,
      kept: job.kept + kept,
      reasons: JSON.stringify(reasons),
      waiting_mails: job.waitingMails + waitingMails,
      ...(isOver && { finished_at: sql<Date>`app.now()` }),
    })
    .where('id', '=', job.id)
    .execute();
}

/** Gives a job up. Rows that were not worked off stay as they are. */
export async function giveUp(tx: Tx | Db, jobId: number): Promise<void> {
  await tx
    .updateTable('bulk_jobs')
    .set({ status: 'failed', finished_at: sql<Date>`app.now()` })
    .where('id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/**
 * Jobs that are not over and whose work no job of the queue will do. `isSpent`: it had all its tries, and the last one
 * ended with its process. The others have lost their job.
 */
export async function findForgotten(tx: Tx | Db): Promise<{ id: number; isSpent: boolean }[]> {
  const key = sql`'bulk:' || b.id`;
  const { rows } = await sql<{ id: number; isSpent: boolean }>`
    select b.id, ${hasUsedUpTries(key)} as "isSpent" from app.bulk_jobs b
    where b.status in ('queued', 'running') and not ${isInQueue(key)}
    order by b.id limit 100`.execute(tx);
  return rows;
}

/** Kept rows of a job with the person's name and the number of the order or ticket. */
export async function findKept(tx: Tx | Db, scope: AccountScope, job: StoredJob, most: number) {
  const of =
    job.noun === 'orders' ? sql`app.orders x on x.id = r.row_id` : sql`app.attendees x on x.id = r.row_id`;
  const { rows } = await sql<{
    id: number;
    reference: string;
    firstName: string | null;
    lastName: string | null;
    code: BulkReason;
  }>`
    select r.row_id as id, r.code, x.reference, x.first_name as "firstName", x.last_name as "lastName"
    from app.bulk_job_rows r join ${of} and x.account_id = r.account_id
    where r.account_id = ${scope.accountId} and r.job_id = ${job.id} and r.outcome = 'kept'
    order by r.order_id, r.row_id limit ${most}`.execute(tx);
  return rows;
}
