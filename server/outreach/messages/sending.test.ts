import * as endpoints from '@entrada/contract/outreach/messages';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice, written } from './office-fixture.ts';
import { lookAfter, queueForgotten, sendOff } from './work.ts';

vi.setConfig({ testTimeout: 120_000 });
const app = await buildTestApp({ config: { messagesPerDayAtFirst: 40, messagesPerDay: 1_000 } });
const { db } = app;
keepInvariants(db);
const { office, work, makeDue, mailsOf } = await useOffice(app);

const to = (mails: { to: string }[]) => mails.map((mail) => mail.to);

test('everybody with a valid ticket gets it once at each address, with their own name and links', async () => {
  const place = await office([
    ['Ana', 2],
    ['Bea', 1],
    ['Ana', 1],
  ]);
  const id = await place.sendNow();
  await work();
  const mails = await mailsOf(id);
  expect(to(mails)).toEqual(['ana@example.com', 'bea@example.com']);
  expect(mails.every(({ status }) => status === 'sent')).toBe(true);
  expect(mails[0]?.text).toContain('Hola Ana, one hour earlier.');
  expect(mails[0]?.text).toMatch(/\/ticket\/\d+\/a_/);
  expect(mails[0]?.text).not.toMatch(/unsubscribe/i);
  const sent = await place.read(id);
  expect(sent).toMatchObject({ status: 'sent', counts: { total: 2, accepted: 2, waiting: 0, queued: 0 } });
  expect(sent.finishedAt).not.toBeNull();
  // Looking again sends nothing again.
  await work();
  expect(await mailsOf(id)).toHaveLength(2);
  const { body } = await place.owner.call(endpoints.listRecipients, { params: place.of(id), query: {} });
  expect(body.data).toMatchObject([
    { name: 'Ana Soler', email: 'ana@example.com', state: 'accepted', reason: null, words: null },
    { name: 'Bea Soler', email: 'bea@example.com', state: 'accepted' },
  ]);
});

test('by ticket everybody gets one for each; to buyers with the link of the order', async () => {
  const place = await office([
    ['Ana', 2],
    ['Bea', 1],
  ]);
  const byTicket = await place.sendNow({ each: 'ticket' });
  const toBuyers = await place.sendNow({
    audience: { to: 'buyers', query: {} },
    body: '<p>{{order_link}}</p>',
  });
  const [orderId] = place.orderIds;
  const one = await place.sendNow({ audience: { to: 'buyers', query: {}, ids: [orderId ?? 0] } });
  await work();
  expect(to(await mailsOf(byTicket))).toEqual(['ana@example.com', 'ana@example.com', 'bea@example.com']);
  const mails = await mailsOf(toBuyers);
  expect(to(mails)).toEqual(['ana@example.com', 'bea@example.com']);
  expect(mails[0]?.html).toMatch(/href="[^"]*\/order\/\d+\/o_/);
  expect(to(await mailsOf(one))).toEqual(['ana@example.com']);
});

test('cancelled tickets get nothing, unless they are named', async () => {
  const place = await office([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  const [orderId] = place.orderIds;
  await place.owner.call(cancelOrder, {
    params: { ...place.params, orderId: String(orderId) },
    body: { notify: false },
  });
  const [ana] = await place.attendees();
  const all = await place.sendNow();
  const named = await place.sendNow({ audience: { to: 'attendees', query: {}, ids: [ana?.id ?? 0] } });
  const filtered = await place.sendNow({
    audience: { to: 'attendees', query: { 'filter_fields[status][eq]': 'cancelled' } },
  });
  await work();
  expect(to(await mailsOf(all))).toEqual(['bea@example.com']);
  expect(to(await mailsOf(named))).toEqual(['ana@example.com']);
  expect(to(await mailsOf(filtered))).toEqual(['ana@example.com']);
});

test('it can be taken back for 30 seconds, and does not go out before', async () => {
  const place = await office([['Ana', 1]]);
  const { data } = (await place.create(written)).body;
  const scheduled = (await place.send(data.id)).body.data;
  expect(scheduled).toMatchObject({ status: 'scheduled', people: 1 });
  expect(Date.parse(scheduled.undoUntil ?? '') - Date.now()).toBeGreaterThan(20_000);
  await work();
  expect(await mailsOf(data.id)).toEqual([]);
  const edit = await place.owner.call(endpoints.updateMessage, {
    params: place.of(data.id),
    body: { ...written, version: scheduled.version },
  });
  expect(edit.problem.code).toBe('MESSAGE_NOT_DRAFT');
  const back = await place.owner.call(endpoints.cancelMessage, { params: place.of(data.id) });
  expect(back.body.data).toMatchObject({ status: 'draft', sendAt: null, undoUntil: null });
  await place.send(data.id);
  await makeDue(data.id);
  await work();
  const late = await place.owner.call(endpoints.cancelMessage, { params: place.of(data.id) });
  expect(late.problem.code).toBe('MESSAGE_NOT_GOING_OUT');
  expect(await mailsOf(data.id)).toHaveLength(1);
});

test('what cannot be sent is refused, each with its reason', async () => {
  const place = await office([['Ana', 1]]);
  const attempt = async (message: object, sendAt: string | null = null) => {
    const { data } = (await place.create({ ...written, ...message })).body;
    return (await place.send(data.id, sendAt)).problem;
  };
  expect((await attempt({ subject: '' })).errors).toEqual([{ path: 'subject', code: 'required' }]);
  expect(await attempt({ body: '<p>Hola {{nombre}}</p>' })).toMatchObject({
    code: 'MESSAGE_PLACEHOLDER_UNKNOWN',
    params: { name: 'nombre', field: 'body' },
  });
  const none = { to: 'attendees', query: { 'filter_fields[checked_in][eq]': 'true' } };
  expect((await attempt({ audience: none })).code).toBe('MESSAGE_TO_NOBODY');
  expect((await attempt({}, '2020-01-01T00:00:00Z')).code).toBe('MESSAGE_TIME_PAST');
  expect(await attempt({}, '2027-06-20T20:00:01Z')).toMatchObject({
    code: 'MESSAGE_TIME_AFTER_EVENT',
    params: { endsAt: '2027-06-20T20:00:00.000Z' },
  });
  const { data } = (await place.create(written)).body;
  const body = { version: data.version, isNotPromotional: false, sendAt: null } as never;
  const unsaid = await place.owner.call(endpoints.sendMessage, { params: place.of(data.id), body });
  expect(unsaid.problem.errors).toMatchObject([{ path: 'isNotPromotional', code: 'must_be_agreed' }]);
  await sql`update app.users set email_confirmed_at = null where id = ${place.shop.userId}`.execute(db);
  expect((await place.send(data.id)).problem.code).toBe('EMAIL_NOT_CONFIRMED');
});

test('a message is stopped half way and goes on: the rest gets it, and nobody twice', async () => {
  const place = await office(Array.from({ length: 12 }, (_, n) => [`Guest${n}`, 1] as const));
  const id = await place.sendNow();
  await lookAfter(app.jobCtx);
  // The mails are queued; the mail server takes some of them.
  await sendOff(app.jobCtx, id);
  const first = await sql<{ id: number }>`select m.id from app.mails m join app.message_recipients r
    on r.id = m.message_recipient_id where r.message_id = ${id} order by m.id limit 5`.execute(db);
  const send = app.jobs.find(({ name }) => name === 'send_mail');
  for (const { id: mailId } of first.rows)
    await send?.handler(app.jobCtx, { mailId }, { number: 1, isLast: false });
  const stopped = await place.owner.call(endpoints.stopMessage, { params: place.of(id) });
  expect(stopped.body.data.status).toBe('stopped');
  await work();
  expect((await place.read(id)).counts).toMatchObject({ accepted: 5, waiting: 7, queued: 0, total: 12 });
  expect(await mailsOf(id)).toHaveLength(5);
  const resumed = await place.owner.call(endpoints.resumeMessage, { params: place.of(id) });
  expect(resumed.body.data.status).toBe('sending');
  await work();
  const mails = await mailsOf(id);
  expect(new Set(to(mails)).size).toBe(12);
  expect(mails).toHaveLength(12);
  expect(await place.read(id)).toMatchObject({ status: 'sent', counts: { accepted: 12, total: 12 } });
  const again = await place.owner.call(endpoints.resumeMessage, { params: place.of(id) });
  expect(again.problem.code).toBe('MESSAGE_NOT_GOING_OUT');
});

test('beyond the daily cap the rest waits for the next day and says so', async () => {
  const place = await office(Array.from({ length: 45 }, (_, n) => [`Many${n}`, 1] as const));
  const counted = await place.owner.call(endpoints.countAudience, {
    params: place.params,
    body: { audience: written.audience, each: 'person', purpose: 'ticket' },
  });
  expect(counted.body.data).toMatchObject({ mails: 45, leftToday: 40, perDay: 40 });
  const id = await place.sendNow();
  await work();
  const waits = await place.read(id);
  expect(waits).toMatchObject({ status: 'sending', counts: { accepted: 40, waiting: 5 } });
  expect(waits.waitsUntil).toMatch(/T00:00:00.000Z$/);
  await app.travel(86_400);
  await sql`update app.sessions set expires_at = app.now() + interval '1 day'`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`message:${id}`}`.execute(
    db,
  );
  await work();
  expect(await place.read(id)).toMatchObject({ status: 'sent', waitsUntil: null, counts: { accepted: 45 } });
  await app.travel(0);
});

test('a ticket that was passed on goes to its holder; who no longer has it is left out', async () => {
  const place = await office([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  const id = await place.sendNow();
  await lookAfter(app.jobCtx);
  await sendOff(app.jobCtx, id);
  const [ana] = await place.attendees();
  await sql`update app.attendees set email = 'new@example.com' where id = ${ana?.id ?? 0}`.execute(db);
  await work();
  const { body } = await place.owner.call(endpoints.listRecipients, {
    params: place.of(id),
    query: { 'filter_fields[state][eq]': 'skipped' },
  });
  expect(body.data).toMatchObject([{ email: 'ana@example.com', reason: 'GONE' }]);
  expect(await place.read(id)).toMatchObject({ status: 'sent', counts: { skipped: 1, accepted: 1 } });
});

test('work that crashes used up is found and queued again', async () => {
  const place = await office([['Ana', 1]]);
  const id = await place.sendNow();
  await lookAfter(app.jobCtx);
  await sql`delete from graphile_worker._private_jobs where key = ${`message:${id}`}`.execute(db);
  await work();
  expect(await mailsOf(id)).toEqual([]);
  await queueForgotten(app.jobCtx);
  await work();
  expect(await mailsOf(id)).toHaveLength(1);
});

test('a test goes to its author alone, a copy to whoever sent it', async () => {
  const place = await office([['Ana', 1]]);
  const { data } = (await place.create({ ...written, copyToSelf: true })).body;
  const tested = await place.owner.call(endpoints.testMessage, {
    params: place.of(data.id),
    body: { locale: 'de' },
  });
  expect(tested.body.data).toEqual({ to: place.shop.email });
  await place.send(data.id);
  await makeDue(data.id);
  await work();
  const own = await db
    .selectFrom('mails')
    .select(['text_body', 'locale', 'status'])
    .where('user_id', '=', place.shop.userId)
    .where('kind', '=', 'event_message')
    .orderBy('id')
    .execute();
  expect(own).toMatchObject([
    { locale: 'de', status: 'sent', text_body: expect.stringContaining('Das ist ein Test') },
    { status: 'sent', text_body: expect.stringContaining('Hola Ana') },
  ]);
  expect(to(await mailsOf(data.id))).toEqual(['ana@example.com']);
});

test('who gets it is counted with a sample, and a preview is what they would get', async () => {
  const place = await office([
    ['Ana', 2],
    ['Bea', 1],
  ]);
  await sql`update app.attendees set email = 'carla@example.com', first_name = 'Carla', locale = 'fr'
    where id = ${(await place.attendees())[1]?.id ?? 0}`.execute(db);
  await sql`update app.attendees set email = '' where id = ${(await place.attendees())[2]?.id ?? 0}`.execute(
    db,
  );
  const addressed = { audience: written.audience, each: 'person', purpose: 'ticket' } as const;
  const { data } = (
    await place.owner.call(endpoints.countAudience, { params: place.params, body: addressed })
  ).body;
  expect(data).toMatchObject({
    mails: 2,
    found: 3,
    orders: 1,
    left: [{ reason: 'NO_EMAIL', count: 1 }],
    sample: [{ name: 'Ana Soler' }, { name: 'Carla Soler' }],
    // The page of the order is the buyer's alone.
    empty: [{ placeholder: 'order_link', count: 1 }],
    unnamed: 0,
  });
  const preview = (nth: number, locale?: 'de') =>
    place.owner.call(endpoints.previewMessage, {
      params: place.params,
      body: { ...addressed, subject: written.subject, body: written.body, nth, ...(locale && { locale }) },
    });
  const first = (await preview(0)).body.data;
  expect(first).toMatchObject({ recipient: { name: 'Ana Soler' }, hasNext: true, replyTo: null });
  expect(first.html).toContain('Hola Ana');
  const second = (await preview(1)).body.data;
  expect(second).toMatchObject({ recipient: { locale: 'fr' }, locale: 'fr', hasNext: false });
  expect(second.text).toContain('Voir mon billet');
  expect((await preview(1, 'de')).body.data).toMatchObject({ locale: 'de' });
  expect((await preview(2)).problem.code).toBe('MESSAGE_TO_NOBODY');
});

test('a scheduled message waits as a draft if the event is called off before its moment', async () => {
  const place = await office([['Ana', 1]]);
  const { data } = (await place.create(written)).body;
  await place.send(data.id);
  await sql`update app.events set called_off_at = app.now() + interval '1 second' where id = ${place.shop.eventId}`.execute(
    db,
  );
  await makeDue(data.id);
  await work();
  expect(await place.read(data.id)).toMatchObject({ status: 'draft', sendAt: null });
  expect(await mailsOf(data.id)).toEqual([]);
});

test('a ticket that is cancelled while its mail waits gets none', async () => {
  const place = await office([['Ana', 1]]);
  const id = await place.sendNow();
  await lookAfter(app.jobCtx);
  await sendOff(app.jobCtx, id);
  const orderId = String(place.orderIds[0]);
  await place.owner.call(cancelOrder, {
    params: { ...place.params, orderId },
    body: { notify: false },
  });
  await work();
  expect(await place.read(id)).toMatchObject({ status: 'sent', counts: { accepted: 0, skipped: 1 } });
});
