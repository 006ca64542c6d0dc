import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { resumeBulkJob, undoBulkJob } from '@entrada/contract/sales/bulk/jobs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { findLateWork } from '../../operations/verify/late-work.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { queueCapped, spread } from '../../platform/mail/daily-cap.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import type { BulkAction } from './actions/action.ts';
import { cancelAction } from './actions/cancel.ts';
import { bulkOf, freeOrder } from './acts-fixture.ts';
import { queueForgotten } from './jobs.ts';
import { workOff } from './work.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp({ config: { bulkMailsPerDay: 4 } });
const { db } = app;
const DYING = fileURLToPath(new URL('../../test/sold/dying-bulk.ts', import.meta.url));
keepInvariants(db);

/** A job that cancels some orders, which nothing works off yet. */
async function begun(count: number) {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await freeOrder(app, shop));
  const bulk = bulkOf(app, shop);
  const reply = await bulk.ask('orders', { action: 'cancel', notify: false, except: [] });
  return { shop, bulk, jobId: reply.body.data.id, ids: made.map(({ id }) => id) };
}

const cancellationsOf = (ids: readonly number[]) =>
  db
    .selectFrom('audit_entries')
    .select('target_id')
    .where('action', '=', 'order.cancelled')
    .where('target_type', '=', 'order')
    .where('target_id', 'in', ids)
    .execute();

const away = () => Object.assign(new Error('The process was killed'), { code: 'ECONNRESET' });

/** The action with two rows a transaction. `at` says where the process ends in the nth of them. */
function dying(nth: number, at: 'before' | 'after'): BulkAction {
  let runs = 0;
  return {
    ...cancelAction,
    most: 2,
    run: async (tx, work) => {
      runs += 1;
      const done = await cancelAction.run(tx, work);
      if (runs !== nth) return done;
      const die = () => {
        throw away();
      };
      return at === 'after'
        ? { ...done, after: die }
        : { ...done, last: async () => done.last?.().then(die) };
    },
  };
}

test.each(['before', 'after'] as const)(
  'a worker that ends %s the commit of the second part: another one goes on, and each row has its turn once',
  async (at) => {
    const { shop, bulk, jobId, ids } = await begun(5);
    const work = (action: BulkAction) => workOff(app.jobCtx, new Map([['cancel', action]]), jobId);
    await expect(work(dying(2, at))).rejects.toThrow('killed');
    const half = await bulk.jobOf(jobId);
    expect(half).toMatchObject({ status: 'running', changed: at === 'after' ? 4 : 2, total: 5 });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: at === 'after' ? 1 : 3, reserved: 0 });
    await Promise.all([work(cancelAction), work(cancelAction)]);
    expect(await bulk.jobOf(jobId)).toMatchObject({ status: 'done', changed: 5, kept: 0 });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect((await cancellationsOf(ids)).length).toBe(5);
  },
);

test('two jobs on the same orders never hold them at once, so that neither waits for a lock of the other', async () => {
  const { shop, bulk, jobId: first } = await begun(5);
  const again = await bulk.ask('orders', { action: 'cancel', notify: false, except: [] });
  const second = again.body.data.id;
  let [running, most] = [0, 0];
  const watched: BulkAction = {
    ...cancelAction,
    most: 1,
    run: async (tx, work) => {
      running += 1;
      most = Math.max(most, running);
      const { last, ...done } = await cancelAction.run(tx, work);
      return { ...done, last: async () => last?.().finally(() => (running -= 1)) };
    },
  };
  const work = (jobId: number) => workOff(app.jobCtx, new Map([['cancel', watched]]), jobId);
  await Promise.all([work(first), work(second)]);
  expect(most).toBe(1);
  const [one, other] = [await bulk.jobOf(first), await bulk.jobOf(second)];
  expect([one?.status, other?.status]).toEqual(['done', 'done']);
  expect((one?.changed ?? 0) + (other?.changed ?? 0)).toBe(5);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
});

test('a process that is killed with kill -9 in the middle of a job: another one goes on, and each row has its turn once', async () => {
  const { shop, bulk, jobId, ids } = await begun(5);
  const child = spawn(process.execPath, [DYING, app.database.url, String(jobId), '2'], { stdio: 'ignore' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(await bulk.jobOf(jobId)).toMatchObject({ status: 'running', changed: 2, total: 5 });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 3, reserved: 0 });
  await app.runJobs();
  expect(await bulk.jobOf(jobId)).toMatchObject({ status: 'done', changed: 5, kept: 0 });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  expect((await cancellationsOf(ids)).length).toBe(5);
});

test('one order that cannot be worked off is kept, and the others are not', async () => {
  const { bulk, jobId, ids } = await begun(4);
  const broken: BulkAction = {
    ...cancelAction,
    run: async (tx, work) => {
      if (work.rows.some(({ orderId }) => orderId === ids[1])) throw new Error('A defect');
      return cancelAction.run(tx, work);
    },
  };
  await workOff(app.jobCtx, new Map([['cancel', broken]]), jobId);
  expect(await bulk.jobOf(jobId)).toMatchObject({
    status: 'done',
    changed: 3,
    kept: 1,
    reasons: [{ code: 'FAILED', count: 1 }],
  });
});

const nowOf = async () => {
  const { rows } = await sql<{ now: Date }>`select app.now() as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
};

/** Noon, and so many seconds later. The day must not end while a test counts what it holds. */
function travelToNoon(later = 0) {
  const now = new Date();
  const seconds = now.getUTCHours() * 3600 + now.getUTCMinutes() * 60;
  return app.travel(((36 * 3600 - seconds) % 86_400) + later);
}

test('mails beyond the daily cap wait for the next day, and the others are sent', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  for (let n = 0; n < 6; n += 1) await freeOrder(app, shop);
  await travelToNoon();
  const job = await bulkOf(app, shop).run('orders', { action: 'resend', except: [] });
  expect(job).toMatchObject({ changed: 6, waitingMails: 2 });
  const mails = await db
    .selectFrom('mails')
    .select(['status', 'send_after'])
    .where('dedupe_key', 'like', '%again-%')
    .where('account_id', '=', shop.accountId)
    .orderBy('id')
    .execute();
  expect(mails.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent', 'queued', 'queued']);
  const midnight = mails[4]?.send_after;
  expect(midnight?.toISOString()).toMatch(/T00:00:00.000Z$/);
  const hours = ((midnight?.getTime() ?? 0) - (await nowOf()).getTime()) / 3_600_000;
  expect(hours > 10 && hours < 13).toBe(true);
  // It waits on purpose, so it is not late.
  await travelToNoon(600);
  const late = await db.transaction().execute(findLateWork);
  expect(late.filter(({ work }) => work === 'mails')).toEqual([]);
});

test('a job whose last try ended with its process is over as failed; one that lost its job is queued again', async () => {
  const { bulk, jobId, ids } = await begun(2);
  const key = `bulk:${jobId}`;
  await sql`delete from graphile_worker._private_jobs where key = ${key}`.execute(db);
  await queueForgotten(app.jobCtx);
  expect((await bulk.jobOf(jobId))?.status).toBe('queued');
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'busy'
    where key = ${key}`.execute(db);
  await queueForgotten(app.jobCtx);
  expect((await bulk.jobOf(jobId))?.status).toBe('queued');
  await sql`select graphile_worker.force_unlock_workers(array['busy'])`.execute(db);
  await queueForgotten(app.jobCtx);
  expect(await bulk.jobOf(jobId)).toMatchObject({ status: 'failed', changed: 0 });
  await app.runJobs();
  expect(await cancellationsOf(ids)).toEqual([]);
  // Whoever begins it again reaches the others.
  expect(await bulk.run('orders', { action: 'cancel', notify: false, except: [] })).toMatchObject({
    status: 'done',
    changed: 2,
  });
});

/** Ends a job as one whose last try ended with its process. */
async function spend(jobId: number) {
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null
    where key = ${`bulk:${jobId}`}`.execute(db);
  await queueForgotten(app.jobCtx);
}

test('a failed job goes on where it stopped, and each row has its turn once', async () => {
  const { shop, bulk, jobId, ids } = await begun(5);
  await expect(workOff(app.jobCtx, new Map([['cancel', dying(2, 'after')]]), jobId)).rejects.toThrow(
    'killed',
  );
  await spend(jobId);
  const failed = await bulk.jobOf(jobId);
  expect(failed).toMatchObject({ status: 'failed', changed: 4, total: 5, canResume: true });
  expect(failed?.finishedAt).not.toBeNull();
  const at = { params: { ...bulk.params, jobId: String(jobId) } };
  const resumed = await bulk.owner.call(resumeBulkJob, at);
  expect([resumed.status, resumed.body.data]).toMatchObject([
    202,
    { status: 'running', finishedAt: null, canResume: false },
  ]);
  await app.runJobs();
  expect(await bulk.jobOf(jobId)).toMatchObject({ status: 'done', changed: 5, kept: 0, canResume: false });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  expect((await cancellationsOf(ids)).length).toBe(5);
});

test('a failed job that was taken back does not go on, nor does a failed undo beside the next one', async () => {
  const { bulk, jobId } = await begun(5);
  await expect(workOff(app.jobCtx, new Map([['cancel', dying(1, 'after')]]), jobId)).rejects.toThrow(
    'killed',
  );
  await spend(jobId);
  const resume = async (id: number) =>
    (await bulk.owner.call(resumeBulkJob, { params: { ...bulk.params, jobId: String(id) } })).body.data;
  const undo = async () =>
    (await bulk.owner.call(undoBulkJob, { params: { ...bulk.params, jobId: String(jobId) } })).body.data;
  const first = await undo();
  expect(await resume(jobId)).toMatchObject({ status: 'failed', canResume: false });
  await spend(first.id);
  expect(await bulk.jobOf(first.id)).toMatchObject({ status: 'failed', canResume: true });
  const second = await undo();
  expect(second.id).not.toBe(first.id);
  expect(await resume(first.id)).toMatchObject({ status: 'failed', canResume: false });
  await app.runJobs();
  expect(await bulk.jobOf(second.id)).toMatchObject({ status: 'done', changed: 2 });
});

test('days are filled one after the other', () => {
  const counts = [3, 0, 5];
  expect(spread(6, 5, (ahead) => counts[ahead] ?? 0)).toEqual([2, 4]);
  expect(spread(9, 5, (ahead) => counts[ahead] ?? 0)).toEqual([2, 5, 0, 2]);
  expect(spread(1, 2, (ahead) => counts[ahead] ?? 0)).toEqual([0, 1]);
  expect(spread(0, 5, () => 0)).toEqual([]);
});

test('what is queued at once by two counts once', async () => {
  await travelToNoon();
  const shop = await buildShop(db);
  const scope = scopeOfRow(shop);
  const mail = (n: string) => ({
    kind: 'order_confirmation' as const,
    dedupeKey: `cap:${shop.accountId}:${n}`,
    to: 'ana@example.org',
    locale: 'en',
    accountId: shop.accountId,
  });
  const queue = (who: string) =>
    db
      .transaction()
      .execute((tx) =>
        queueCapped(tx, scope, { mails: [1, 2, 3].map((n) => mail(`${who}${n}`)), perDay: 4 }),
      );
  const both = await Promise.all([queue('a'), queue('b')]);
  expect(both.map(({ waiting }) => waiting).sort()).toEqual([0, 2]);
});
