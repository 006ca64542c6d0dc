import { setTimeout as wait } from 'node:timers/promises';
import { BULK_REASONS, type BulkKind, type BulkReason } from '@entrada/contract/sales/bulk/jobs';
import type { Tx } from '../../db/client.ts';
import { errorCodeOf, isDatabaseUnavailable, SQLSTATE } from '../../db/errors.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { AppError, fail } from '../../platform/errors.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { inTurn } from '../../platform/turns.ts';
import type { BulkAction, Outcome, Row, Work } from './actions/action.ts';
import * as queries from './queries.ts';

/** Every kind of job with its action. */
export type Actions = ReadonlyMap<BulkKind, BulkAction>;

/** Between two transactions a job leaves the database to others for as long as it took, but not longer than this. */
const MOST_PAUSE_MS = 200;

/** While another job of the event works, a job asks again after so long. */
const TURN_MS = 50;
/** Other jobs pause between their transactions, so a turn comes soon unless one hangs. Then the queue tries again later. */
const MOST_WAIT_MS = 30_000;

const isReason = (code: string): code is BulkReason => (BULK_REASONS as readonly string[]).includes(code);

/** Whether another try will help: nothing is wrong with the rows. */
function isPassing(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true;
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return true;
  const cause = error instanceof AppError ? error.cause : error;
  return [SQLSTATE.lockNotAvailable, SQLSTATE.deadlockDetected, SQLSTATE.serializationFailure].some(
    (code) => code === errorCodeOf(cause),
  );
}

/** The rows of the next orders, at most `most`, but at least those of one order. */
async function nextRows(
  tx: Tx,
  job: queries.StoredJob,
  most: number,
): Promise<{ rows: Row[]; isLast: boolean }> {
  const found = await queries.findOpenRows(tx, job, { most: most + 1 });
  if (found.length <= most) return { rows: found, isLast: true };
  const beyond = found.at(-1)?.orderId;
  const whole = found.filter(({ orderId }) => orderId !== beyond);
  if (whole.length > 0) return { rows: whole, isLast: false };
  const rows = await queries.findOpenRows(tx, job, {
    most: Number.MAX_SAFE_INTEGER,
    orderId: beyond ?? null,
  });
  return { rows, isLast: false };
}

type Step = { isOver: boolean; isTurn: boolean; after?: (() => void) | undefined };

/** What a transaction was about when it failed. */
type Tried = { orders: number };

/**
 * Works some rows off in the caller's transaction, each with its outcome, if it is the job's turn. Counters come last.
 */
async function step(
  tx: Tx,
  ctx: JobCtx,
  { jobId, actions, most, tried }: { jobId: number; actions: Actions; most: number; tried: Tried },
): Promise<Step> {
  const job = await queries.lockOpenJob(tx, jobId);
  if (!job) return { isOver: true, isTurn: true };
  const action = actions.get(job.kind);
  if (!action) throw new Error(`Nobody works off jobs of kind ${job.kind}`);
  if (!(await queries.takeTurn(tx, job))) return { isOver: false, isTurn: false };
  const { rows, isLast } = await nextRows(tx, job, Math.min(most, action.most));
  tried.orders = new Set(rows.map(({ orderId }) => orderId)).size;
  const { outcomes, waitingMails = 0, last, after } = await action.run(tx, workOf(ctx, job, rows));
  if (outcomes.length !== rows.length) throw new Error(`A job of kind ${job.kind} left rows without outcome`);
  await queries.writeOutcomes(tx, job, outcomes, { isOver: isLast, waitingMails });
  await last?.();
  return { isOver: isLast, isTurn: true, after };
}

function workOf(ctx: JobCtx, job: queries.StoredJob, rows: readonly Row[]): Work {
  const { createdBy: userId, accountId } = job;
  const session = { sessionId: 0, emailConfirmed: true, locale: ctx.locale } as const;
  return {
    job,
    scope: scopeOfRow(job),
    witness: {
      actor: { kind: 'user', userId, accountId, role: 'organizer', limited: false, ...session },
      requestId: null,
    },
    rows,
    mailsPerDay: ctx.config.bulkMailsPerDay,
  };
}

/** Keeps the rows of the next order, which cannot be worked off, so that the others can. */
async function keepNext(tx: Tx, jobId: number, code: BulkReason): Promise<boolean> {
  const job = await queries.lockOpenJob(tx, jobId);
  if (!job) return true;
  const { rows, isLast } = await nextRows(tx, job, 1);
  const outcomes = rows.map(({ rowId }): Outcome => ({ rowId, code }));
  await queries.writeOutcomes(tx, job, outcomes, { isOver: isLast, waitingMails: 0 });
  return isLast;
}

/**
 * Works a job off to its end, in transactions that hold its row, some orders in the order of their ids, and at last
 * counters. Each row has its outcome in the transaction that changes it, so a job that was killed goes on where it stopped,
 * and every row is worked off once. If a transaction fails, it is tried with half of its orders; one that fails alone is
 * kept. Pauses between transactions, so that others get their turn. Jobs of one event never work at once: the orders that one
 * holds would let another run into the limit of its waiting (docs/decisions/049). Throws if the database is away or rows
 * stay locked.
 */
export async function workOff(ctx: JobCtx, actions: Actions, jobId: number): Promise<void> {
  let most = Number.MAX_SAFE_INTEGER;
  let lastTurn = performance.now();
  for (let isOver = false; !isOver; ) {
    const began = performance.now();
    const tried: Tried = { orders: 0 };
    const asked = { jobId, actions, most, tried };
    try {
      const done = await inTurn(ctx.db, [`bulk job ${jobId}`], (tx) => step(tx, ctx, asked));
      if (!done.isTurn) {
        if (began - lastTurn > MOST_WAIT_MS) throw fail('UNAVAILABLE');
        await wait(TURN_MS);
        continue;
      }
      lastTurn = performance.now();
      done.after?.();
      isOver = done.isOver;
      most = Math.min(most * 2, Number.MAX_SAFE_INTEGER);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (tried.orders > 1) {
        most = Math.floor(tried.orders / 2);
      } else {
        const code = error instanceof AppError && isReason(error.code) ? error.code : 'FAILED';
        if (code === 'FAILED') ctx.log.error({ err: error, jobId }, 'a row of a bulk job failed');
        isOver = await inTurn(ctx.db, [`bulk job ${jobId}`], (tx) => keepNext(tx, jobId, code));
      }
    }
    if (!isOver) await wait(Math.min(performance.now() - began, MOST_PAUSE_MS));
  }
}
