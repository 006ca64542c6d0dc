import { updateEvent } from '@entrada/contract/catalog/events';
import { listAuditEntries } from '@entrada/contract/insight/audit-log';
import { listRecipients } from '@entrada/contract/outreach/messages';
import type { ReminderKind } from '@entrada/contract/outreach/reminders';
import * as endpoints from '@entrada/contract/outreach/reminders';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from '../messages/office-fixture.ts';
import { remind } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const { office, work } = await useOffice(app);

/** Moves the clock of the database to an instant. People stay signed in. */
async function goTo(at: string): Promise<void> {
  await app.travel((Date.parse(at) - Date.now()) / 1000);
  await sql`update app.sessions set expires_at = app.now() + interval '1 day'`.execute(db);
}
beforeEach(() => goTo('2027-04-05T07:00:00Z'));

const words = { subject: 'See you at {{event}}', body: '<p>Hola {{first_name}}</p>', isNotPromotional: true };

/** The event of the office begins on 18 June 2027 at 18:00 UTC and ends on 20 June at 20:00. */
async function place(buyers: readonly (readonly [string, number])[] = [['Ana', 1]]) {
  const made = await office(buyers);
  const save = (kind: ReminderKind, given: object = {}) =>
    made.owner.call(endpoints.saveReminder, {
      params: { ...made.params, kind },
      body: { ...words, isOn: true, version: 0, ...given },
    });
  const reminders = async () =>
    (await made.owner.call(endpoints.listReminders, { params: made.params })).body.data;
  const later = async (at: string) => {
    await goTo(at);
    await Promise.all([remind(app.jobCtx), remind(app.jobCtx)]);
    await work();
  };
  const sent = async () =>
    (
      await db
        .selectFrom('mails')
        .select(['to_address', 'text_body'])
        .where('kind', '=', 'event_message')
        .where('account_id', '=', made.shop.accountId)
        .orderBy('id')
        .execute()
    ).map((mail) => mail.to_address);
  return { ...made, save, reminders, later, sent };
}

test('all are off, and each knows its moment by the event’s dates', async () => {
  const { reminders } = await place([]);
  expect((await reminders()).map(({ kind, isOn, dueAt, version }) => [kind, isOn, dueAt, version])).toEqual([
    ['week_before', false, '2027-06-11T18:00:00.000Z', 0],
    ['day_before', false, '2027-06-17T18:00:00.000Z', 0],
    ['hour_before', false, '2027-06-18T17:00:00.000Z', 0],
    ['after_end', false, '2027-06-21T20:00:00.000Z', 0],
    ['details_missing', false, '2027-06-15T18:00:00.000Z', 0],
  ]);
  const [first, , , after, missing] = await reminders();
  expect(first).toMatchObject({ purpose: 'ticket', audience: { to: 'attendees', query: {} }, replyTo: null });
  expect(after?.purpose).toBe('news');
  expect(missing?.audience.query).toEqual({ 'filter_fields[awaits_name][eq]': 'true' });
});

test('a reminder goes out once at its moment, to whoever has a ticket then', async () => {
  const { save, later, sent, sell, reminders, list } = await place();
  expect((await save('day_before')).body.data).toMatchObject({ isOn: true, version: 1, isOver: false });
  await later('2027-06-17T17:59:00Z');
  expect(await sent()).toEqual([]);
  await sell('Bea', 1);
  await later('2027-06-17T18:00:10Z');
  expect(await sent()).toEqual(['ana@example.com', 'bea@example.com']);
  await later('2027-06-17T19:00:00Z');
  expect(await sent()).toHaveLength(2);
  const [message] = (await list()).data;
  expect(message).toMatchObject({ reminder: 'day_before', status: 'sent', counts: { accepted: 2 } });
  expect((await reminders())[1]).toMatchObject({ isOver: true, lastMessageId: message?.id });
});

test('the audit log tells of one reminder by its id, which it has once it is saved', async () => {
  const { save, reminders, owner } = await place();
  expect(new Set((await reminders()).map(({ id }) => id))).toEqual(new Set([null]));
  const { id } = (await save('day_before')).body.data;
  await save('week_before');
  const { data } = (
    await owner.call(listAuditEntries, { query: { kind: 'message_reminder', record: String(id) } })
  ).body;
  expect(data.map(({ action, record }) => [action, record.id])).toEqual([
    ['message_reminder.switched_on', id],
  ]);
});

test('if the event moves, the moment moves, and nobody is reminded twice', async () => {
  const { save, later, sent, sell, owner, params, shop } = await place();
  await save('day_before');
  await later('2027-06-17T18:00:10Z');
  const { version } = await db
    .selectFrom('events')
    .select('version')
    .where('id', '=', shop.eventId)
    .executeTakeFirstOrThrow();
  const moved = await owner.call(updateEvent, {
    params,
    body: { version, startsAt: '2027-06-25T18:00:00Z', endsAt: '2027-06-27T20:00:00Z' },
  });
  expect(moved.status).toBe(200);
  await sell('Bea', 1);
  await later('2027-06-18T12:00:00Z');
  expect(await sent()).toEqual(['ana@example.com']);
  await later('2027-06-24T18:00:10Z');
  expect(await sent()).toEqual(['ana@example.com', 'bea@example.com']);
});

test('one that was switched on too late, or whose moment is long over, does not go out', async () => {
  const { save, later, sent } = await place();
  await save('week_before');
  await goTo('2027-06-17T19:00:00Z');
  await save('day_before');
  await later('2027-06-17T19:05:00Z');
  expect(await sent()).toEqual([]);
});

test('after the end it is news; whoever has not said who comes gets theirs alone', async () => {
  const { save, later, sent, attendees } = await place([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  await save('details_missing');
  await save('after_end');
  const bea = (await attendees()).find(({ email }) => email === 'bea@example.com');
  await sql`update app.attendees set awaits_name = true where id = ${bea?.id ?? 0}`.execute(db);
  await later('2027-06-15T18:00:05Z');
  expect(await sent()).toEqual(['bea@example.com']);
  await sql`update app.attendees set awaits_name = false where id = ${bea?.id ?? 0}`.execute(db);
  await later('2027-06-21T20:00:05Z');
  expect(await sent()).toEqual(['bea@example.com', 'ana@example.com', 'bea@example.com']);
  const last = await db
    .selectFrom('mails')
    .select('text_body')
    .where('kind', '=', 'event_message')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(last.text_body).toContain('/unsubscribe/');
});

test('switching one on needs words, a placeholder that exists, agreement and a confirmed address', async () => {
  const { save, shop, params } = await place([]);
  expect((await save('day_before', { subject: '' })).problem.errors).toMatchObject([{ path: 'subject' }]);
  expect((await save('day_before', { body: '<p>{{nombre}}</p>' })).problem.code).toBe(
    'MESSAGE_PLACEHOLDER_UNKNOWN',
  );
  expect((await save('day_before', { isNotPromotional: false })).problem.errors).toMatchObject([
    { path: 'isNotPromotional', code: 'must_be_agreed' },
  ]);
  expect((await save('day_before', { isOn: false, subject: '' })).body.data.version).toBe(1);
  expect((await save('day_before')).problem.code).toBe('STALE_VERSION');
  await sql`update app.users set email_confirmed_at = null where id = ${shop.userId}`.execute(db);
  expect((await save('day_before', { version: 1 })).problem.code).toBe('EMAIL_NOT_CONFIRMED');
  const stranger = app.as({ token: (await buildAccount(db)).token });
  expect((await stranger.call(endpoints.listReminders, { params })).status).toBe(404);
});

test('an event that was called off reminds nobody', async () => {
  const { save, later, sent, shop } = await place();
  await save('day_before');
  await save('after_end');
  await sql`update app.events set called_off_at = app.now() where id = ${shop.eventId}`.execute(db);
  await later('2027-06-17T18:00:10Z');
  await later('2027-06-21T20:00:10Z');
  expect(await sent()).toEqual([]);
});

test('what is left of a reminder when the event has begun is left out, and says why', async () => {
  const { save, later, sent, shop, owner, of, list } = await place([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  await save('hour_before');
  const { messagesPerDay } = app.jobCtx.config;
  await goTo('2027-06-18T16:59:00Z');
  await sql`insert into app.mail_days (account_id, day, count, messages)
    values (${shop.accountId}, (app.now() at time zone 'UTC')::date, 0, ${messagesPerDay - 1})`.execute(db);
  await sql`update app.accounts set created_at = app.now() - interval '30 days' where id = ${shop.accountId}`.execute(
    db,
  );
  await later('2027-06-18T17:00:10Z');
  expect(await sent()).toEqual(['ana@example.com']);
  await sql`update graphile_worker._private_jobs set run_at = now() where key like 'message:%'`.execute(db);
  await later('2027-06-19T00:00:10Z');
  expect(await sent()).toEqual(['ana@example.com']);
  const [message] = (await list()).data;
  expect(message).toMatchObject({ status: 'sent', counts: { accepted: 1, skipped: 1 } });
  const { body } = await owner.call(listRecipients, {
    params: of(message?.id ?? 0),
    query: { 'filter_fields[state][eq]': 'skipped' },
  });
  expect(body.data).toMatchObject([{ email: 'bea@example.com', reason: 'TOO_LATE' }]);
});
