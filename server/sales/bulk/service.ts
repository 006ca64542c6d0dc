import { personName } from '@entrada/contract/accounts/person-name';
import { roleMay } from '@entrada/contract/permissions';
import {
  BULK_KEPT_SHOWN,
  type BulkJob,
  type BulkKind,
  type BulkNoun,
  type BulkReason,
} from '@entrada/contract/sales/bulk/jobs';
import type { RawBuilder } from 'kysely';
import { requireEvent } from '../../catalog/events/service.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { isSameRequest } from '../../platform/http/idempotency.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { auditableSelection, type NamedRows, selectionOf } from '../../platform/lists/selection.ts';
import { attendeeSource } from '../attendees/queries.ts';
import { isCalledOff } from '../orders/event-queries.ts';
import { orderSource } from '../orders/list-queries.ts';
import { findNames } from '../refunds/queries.ts';
import { bulkWorkRef, keyOf } from './job-ref.ts';
import * as queries from './queries.ts';

/** The action that takes back what another one did. The others cannot be taken back. */
const UNDOS: Partial<Record<BulkKind, BulkKind>> = { cancel: 'reactivate', check_in: 'undo_check_in' };

/** A person lets these go on. */
const RESUMABLE = ['stopped', 'failed'] as const;

const isOver = ({ status }: Pick<queries.StoredJob, 'status'>) => status === 'done' || status === 'failed';

/** The job that takes back what another one has changed, or null. What was cancelled for an event that is called off stays so. */
const findUndoKind = (job: queries.StoredJob, isOff: boolean): BulkKind | null =>
  !isOver(job) || job.changed === 0 || (isOff && job.kind === 'cancel') ? null : (UNDOS[job.kind] ?? null);

/** Jobs of one event as people see them, in the order given. */
async function show(ctx: Ctx, scope: AccountScope, jobs: readonly queries.StoredJob[]): Promise<BulkJob[]> {
  const names = await findNames(
    ctx.db,
    jobs.map((job) => job.createdBy),
  );
  const undos = await queries.findUndos(
    ctx.db,
    scope,
    jobs.flatMap(({ id, undoOf }) => (undoOf === null ? [id] : [id, undoOf])),
  );
  const [first] = jobs;
  const isOff = first !== undefined && (await isCalledOff(ctx.db, first));
  return jobs.map((job) => ({
    id: job.id,
    noun: job.noun,
    kind: job.kind,
    status: job.status,
    total: job.total,
    changed: job.changed,
    kept: job.kept,
    reasons: Object.entries(job.reasons)
      .map(([code, count]) => ({ code: code as BulkReason, count }))
      .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    waitingMails: job.waitingMails,
    startedBy: names.get(job.createdBy) ?? '',
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    undoOf: job.undoOf,
    canUndo: findUndoKind(job, isOff) !== null && !undos.has(job.id),
    canResume:
      RESUMABLE.some((status) => status === job.status) &&
      !undos.has(job.id) &&
      (job.undoOf === null || (undos.get(job.undoOf) ?? job.id) === job.id),
  }));
}

/** One job as people see it. */
async function showOne(
  ctx: Ctx,
  scope: AccountScope,
  at: { eventId: number; jobId: number },
): Promise<BulkJob> {
  const [job] = await show(ctx, scope, await queries.findJobs(ctx.db, scope, at));
  if (!job) throw fail('NOT_FOUND');
  return job;
}

export type Asked = {
  eventId: number;
  noun: BulkNoun;
  kind: BulkKind;
  /** What the action needs to know. */
  input: Record<string, unknown>;
  rows: NamedRows;
  /** Another list in which the rows are found; without it, the list of the noun. */
  source?: (scope: AccountScope) => ListSource;
  key: string | null;
  hash: string;
};

/** How the list of each noun finds its rows. */
export const sourceOf = (noun: BulkNoun, scope: AccountScope, eventId: number): ListSource =>
  noun === 'orders' ? orderSource(scope, eventId) : attendeeSource(scope, eventId);

/**
 * Makes a job that does something to many rows of an event, and queues it. Its rows are those that are chosen now. A
 * repeated key answers the job of the first call. `check` runs before, in the same transaction. Throws NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED, VALIDATION_FAILED if nothing is chosen.
 */
export async function startJob(
  ctx: Ctx,
  asked: Asked,
  check: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<BulkJob> {
  const { eventId, noun, kind, input, hash } = asked;
  const { scope } = await requireEvent(ctx, eventId);
  const { userId } = userOf(ctx.actor);
  const key = asked.key === null ? null : `${userId} ${asked.key}`;
  const selection = selectionOf(asked.rows);
  const jobId = await inTransaction(ctx.db, async (tx) => {
    const made = { eventId, noun, kind, input, createdBy: userId, key, hash };
    const job = await queries.insertJob(tx, scope, made);
    if (!job) {
      const before = key === null ? null : await queries.findByRequest(tx, scope, key);
      if (!before || !isSameRequest(before.requestHash, hash)) throw fail('IDEMPOTENCY_KEY_REUSED');
      return before.id;
    }
    await check(tx);
    const source = asked.source?.(scope) ?? sourceOf(noun, scope, eventId);
    const total = await queries.insertChosenRows(tx, scope, job, { source, selection });
    if (total === 0) throw failFields([{ path: 'ids', code: 'not_found' }]);
    await begin(tx, ctx, scope, { ...job, total, chosen: auditableSelection(selection) });
    return job.id;
  });
  return showOne(ctx, scope, { eventId, jobId });
}

type Begun = { id: number; noun: BulkNoun; kind: BulkKind; input: unknown; total: number };

async function begin(
  tx: Tx,
  ctx: Witness,
  scope: AccountScope,
  { id, noun, kind, input, total, ...more }: Begun & { chosen?: unknown; undoOf?: number | null },
): Promise<void> {
  const { chosen, undoOf } = more;
  await audit(tx, ctx, scope, {
    action: 'bulk.started',
    target: { type: 'bulk_job', id },
    after: { noun, kind, input, total, ...(chosen !== undefined && { chosen }), ...(undoOf && { undoOf }) },
  });
  await enqueue(tx, bulkWorkRef, { jobId: id }, { key: keyOf(id) });
}

type Given = {
  eventId: number;
  noun: BulkNoun;
  kind: BulkKind;
  input: Record<string, unknown>;
  createdBy: number;
};

/**
 * Makes a job on the rows that a statement gives (orders and rows), and queues it, in the caller's transaction. Answers its
 * id; null if there are no rows.
 */
export async function startJobOn(
  tx: Tx,
  witness: Witness,
  scope: AccountScope,
  { rows, ...given }: Given & { rows: RawBuilder<unknown> },
): Promise<number | null> {
  const job = await queries.insertJob(tx, scope, given);
  if (!job) throw new Error('A job without a key was there already');
  const total = await queries.insertRowsOf(tx, scope, job, rows);
  if (total === 0) {
    await queries.removeJob(tx, scope, job.id);
    return null;
  }
  await begin(tx, witness, scope, { ...job, total });
  return job.id;
}

/** Jobs of an event as people see them, by their ids. */
export async function findShownJobs(
  ctx: Ctx,
  scope: AccountScope,
  { eventId, jobIds }: { eventId: number; jobIds: readonly number[] },
): Promise<Map<number, BulkJob>> {
  if (jobIds.length === 0) return new Map();
  const found = await queries.findJobs(ctx.db, scope, { eventId, jobIds, most: jobIds.length });
  return new Map((await show(ctx, scope, found)).map((job) => [job.id, job]));
}

/** Stops a job between two of its transactions. One that is over stays so. Throws NOT_FOUND. Locks the job. */
export async function stopJob(ctx: Ctx, at: { eventId: number; jobId: number }): Promise<BulkJob> {
  const scope = scopeOf(ctx.actor);
  await inTransaction(ctx.db, async (tx) => {
    const isStopped = await queries.moveJob(tx, scope, { ...at, from: ['queued', 'running'], to: 'stopped' });
    if (isStopped)
      await audit(tx, ctx, scope, { action: 'bulk.stopped', target: { type: 'bulk_job', id: at.jobId } });
  });
  return showOne(ctx, scope, at);
}

/**
 * Lets a stopped or failed job go on where it was, with all its tries anew. One that runs, is done or was taken back stays
 * so. Throws NOT_FOUND. Locks the job.
 */
export async function resumeJob(ctx: Ctx, at: { eventId: number; jobId: number }): Promise<BulkJob> {
  const scope = scopeOf(ctx.actor);
  await inTransaction(ctx.db, async (tx) => {
    const goesOn = await queries.moveJob(tx, scope, { ...at, from: RESUMABLE, to: 'running' });
    if (!goesOn) return;
    await audit(tx, ctx, scope, { action: 'bulk.resumed', target: { type: 'bulk_job', id: at.jobId } });
    await enqueue(tx, bulkWorkRef, { jobId: at.jobId }, { key: keyOf(at.jobId) });
  });
  return showOne(ctx, scope, at);
}

/** The latest jobs of an event, newest first. Throws NOT_FOUND. */
export async function listJobs(ctx: Ctx, eventId: number): Promise<BulkJob[]> {
  const { scope } = await requireEvent(ctx, eventId);
  return show(ctx, scope, await queries.findJobs(ctx.db, scope, { eventId }));
}

/** Rows that a job kept, each with its reason. Throws NOT_FOUND. */
export async function listKept(ctx: Ctx, at: { eventId: number; jobId: number }) {
  const scope = scopeOf(ctx.actor);
  const [job] = await queries.findJobs(ctx.db, scope, at);
  if (!job) throw fail('NOT_FOUND');
  const rows = await queries.findKept(ctx.db, scope, job, BULK_KEPT_SHOWN);
  return rows.map(({ id, reference, firstName, lastName, code }) => ({
    id,
    name: personName({ firstName: firstName ?? '', lastName: lastName ?? '' }),
    reference,
    code,
  }));
}

/**
 * Makes a job that takes back what another one changed. A second call answers the job of the first. Throws NOT_FOUND, also
 * for a job that runs, has changed nothing or cannot be taken back; FORBIDDEN for check-ins without their permission.
 */
export async function undoJob(ctx: Ctx, at: { eventId: number; jobId: number }): Promise<BulkJob> {
  const scope = scopeOf(ctx.actor);
  const { userId, role } = userOf(ctx.actor);
  const undoId = await inTransaction(ctx.db, async (tx) => {
    const [job] = await queries.findJobs(tx, scope, at);
    const kind = job && findUndoKind(job, await isCalledOff(tx, job));
    if (!kind) throw fail('NOT_FOUND');
    if (kind === 'undo_check_in' && !roleMay(role, 'check-in.manage')) throw fail('FORBIDDEN');
    const { id: undoOf, eventId, noun, input } = job;
    const made = await queries.insertJob(tx, scope, {
      eventId,
      noun,
      kind,
      input,
      createdBy: userId,
      undoOf,
    });
    if (!made) return (await queries.findUndos(tx, scope, [undoOf])).get(undoOf);
    const total = await queries.insertChangedRows(tx, scope, { id: made.id, undoOf });
    await begin(tx, ctx, scope, { ...made, total, undoOf });
    return made.id;
  });
  if (undoId === undefined) throw fail('NOT_FOUND');
  return showOne(ctx, scope, { eventId: at.eventId, jobId: undoId });
}
