import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import * as endpoints from '@entrada/contract/sales/holders';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { resendOrder } from '@entrada/contract/sales/resends';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER } from '../../test/shop.ts';
import {
  buildSoldTicket,
  findEntries,
  openDoor,
  type SoldTicket,
  VICENT as vicent,
} from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const soldTicket = (quantity?: number) => buildSoldTicket(app, quantity);
const doorOf = (sold: SoldTicket) => openDoor(app, sold);
const entriesOf = (attendeeId: number) => findEntries(db, attendeeId);

const mailsOf = (orderId: number) =>
  db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'locale', 'text_body', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

const historyOf = async ({ owner, shop, orderId }: SoldTicket) =>
  (
    await owner.call(getOrderDetail, {
      params: { eventId: String(shop.eventId), orderId: String(orderId) },
    })
  ).body.data.history.map(({ kind }) => kind);

test('one attendee is shown with ticket, code, order and entries; another account finds nobody', async () => {
  const sold = await soldTicket();
  const scan = await doorOf(sold);
  expect(await scan(sold.code)).toBe('admitted');
  expect(await sold.seen()).toMatchObject({
    version: 1,
    shortId: sold.shortId,
    ...BUYER,
    status: 'active',
    order: { id: sold.orderId, ticketCount: 2, total: 0, hasMoney: false, buyer: BUYER, wasComplete: true },
    code: sold.code,
    entries: [{ listId: expect.any(Number), list: 'Main gate', at: expect.any(String) }],
    obstacles: { correct: null, renew: null },
    passedOnAt: null,
  });
  const stranger = app.as(await buildAccount(db));
  const other = await soldTicket(1);
  for (const [client, params] of [
    [stranger, sold.params],
    [sold.owner, other.params],
    [sold.owner, { ...sold.params, eventId: other.params.eventId }],
  ] as const) {
    expect((await client.call(endpoints.getAttendee, { params })).status).toBe(404);
    const body = { version: 1, ...vicent, tellOldHolder: false, evenIfCheckedIn: false };
    expect((await client.call(endpoints.passOnTicket, { params, body })).status).toBe(404);
  }
});

describe('a correction', () => {
  test('changes names, address and language, is recorded, and the code stays', async () => {
    const sold = await soldTicket();
    const scan = await doorOf(sold);
    const reply = await sold.correct({ firstName: 'Lucía', lastName: 'Ferrer', locale: 'fr' });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data).toMatchObject({ lastName: 'Ferrer', locale: 'fr', version: 2, code: sold.code });
    expect(await scan(sold.code)).toBe('admitted');
    const entry = await db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'attendee.corrected')
      .where('target_id', '=', sold.orderId)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      before: { attendeeId: sold.attendeeId, lastName: BUYER.lastName, locale: 'es' },
      after: { attendeeId: sold.attendeeId, lastName: 'Ferrer', locale: 'fr' },
    });
    expect(await historyOf(sold)).toContain('attendee_corrected');
    expect((await sold.correct({ lastName: 'Ferrer', locale: 'fr' })).body.data.version).toBe(2);
  });

  test('of the address mails the ticket there if wanted, and no other ticket', async () => {
    const sold = await soldTicket();
    const before = (await mailsOf(sold.orderId)).length;
    await sold.correct({ email: 'right@example.org' });
    expect(await mailsOf(sold.orderId)).toHaveLength(before);
    await sold.correct({ email: 'righter@example.org', sendTicket: true });
    await app.runJobs();
    const [mail, ...others] = (await mailsOf(sold.orderId)).slice(before);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'attendee_ticket',
      to_address: 'righter@example.org',
      status: 'sent',
    });
    expect(mail?.text_body).toContain(sold.shortId);
    expect(mail?.text_body).not.toContain('Sustituye');
  });

  test('by two people: the second gets 409 with the version, and bad data is refused by field', async () => {
    const sold = await soldTicket(1);
    await sold.correct({ lastName: 'Ferrer' });
    const late = await sold.correct({ version: 1, lastName: 'Soler' });
    expect(late.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', params: { version: 2 } });
    const bad = await sold.correct({ firstName: ' ', lastName: 'x'.repeat(51), email: 'nobody' });
    expect(bad.problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['firstName', 'required'],
      ['lastName', 'too_long'],
      ['email', 'invalid_email'],
    ]);
    expect((await sold.seen()).lastName).toBe('Ferrer');
  });

  test('of a cancelled ticket is refused', async () => {
    const sold = await soldTicket();
    const set = (status: string) =>
      db.updateTable('attendees').set({ status }).where('id', '=', sold.attendeeId).execute();
    await set('cancelled');
    try {
      expect((await sold.correct({ lastName: 'Soler' })).problem.code).toBe('ATTENDEE_CANCELLED');
      expect((await sold.passOn()).problem.code).toBe('ATTENDEE_CANCELLED');
      expect((await sold.seen()).code).toBeNull();
    } finally {
      await set('active');
    }
  });
});

describe('a ticket that is passed on', () => {
  test('has a new code, and the old code, link, PDF and calendar are dead', async () => {
    const sold = await soldTicket();
    const scan = await doorOf(sold);
    const reply = await sold.passOn();
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    const { data } = reply.body;
    expect(data).toMatchObject({ ...vicent, passedOnAt: expect.any(String), version: 3 });
    expect(data.shortId).not.toBe(sold.shortId);
    expect(await scan(sold.code)).toBe('revoked');
    expect(await entriesOf(sold.attendeeId)).toEqual([]);
    expect(await scan(data.code ?? '')).toBe('admitted');
    const anyone = app.as();
    const ticketOf = (attendeeShortId: string) =>
      anyone.call(getIssuedTicket, { params: { attendeeShortId } });
    expect((await ticketOf(sold.shortId)).problem).toMatchObject({ status: 410, code: 'TICKET_REPLACED' });
    expect((await ticketOf(data.shortId)).body.data.ticket.code).toBe(data.code);
    for (const file of ['ticket.pdf', 'calendar.ics']) {
      const of = async (shortId: string) =>
        (await anyone.send({ method: 'GET', url: `/api/public/tickets/${shortId}/${file}` })).statusCode;
      expect([await of(sold.shortId), await of(data.shortId)]).toEqual([404, 200]);
    }
    expect(await historyOf(sold)).toContain('ticket_passed_on');
  });

  test('is mailed to the new holder, and the old one is told if wanted, without a name and a link', async () => {
    const sold = await soldTicket();
    const before = (await mailsOf(sold.orderId)).length;
    await sold.passOn();
    await app.runJobs();
    const { shortId } = await sold.seen();
    const [ticket, told, ...others] = (await mailsOf(sold.orderId)).slice(before);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({
      kind: 'attendee_ticket',
      to_address: vicent.email,
      locale: 'es',
      status: 'sent',
    });
    expect(ticket?.text_body).toContain(shortId);
    expect(ticket?.text_body).not.toContain(BUYER.lastName);
    expect(told).toMatchObject({ kind: 'ticket_passed_on', to_address: BUYER.email, status: 'sent' });
    for (const secret of [vicent.lastName, vicent.email, shortId, sold.shortId])
      expect(told?.text_body).not.toContain(secret);
    await sold.passOn({ email: 'third@example.org', tellOldHolder: false });
    await app.runJobs();
    const again = (await mailsOf(sold.orderId)).slice(before + 2);
    expect(again.map(({ kind, to_address: to }) => [kind, to])).toEqual([
      ['attendee_ticket', 'third@example.org'],
    ]);
  });

  test('is no longer among the tickets of the buyer, until it comes back', async () => {
    const sold = await soldTicket();
    await sold.passOn();
    const order = async () =>
      (await sold.buyer.call(getOrder, { params: { orderShortId: sold.orderShortId } })).body.data;
    const { reference, shortId, code } = await sold.seen();
    const shown = await order();
    expect(shown.tickets).toHaveLength(1);
    expect(shown.passedOn.map((one) => one.reference)).toEqual([reference]);
    for (const secret of [shortId, code ?? '', vicent.lastName])
      expect(JSON.stringify(shown)).not.toContain(secret);
    const { eventId } = sold.params;
    const params = { eventId, orderId: String(sold.orderId) };
    await sold.owner.call(resendOrder, { params, body: {} });
    await app.runJobs();
    const mail = (await mailsOf(sold.orderId)).at(-1);
    expect(mail).toMatchObject({ kind: 'order_confirmation', status: 'sent' });
    expect(mail?.text_body).not.toContain(shortId);
    await sold.passOn({ email: BUYER.email.toUpperCase() });
    expect((await order()).tickets).toHaveLength(2);
  });

  test('an older mail with the ticket that still waits is not sent with the new code', async () => {
    const sold = await soldTicket();
    const params = { eventId: sold.params.eventId, orderId: String(sold.orderId) };
    await sold.owner.call(resendOrder, { params, body: { attendeeId: sold.attendeeId } });
    await sold.passOn({ tellOldHolder: false });
    await app.runJobs();
    const mails = (await mailsOf(sold.orderId)).filter(({ kind }) => kind === 'attendee_ticket');
    expect(mails.map(({ to_address: to, status }) => [to, status])).toEqual([
      [BUYER.email, 'failed'],
      [vicent.email, 'sent'],
    ]);
  });

  test('by a repeated request is passed on once, and by a second editor not at all', async () => {
    const sold = await soldTicket(1);
    const key = app.key();
    const [first, again] = [await sold.passOn({ version: 1 }, key), await sold.passOn({ version: 1 }, key)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.data.code).toBe(first.body.data.code);
    const late = await sold.passOn({ version: 1, email: 'other@example.org' });
    expect(late.problem.code).toBe('STALE_VERSION');
    expect((await sold.seen()).email).toBe(vicent.email);
  });

  test('after somebody entered needs a word that this is meant', async () => {
    const sold = await soldTicket(1);
    const scan = await doorOf(sold);
    expect(await scan(sold.code)).toBe('admitted');
    expect((await sold.passOn()).problem).toMatchObject({ status: 409, code: 'ATTENDEE_CHECKED_IN' });
    expect(await scan(sold.code)).toBe('already_in');
    const meant = await sold.passOn({ evenIfCheckedIn: true });
    expect(meant.status).toBe(200);
    expect(await scan(sold.code)).toBe('revoked');
    expect(await scan(meant.body.data.code ?? '')).toBe('already_in');
  });

  test('nobody fills an inbox: one address gets ten tickets an hour', async () => {
    const sold = await soldTicket(1);
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1)
      statuses.push((await sold.passOn({ email: 'full@example.org', tellOldHolder: false })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

test('a lost code is replaced by a new one of the same person, who is told so', async () => {
  const sold = await soldTicket();
  const scan = await doorOf(sold);
  const reply = await sold.reissue();
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
  expect(reply.body.data).toMatchObject({ ...BUYER, passedOnAt: null });
  expect(await scan(sold.code)).toBe('revoked');
  expect(await scan(reply.body.data.code ?? '')).toBe('admitted');
  await app.runJobs();
  const mail = (await mailsOf(sold.orderId)).at(-1);
  expect(mail).toMatchObject({ kind: 'attendee_ticket', to_address: BUYER.email, status: 'sent' });
  expect(mail?.text_body).toContain(reply.body.data.shortId);
  expect(mail?.text_body).toContain('Sustituye a tu entrada anterior');
  const shown = await sold.buyer.call(getOrder, { params: { orderShortId: sold.orderShortId } });
  expect(shown.body.data.tickets.map(({ code }) => code)).toContain(reply.body.data.code);
  const mails = (await mailsOf(sold.orderId)).length;
  expect((await sold.reissue(false)).status).toBe(200);
  expect(await mailsOf(sold.orderId)).toHaveLength(mails);
  expect(await historyOf(sold)).toContain('code_reissued');
});
