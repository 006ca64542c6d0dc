import { Readable } from 'node:stream';
import * as endpoints from '@entrada/contract/insight/scheduled-exports';
import { SCHEDULED_EXPORTS } from '@entrada/contract/insight/scheduled-exports';
import { EXPORT_FORMATS, EXPORTS } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from './office-fixture.ts';
import { readFile, writeFile } from './part-queries.ts';
import { beginDue, makeRun, queueForgotten, tidyUp } from './runs.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const app = await buildTestApp({
  config: { bulkMailsPerDay: 5, rateLimits: { export: { points: 1e6, seconds: 60 } } },
});
const { db } = app;
keepInvariants(db);
const { goTo, office, mailsOf, runsOf } = await useOffice(app);

test('nobody gets it who is not active, may not read it or has not confirmed the address', async () => {
  const place = await office();
  const { accountId, userId } = place.shop;
  const colleague = await buildUserIn(db, accountId, 'organizer', {
    firstName: 'Pau',
    lastName: 'Serra',
    locale: 'de',
  });
  const unconfirmed = await buildUserIn(db, accountId, 'organizer', { emailConfirmed: false });
  const stranger = await buildAccount(db);
  const refused = await place.create({}, [userId, unconfirmed.userId, stranger.userId]);
  expect([refused.status, refused.problem.errors]).toEqual([
    422,
    [
      { path: 'recipients.1', code: 'not_found' },
      { path: 'recipients.2', code: 'not_found' },
    ],
  ]);
  const made = (await place.create({}, [userId, colleague.userId])).body.data;
  const params = { eventId: place.eventId, scheduledExportId: String(made.id) };
  const runNow = () => place.owner.call(endpoints.runScheduledExport, { params });
  await runNow();
  await app.runJobs();
  expect(await mailsOf(place, colleague.email)).toMatchObject([{ status: 'sent', locale: 'de' }]);
  const setStatus = (id: number, status: string) =>
    sql`update app.memberships set status = ${status} where account_id = ${accountId} and user_id = ${id}`.execute(
      db,
    );
  await setStatus(colleague.userId, 'inactive');
  await runNow();
  await app.runJobs();
  expect(await mailsOf(place, colleague.email)).toHaveLength(1);
  // One who was deactivated between the file and the mail gets none either.
  await setStatus(colleague.userId, 'active');
  await runNow();
  const waiting = (await place.list()).scheduled.find(({ id }) => id === made.id)?.runs[0];
  await makeRun(app.jobCtx, waiting?.id ?? 0, false);
  await setStatus(colleague.userId, 'inactive');
  await app.runJobs();
  expect((await mailsOf(place, colleague.email)).map(({ status }) => status)).toEqual(['sent', 'failed']);
  expect((await place.list()).members).toMatchObject([
    expect.anything(),
    { id: unconfirmed.userId, isConfirmed: false },
    { name: 'Pau Serra', isActive: false },
  ]);
  // With nobody left, the schedule stops and says so.
  await sql`delete from app.scheduled_export_recipients where scheduled_export_id = ${made.id} and user_id = ${userId}`.execute(
    db,
  );
  await runNow();
  await app.runJobs();
  const left = (await place.list()).scheduled.find(({ id }) => id === made.id);
  expect(left).toMatchObject({ stopped: 'nobody', nextAt: null });
  expect(left?.runs[0]).toMatchObject({ status: 'failed', error: 'NOBODY' });
});

test('a run that fails is tried again, is seen, and at last given up; one that was forgotten is queued again', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  const [run] = await runsOf(place);
  const breakParts = (on: boolean) =>
    sql
      .raw(
        `alter table app.export_parts ${on ? 'add constraint broken check (false) not valid' : 'drop constraint broken'}`,
      )
      .execute(db);
  await breakParts(true);
  await app.runJobs();
  expect(await runsOf(place)).toMatchObject([{ status: 'waiting', error: 'FAILED', fileUntil: null }]);
  await expect(makeRun(app.jobCtx, run?.id ?? 0, true)).rejects.toThrow();
  expect(await runsOf(place)).toMatchObject([{ status: 'failed', error: 'FAILED' }]);
  await breakParts(false);
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await sql`delete from graphile_worker._private_jobs where key like 'export_run:%'`.execute(db);
  await queueForgotten(app.jobCtx);
  await app.runJobs();
  expect((await runsOf(place))[0]).toMatchObject({ status: 'done', mails: 1 });
});

test('two jobs of one run make one file and one mail', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  // While one is being made, no second one is begun.
  const again = (await place.owner.call(endpoints.runScheduledExport, { params: place.params })).body.data;
  expect(again.runs).toHaveLength(1);
  const id = again.runs[0]?.id ?? 0;
  await Promise.allSettled([makeRun(app.jobCtx, id, false), makeRun(app.jobCtx, id, false)]);
  await app.runJobs();
  expect(await runsOf(place)).toMatchObject([{ status: 'done', mails: 1 }]);
  expect(await mailsOf(place)).toHaveLength(1);
});

test('a try that another one overtook does not end the run with parts of both', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  const [run] = await runsOf(place);
  const of = { scope: scopeOfRow({ accountId: place.shop.accountId }), runId: run?.id ?? 0 };
  const written = () => db.selectFrom('export_parts').select('nth').where('run_id', '=', of.runId).execute();
  const { making } = await db.transaction().execute(async (tx) => {
    await sql`select from app.scheduled_exports where id = ${place.first.id} for update`.execute(tx);
    const first = makeRun(app.jobCtx, of.runId, false);
    first.catch(() => {});
    await expect.poll(written).toHaveLength(1);
    // A worker that was thought to be dead goes on with the same run.
    await writeFile(db, of, Readable.from([Buffer.from('half a file')]));
    return { making: first };
  });
  await expect(making).rejects.toThrow('wrote its file meanwhile');
  expect(await runsOf(place)).toMatchObject([{ status: 'waiting', error: 'FAILED' }]);
  await app.runJobs();
  const [done] = await runsOf(place);
  expect(done).toMatchObject({ status: 'done', rows: 1 });
  expect((await place.download(of.runId)).rawPayload.length).toBe(done?.bytes);
});

test('a run whose last try is under way is not queued again, and ends as failed when that dies too', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  const [run] = await runsOf(place);
  const lastTry = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs
      where key = ${`export_run:${run?.id}`} and locked_by = 'busy'`.execute(db);
    return rows[0]?.n;
  };
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'busy'
    where key = ${`export_run:${run?.id}`}`.execute(db);
  await queueForgotten(app.jobCtx);
  expect(await lastTry()).toBe(1);
  // Its worker died, as those of all tries before: what it makes may be what ends them.
  await sql`select graphile_worker.force_unlock_workers(array['busy'])`.execute(db);
  await queueForgotten(app.jobCtx);
  expect(await runsOf(place)).toMatchObject([
    { status: 'failed', error: 'FAILED', endedAt: expect.any(String) },
  ]);
  await queueForgotten(app.jobCtx);
  await app.runJobs();
  expect(await runsOf(place)).toMatchObject([{ status: 'failed' }]);
  // Who asks for it again gets another one.
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  expect((await runsOf(place))[0]).toMatchObject({ status: 'done' });
});

test('a moment at which an earlier run waits is passed over, and the log says so', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await goTo('2027-04-06T08:00:00Z');
  const warn = vi.fn();
  await beginDue({ db, log: { ...app.jobCtx.log, warn } });
  expect(await runsOf(place)).toHaveLength(1);
  const about = expect.objectContaining({ scheduledExportId: place.first.id, dueAt: expect.any(Date) });
  expect(warn).toHaveBeenCalledWith(about, expect.stringContaining('passed over'));
  await app.runJobs();
});

test('what is of long ago or deleted for good goes in batches, and nothing else does', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  const [kept] = await runsOf(place);
  const copy = (of: number, endedAt: string, most: number) =>
    sql`insert into app.export_runs (account_id, scheduled_export_id, what, format, query, locale, due_at, started_by,
        status, error, ended_at)
      select account_id, ${of}::bigint, what, format, query, locale, due_at, started_by, 'failed', 'FAILED', ${endedAt}::timestamptz
      from app.export_runs, generate_series(1, ${most}::int) where id = ${kept?.id}`.execute(db);
  await copy(place.first.id, '2027-01-01T00:00:00Z', 250);
  const gone = (await place.create()).body.data;
  await copy(gone.id, '2027-04-05T00:00:00Z', 150);
  await sql`update app.scheduled_exports set deleted_at = app.now() - interval '2 days', next_at = null
    where id = ${gone.id}`.execute(db);
  await sql`insert into app.scheduled_exports (account_id, event_id, what, format, query, locale, hour, timezone, created_by, deleted_at)
    select account_id, event_id, what, format, query, locale, hour, timezone, created_by, deleted_at
    from app.scheduled_exports, generate_series(1, 600) where id = ${gone.id}`.execute(db);
  await sql`create table app.sizes (n int)`.execute(db);
  await sql`create function app.note_size() returns trigger language plpgsql as $$
    begin insert into app.sizes select count(*) from gone; return null; end $$`.execute(db);
  for (const table of ['export_runs', 'scheduled_exports'])
    await sql`create trigger sizes after delete on ${sql.id('app', table)} referencing old table as gone
      for each statement execute function app.note_size()`.execute(db);
  try {
    await tidyUp(app.jobCtx);
    const { rows } = await sql<{ most: number; all: number }>`
      select max(n)::int as most, sum(n)::int as all from app.sizes`.execute(db);
    expect(rows).toEqual([{ most: 500, all: 250 + 150 + 601 }]);
    expect((await runsOf(place)).map(({ id }) => id)).toEqual([kept?.id]);
    expect((await place.list()).scheduled.map(({ id }) => id)).toEqual([place.first.id]);
  } finally {
    for (const table of ['export_runs', 'scheduled_exports'])
      await sql`drop trigger sizes on ${sql.id('app', table)}`.execute(db);
    await sql`drop function app.note_size()`.execute(db);
    await sql`drop table app.sizes`.execute(db);
  }
});

test('mails count towards the daily cap of the account', async () => {
  const place = await office();
  const counted = async () =>
    (
      await sql<{ n: number }>`select coalesce(sum(count), 0)::int as n from app.mail_days
        where account_id = ${place.shop.accountId}`.execute(db)
    ).rows[0]?.n;
  expect(await counted()).toBe(0);
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  expect(await counted()).toBe(1);
  await sql`update app.mail_days set count = 5 where account_id = ${place.shop.accountId}`.execute(db);
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  expect((await runsOf(place))[0]).toMatchObject({ mails: 1, waitingMails: 1 });
  expect((await mailsOf(place)).map(({ status }) => status)).toEqual(['sent', 'queued']);
  await sql`delete from app.mails where account_id = ${place.shop.accountId} and status = 'queued'`.execute(
    db,
  );
});

test('the filter of the list is kept; one that the list refuses is refused, one that fails later stops the run', async () => {
  const place = await office();
  const query = { query: 'nobody at all', sort_by: 'created_at', page: '3' };
  const made = (await place.create({ query })).body.data;
  expect(made.query).toEqual({ query: 'nobody at all', sort_by: 'created_at' });
  const params = { eventId: place.eventId, scheduledExportId: String(made.id) };
  const last = async () => (await place.list()).scheduled.find(({ id }) => id === made.id)?.runs[0];
  await place.owner.call(endpoints.runScheduledExport, { params });
  await app.runJobs();
  expect(await last()).toMatchObject({ status: 'done', rows: 0 });
  expect((await place.create({ query: { ids: '1,2' } })).problem.code).toBe('VALIDATION_FAILED');
  expect((await place.create({ query: { 'filter_fields[nothing][eq]': '1' } })).problem.code).toBe(
    'VALIDATION_FAILED',
  );
  await sql`update app.scheduled_exports set query = '{"filter_fields[created_at][gte]": "never"}' where id = ${made.id}`.execute(
    db,
  );
  await place.owner.call(endpoints.runScheduledExport, { params });
  await app.runJobs();
  expect(await last()).toMatchObject({ status: 'failed', error: 'FILTER' });
});

test.for(EXPORT_FORMATS)('every file can be scheduled as %s', async (format) => {
  const place = await office();
  for (const what of EXPORTS) {
    const reply = await place.create({ what, format });
    const params = { eventId: place.eventId, scheduledExportId: String(reply.body.data.id) };
    await place.owner.call(endpoints.runScheduledExport, { params });
  }
  await app.runJobs();
  const { scheduled } = await place.list();
  for (const { what, runs, id } of scheduled.filter((one) => one.id !== place.first.id)) {
    expect(runs[0], what).toMatchObject({ status: 'done', what });
    const file = await place.download(runs[0]?.id ?? 0);
    expect([file.statusCode, file.rawPayload.length], `${id}`).toEqual([200, runs[0]?.bytes]);
  }
  await sql`delete from app.mails where account_id = ${place.shop.accountId} and status = 'queued'`.execute(
    db,
  );
});

test('a file can be downloaded for seven days, by whoever may read it', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  const [run] = await runsOf(place);
  const id = run?.id ?? 0;
  const stranger = app.as({ token: (await buildAccount(db)).token });
  expect((await place.download(id, app.as())).statusCode).toBe(401);
  expect((await place.download(id, stranger)).statusCode).toBe(404);
  expect((await place.download(id)).statusCode).toBe(200);
  await goTo('2027-04-12T08:00:00Z');
  await tidyUp(app.jobCtx);
  const parts = await db.selectFrom('export_parts').select('nth').where('run_id', '=', id).execute();
  expect(parts).toEqual([]);
  expect(await runsOf(place)).toMatchObject([{ status: 'done', fileUntil: null }]);
  expect((await place.download(id)).json().code).toBe('EXPORT_FILE_GONE');
});

test('a run is shown as long as its file can be downloaded, however many came after it', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  const [first] = await runsOf(place);
  await sql`insert into app.export_runs (account_id, scheduled_export_id, what, format, query, locale, due_at, started_by,
      status, error, ended_at)
    select account_id, scheduled_export_id, what, format, query, locale, due_at, started_by, 'failed', 'FAILED', app.now()
    from app.export_runs, generate_series(1, 8) where id = ${first?.id}`.execute(db);
  const shown = await runsOf(place);
  expect(shown.length).toBe(SCHEDULED_EXPORTS.runs + 1);
  expect(shown.at(-1)).toMatchObject({ id: first?.id, fileUntil: expect.any(String) });
});

test('a large file goes through in parts', async () => {
  const place = await office();
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  const [run] = await runsOf(place);
  const of = { scope: scopeOfRow({ accountId: place.shop.accountId }), runId: run?.id ?? 0 };
  const chunks = Array.from({ length: 100 }, (_, n) => Buffer.alloc(10_007, n));
  expect(await writeFile(db, of, Readable.from(chunks))).toMatchObject({ bytes: 1_000_700 });
  const parts = await db.selectFrom('export_parts').select('nth').where('run_id', '=', of.runId).execute();
  expect(parts.length).toBe(4);
  const back = Buffer.concat((await readFile(db, of).toArray()) as Buffer[]);
  expect(back.equals(Buffer.concat(chunks))).toBe(true);
  await app.runJobs();
});
