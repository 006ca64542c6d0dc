import * as endpoints from '@entrada/contract/insight/scheduled-exports';
import { SCHEDULED_EXPORTS } from '@entrada/contract/insight/scheduled-exports';
import { exportPath } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { type Body, body, useOffice } from './office-fixture.ts';
import { beginDue, tidyUp } from './runs.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const app = await buildTestApp({
  config: { bulkMailsPerDay: 5, rateLimits: { export: { points: 1e6, seconds: 60 } } },
});
const { db } = app;
keepInvariants(db);
const { goTo, office, work, mailsOf, runsOf } = await useOffice(app);

test('what is due is made once, stored, and its link mailed; the mail carries no row', async () => {
  const place = await office();
  expect(place.first).toMatchObject({
    nextAt: '2027-04-06T06:00:00.000Z',
    stopped: null,
    runs: [],
    createdBy: 'Nuria Vidal',
  });
  await work();
  expect(await runsOf(place)).toEqual([]);
  await goTo('2027-04-06T06:00:05Z');
  // Several processes look at the same time.
  await Promise.all([beginDue(app.jobCtx), beginDue(app.jobCtx), beginDue(app.jobCtx)]);
  await work();
  const [run, ...others] = await runsOf(place);
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    status: 'done',
    dueAt: '2027-04-06T06:00:00.000Z',
    startedBy: null,
    rows: 1,
    mails: 1,
    waitingMails: 0,
    error: null,
  });
  expect((await place.one())?.nextAt).toBe('2027-04-07T06:00:00.000Z');
  const [mail, ...more] = await mailsOf(place);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ status: 'sent', locale: 'en' });
  expect(mail?.text).toContain(`/manage/event/${place.eventId}/scheduled-exports?file=${run?.id}`);
  expect(mail?.text).not.toMatch(/Lucía|lucia@/);
  const attached = await sql<{
    n: number;
  }>`select count(*)::int as n from app.mail_attachments a join app.mails m
    on m.id = a.mail_id where m.kind = 'scheduled_export'`.execute(db);
  expect(attached.rows[0]?.n).toBe(0);
  const file = await place.download(run?.id ?? 0);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-disposition']).toMatch(/-orders-2027-04-06\.csv"$/);
  expect(Buffer.byteLength(file.rawPayload)).toBe(run?.bytes);
  // In the language of the file, not in that of the reader.
  expect(file.body).toContain('Lucía');
  expect(file.body.split('\n')[0]).toContain('Nombre');
});

test('a file stays as it was made, and is the same as an export at that moment', async () => {
  const place = await office();
  await place.owner.call(endpoints.updateScheduledExport, {
    params: place.params,
    body: { ...body, recipients: [place.shop.userId], locale: 'en', version: 1 },
  });
  const now = await place.owner.send({
    method: 'GET',
    url: `/api${exportPath(place.shop.eventId, 'orders', 'csv')}`,
  });
  await place.owner.call(endpoints.runScheduledExport, { params: place.params });
  await app.runJobs();
  await place.sell();
  const [run] = await runsOf(place);
  expect((await place.download(run?.id ?? 0)).body).toBe(now.body);
  expect(run?.startedBy).toBe('Nuria Vidal');
});

test('after a downtime one file comes, not one for each day', async () => {
  const place = await office();
  await goTo('2027-04-15T10:00:00Z');
  await work();
  await work();
  expect((await runsOf(place)).map(({ dueAt }) => dueAt)).toEqual(['2027-04-06T06:00:00.000Z']);
  expect((await place.one())?.nextAt).toBe('2027-04-16T06:00:00.000Z');
  expect(await mailsOf(place)).toHaveLength(1);
});

test('every week over the change of clocks in October', async () => {
  await goTo('2027-10-20T07:00:00Z');
  const place = await office({
    startsAt: new Date('2027-12-01T18:00:00Z'),
    endsAt: new Date('2027-12-01T20:00:00Z'),
  });
  const made = (await place.create({ weekday: 7, hour: 2 })).body.data;
  expect(made.nextAt).toBe('2027-10-24T00:00:00.000Z');
  const after = async () => (await place.list()).scheduled.find(({ id }) => id === made.id);
  await goTo('2027-10-24T00:00:01Z');
  await work();
  // The last Sunday of October has two o'clock twice. The first one counts.
  expect((await after())?.nextAt).toBe('2027-10-31T00:00:00.000Z');
  await goTo('2027-10-31T00:30:00Z');
  await work();
  await goTo('2027-10-31T01:30:00Z');
  await work();
  expect((await after())?.runs).toHaveLength(2);
  expect((await after())?.nextAt).toBe('2027-11-07T01:00:00.000Z');
});

test('another time zone of the event moves what is not due yet', async () => {
  const place = await office();
  await sql`update app.events set timezone = 'America/New_York' where id = ${place.shop.eventId}`.execute(db);
  await work();
  expect((await place.one())?.nextAt).toBe('2027-04-05T12:00:00.000Z');
  expect(await runsOf(place)).toEqual([]);
});

test('two weeks after the event it ends by itself', async () => {
  const place = await office();
  await goTo('2027-07-04T06:00:05Z');
  await work();
  expect(await place.one()).toMatchObject({ stopped: null, nextAt: null });
  expect(await runsOf(place)).toHaveLength(1);
  await goTo('2027-07-05T07:00:00Z');
  await work();
  expect(await place.one()).toMatchObject({ stopped: 'event_over', nextAt: null });
  expect(await runsOf(place)).toHaveLength(1);
});

test('an archived event stops it, and it can go on afterwards', async () => {
  const archived = await office();
  const archive = (status: string) =>
    sql`update app.events set status = ${status} where id = ${archived.shop.eventId}`.execute(db);
  await goTo('2027-04-06T06:00:05Z');
  await beginDue(app.jobCtx);
  await archive('archived');
  await app.runJobs();
  expect(await runsOf(archived)).toMatchObject([{ status: 'failed', error: 'STOPPED', fileUntil: null }]);
  await goTo('2027-04-07T06:00:05Z');
  await work();
  expect(await archived.one()).toMatchObject({ stopped: 'event_archived' });
  expect(await mailsOf(archived)).toEqual([]);
  const resume = () => archived.owner.call(endpoints.resumeScheduledExport, { params: archived.params });
  expect((await resume()).problem.code).toBe('EVENT_ARCHIVED');
  await archive('public');
  expect((await resume()).body.data).toMatchObject({ stopped: null, nextAt: '2027-04-08T06:00:00.000Z' });
});

test('pause, resume, edit with a conflict, delete with undo', async () => {
  const place = await office();
  const { owner, params } = place;
  const call = (endpoint: typeof endpoints.pauseScheduledExport) => owner.call(endpoint, { params });
  expect((await call(endpoints.pauseScheduledExport)).body.data).toMatchObject({
    stopped: 'paused',
    nextAt: null,
  });
  await goTo('2027-04-06T06:00:05Z');
  await work();
  expect(await runsOf(place)).toEqual([]);
  expect((await call(endpoints.resumeScheduledExport)).body.data).toMatchObject({
    stopped: null,
    nextAt: '2027-04-07T06:00:00.000Z',
  });
  const change = (version: number, given: Body = {}) =>
    owner.call(endpoints.updateScheduledExport, {
      params,
      body: { ...body, recipients: [place.shop.userId], ...given, version } as never,
    });
  expect((await change(1, { hour: 9 })).problem.code).toBe('STALE_VERSION');
  expect((await change(3, { hour: 9, weekday: 3 })).body.data).toMatchObject({
    version: 4,
    nextAt: '2027-04-07T07:00:00.000Z',
  });
  await owner.call(endpoints.runScheduledExport, { params });
  await app.runJobs();
  const [run] = await runsOf(place);
  const drop = () => owner.call(endpoints.deleteScheduledExport, { params });
  expect((await drop()).status).toBe(204);
  expect((await drop()).status).toBe(404);
  expect((await place.download(run?.id ?? 0)).statusCode).toBe(404);
  const restored = (await call(endpoints.restoreScheduledExport)).body;
  expect(restored.data).toMatchObject({
    hour: 9,
    nextAt: '2027-04-07T07:00:00.000Z',
    runs: [{ id: run?.id }],
  });
  expect((await call(endpoints.restoreScheduledExport)).status).toBe(404);
  await drop();
  await goTo('2027-04-07T08:00:00Z');
  await tidyUp(app.jobCtx);
  expect((await call(endpoints.restoreScheduledExport)).status).toBe(404);
  const left = await sql`select from app.export_parts where run_id = ${run?.id}`.execute(db);
  expect(left.rows).toEqual([]);
});

test.each([
  ['orders', 'created_at', 'gte', 'never', 'invalid_format'],
  ['order-lines', 'status', 'in', 'PAID', 'invalid_choice'],
  ['attendees', 'checked_in', 'eq', 'perhaps', 'invalid_format'],
  ['check-ins', 'ticket_id', 'in', '1,two', 'invalid_format'],
] as const)(
  '%s by %s: a value that cannot be read is refused when it is saved, at its place',
  async (what, field, operator, value, code) => {
    const place = await office();
    const path = `filter_fields[${field}][${operator}]`;
    const wrong = { what, query: { [path]: value } };
    const found = (errors: readonly object[] | undefined) =>
      errors?.map((one) => ({ ...one, allowed: undefined }));
    const refused = await place.create(wrong);
    expect(refused.status).toBe(422);
    expect(found(refused.problem.errors)).toEqual([{ path: `query.${path}`, code }]);
    const changed = await place.owner.call(endpoints.updateScheduledExport, {
      params: place.params,
      body: { ...body, recipients: [place.shop.userId], ...wrong, version: 1 },
    });
    expect(found(changed.problem.errors)).toEqual([{ path: `query.${path}`, code }]);
  },
);

test('an event has twenty at most', async () => {
  const place = await office();
  for (let n = 1; n < SCHEDULED_EXPORTS.most; n += 1) expect((await place.create()).status).toBe(201);
  expect((await place.create()).problem.code).toBe('TOO_MANY_SCHEDULED_EXPORTS');
  await place.owner.call(endpoints.deleteScheduledExport, { params: place.params });
  expect((await place.create()).status).toBe(201);
  const back = await place.owner.call(endpoints.restoreScheduledExport, { params: place.params });
  expect(back.problem.code).toBe('TOO_MANY_SCHEDULED_EXPORTS');
});
