import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { COPY_PARTS, duplicateEvent } from '@entrada/contract/catalog/lifecycle';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { createTicket, duplicateTicket, getTicket, updateTicket } from '@entrada/contract/catalog/tickets';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { ticketBody } from '../../test/catalog/ticket-body.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { reserveAs, visitor } from '../../test/shop.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTicket } from './factory.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const { accountId, token } = await buildAccount(db);
const owner = app.as({ token });

/** Friday to Sunday in Madrid, the weekend on which its clocks go forward: Saturday night has one hour less. */
const FESTIVAL = {
  startsAt: new Date('2027-03-26T17:00:00Z'),
  endsAt: new Date('2027-03-28T21:30:00Z'),
  timezone: 'Europe/Madrid',
};
const FRIDAY = { ownStartsAt: '2027-03-26T17:00:00.000Z', ownEndsAt: '2027-03-27T01:00:00.000Z' };
const SUNDAY = { ownStartsAt: '2027-03-28T15:00:00.000Z', ownEndsAt: '2027-03-28T21:30:00.000Z' };

async function festival(more: object = {}) {
  const event = await buildEvent(db, { accountId, ...FESTIVAL, ...more });
  const params = { eventId: String(event.eventId) };
  const create = (own: object) =>
    owner.call(createTicket, { params, body: { ...ticketBody({ name: 'Day' }), ...own } });
  const datesOf = async (ticketId: number) => {
    const { data } = (await owner.call(getTicket, { params: { ...params, ticketId: String(ticketId) } }))
      .body;
    return [data.ownStartsAt, data.ownEndsAt];
  };
  const change = async (body: object) => {
    const { version } = (await owner.call(getEvent, { params })).body.data;
    return owner.call(updateEvent, { params, body: { version, ...body } });
  };
  return { ...event, params, create, datesOf, change };
}

test.each([
  ['none', {}, []],
  ['both', FRIDAY, []],
  ['neither', { ownStartsAt: null, ownEndsAt: null }, []],
  ['all of the event', { ownStartsAt: '2027-03-26T17:00:00Z', ownEndsAt: '2027-03-28T21:30:00Z' }, []],
  ['no end', { ...FRIDAY, ownEndsAt: null }, ['ownEndsAt required']],
  ['no start', { ...FRIDAY, ownStartsAt: null }, ['ownStartsAt required']],
  ['one of them absent', { ownStartsAt: null }, ['ownEndsAt required']],
  ['the end first', { ...FRIDAY, ownEndsAt: FRIDAY.ownStartsAt }, ['ownEndsAt must_be_after_start']],
  ['too early', { ...FRIDAY, ownStartsAt: '2027-03-26T16:59:59Z' }, ['ownStartsAt outside_event']],
  ['too late', { ...SUNDAY, ownEndsAt: '2027-03-28T21:31:00Z' }, ['ownEndsAt outside_event']],
  [
    'another week',
    { ownStartsAt: '2027-04-02T17:00:00Z', ownEndsAt: '2027-04-02T20:00:00Z' },
    ['ownStartsAt outside_event', 'ownEndsAt outside_event'],
  ],
])('own dates of a ticket: %s', async (_, own, expected) => {
  const { create } = await festival();
  const reply = await create(own);
  expect((reply.problem.errors ?? []).map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  expect(reply.status).toBe(expected.length > 0 ? 422 : 201);
});

test('an event without an end holds a day', async () => {
  const { create } = await festival({ endsAt: null });
  expect((await create({ ...FRIDAY, ownEndsAt: '2027-03-27T17:00:00Z' })).status).toBe(201);
  expect((await create({ ...FRIDAY, ownEndsAt: '2027-03-27T17:01:00Z' })).problem.errors).toEqual([
    { path: 'ownEndsAt', code: 'outside_event' },
  ]);
});

test('they are changed, kept where absent, copied with the ticket, and shown to buyers', async () => {
  const { create, datesOf, params, eventId } = await festival();
  const made = (await create(FRIDAY)).body.data;
  const ids = { ...params, ticketId: String(made.id) };
  const body = ticketBody({
    name: 'Friday',
    prices: [{ ...ticketBody().prices[0], id: made.prices[0]?.id } as never],
  });
  const renamed = await owner.call(updateTicket, { params: ids, body: { ...body, version: 1 } });
  expect(renamed.body.data).toMatchObject(FRIDAY);
  const moved = await owner.call(updateTicket, { params: ids, body: { ...body, ...SUNDAY, version: 2 } });
  expect(moved.body.data).toMatchObject(SUNDAY);
  const copy = await owner.call(duplicateTicket, { params: ids, body: { name: 'Copy' } });
  expect(await datesOf(copy.body.data.id)).toEqual(Object.values(SUNDAY));
  const page = await visitor(app).call(getPublicEvent, { params: { eventId: String(eventId) } });
  expect(page.body.data.tickets).toMatchObject([{ name: 'Friday', ...SUNDAY }]);
  const audited = await db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'ticket.updated')
    .where('target_id', '=', made.id)
    .orderBy('id')
    .execute();
  expect(audited.at(-1)).toEqual({ before: FRIDAY, after: SUNDAY });
});

test('moving the event moves them by the same time on the clock, across summer time', async () => {
  const { create, datesOf, change } = await festival();
  const friday = (await create(FRIDAY)).body.data.id;
  const sunday = (await create(SUNDAY)).body.data.id;
  const whole = (await create({})).body.data.id;
  // A week later all of it is in summer time: 18:00 stays 18:00.
  const reply = await change({ startsAt: '2027-04-02T16:00:00Z', endsAt: '2027-04-04T21:30:00Z' });
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
  expect(await datesOf(friday)).toEqual(['2027-04-02T16:00:00.000Z', '2027-04-03T00:00:00.000Z']);
  expect(await datesOf(sunday)).toEqual(['2027-04-04T15:00:00.000Z', '2027-04-04T21:30:00.000Z']);
  expect(await datesOf(whole)).toEqual([null, null]);
  const entries = await db
    .selectFrom('audit_entries')
    .select(['target_id', 'after'])
    .where('action', '=', 'ticket.updated')
    .where('target_id', 'in', [friday, sunday, whole])
    .orderBy('target_id')
    .execute();
  expect(entries.map(({ target_id }) => target_id)).toEqual([friday, sunday]);
  expect(entries[0]?.after).toEqual({
    ownStartsAt: '2027-04-02T16:00:00.000Z',
    ownEndsAt: '2027-04-03T00:00:00.000Z',
  });
  // The zone changes and the clocks' times stay, as the form sends it.
  const zone = {
    timezone: 'Europe/Lisbon',
    startsAt: '2027-04-02T17:00:00Z',
    endsAt: '2027-04-04T22:30:00Z',
  };
  expect((await change(zone)).status).toBe(200);
  expect(await datesOf(friday)).toEqual(['2027-04-02T17:00:00.000Z', '2027-04-03T01:00:00.000Z']);
});

const NEXT_WEEK = { startsAt: '2027-04-02T16:00:00Z', endsAt: '2027-04-05T21:30:00Z' };

test('moving the event and changing its length in one save moves them with its start, and the reply says where to', async () => {
  const { create, datesOf, change } = await festival();
  const friday = (await create(FRIDAY)).body.data.id;
  const sunday = (await create(SUNDAY)).body.data.id;
  const reply = await change(NEXT_WEEK);
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
  expect(await datesOf(friday)).toEqual(['2027-04-02T16:00:00.000Z', '2027-04-03T00:00:00.000Z']);
  expect(await datesOf(sunday)).toEqual(['2027-04-04T15:00:00.000Z', '2027-04-04T21:30:00.000Z']);
  expect(reply.body.data.datedTickets).toMatchObject([
    { id: friday, startsAt: '2027-04-02T16:00:00.000Z' },
    { id: sunday, startsAt: '2027-04-04T15:00:00.000Z', endsAt: '2027-04-04T21:30:00.000Z' },
  ]);
  // A week earlier and too short for Sunday: nothing is changed.
  const short = await change({ startsAt: '2027-03-26T17:00:00Z', endsAt: '2027-03-28T18:00:00Z' });
  expect(short.problem.errors).toEqual([{ path: 'endsAt', code: 'tickets_outside' }]);
  expect(await datesOf(sunday)).toEqual(['2027-04-04T15:00:00.000Z', '2027-04-04T21:30:00.000Z']);
});

test('whoever changes the dates decides whether they move, also with another zone', async () => {
  const { create, datesOf, change } = await festival();
  const friday = (await create(FRIDAY)).body.data.id;
  // The event begins a day earlier and ends an hour earlier: another day before it, not another weekend.
  const longer = { startsAt: '2027-03-25T17:00:00Z', endsAt: '2027-03-28T20:30:00Z' };
  expect((await change({ ...longer, ticketDates: 'keep' })).status).toBe(200);
  expect(await datesOf(friday)).toEqual(Object.values(FRIDAY));
  const grown = { startsAt: '2027-03-24T17:00:00Z', endsAt: '2027-03-28T21:30:00Z' };
  expect((await change({ ...grown, ticketDates: 'move' })).status).toBe(200);
  expect(await datesOf(friday)).toEqual(['2027-03-25T17:00:00.000Z', '2027-03-26T01:00:00.000Z']);
  // Lisbon is an hour behind: 18:00 stays 18:00.
  const zone = {
    timezone: 'Europe/Lisbon',
    startsAt: '2027-03-23T18:00:00Z',
    endsAt: '2027-03-29T20:30:00Z',
    ticketDates: 'keep',
  };
  expect((await change(zone)).status).toBe(200);
  expect(await datesOf(friday)).toEqual(['2027-03-25T18:00:00.000Z', '2027-03-26T02:00:00.000Z']);
  const unchanged = await change({ ticketDates: 'move' });
  expect(unchanged.status).toBe(200);
  expect(await datesOf(friday)).toEqual(['2027-03-25T18:00:00.000Z', '2027-03-26T02:00:00.000Z']);
});

test('an event that becomes longer or shorter keeps them, and refuses to leave them outside', async () => {
  const { create, datesOf, change } = await festival();
  const friday = (await create(FRIDAY)).body.data.id;
  const sunday = (await create(SUNDAY)).body.data.id;
  expect((await change({ startsAt: '2027-03-25T17:00:00Z' })).status).toBe(200);
  expect((await change({ endsAt: '2027-03-29T21:30:00Z' })).status).toBe(200);
  expect(await datesOf(friday)).toEqual(Object.values(FRIDAY));
  expect((await change({ endsAt: '2027-03-28T20:00:00Z' })).problem.errors).toEqual([
    { path: 'endsAt', code: 'tickets_outside' },
  ]);
  expect((await change({ startsAt: '2027-03-26T18:00:00Z' })).problem.errors).toEqual([
    { path: 'startsAt', code: 'tickets_outside' },
  ]);
  expect(await datesOf(sunday)).toEqual(Object.values(SUNDAY));
});

test('a copy of the event has them at its own start, and must hold them', async () => {
  const { create, params } = await festival();
  await create(FRIDAY);
  await create(SUNDAY);
  const copy = Object.fromEntries(COPY_PARTS.map((part) => [part, part === 'tickets'])) as never;
  const duplicate = (endsAt: string) =>
    owner.call(duplicateEvent, {
      params,
      body: { title: 'Again', startsAt: '2028-03-31T16:00:00Z', endsAt, copy },
    });
  expect((await duplicate('2028-04-02T20:30:00Z')).problem.errors).toEqual([
    { path: 'endsAt', code: 'tickets_outside' },
  ]);
  const made = await duplicate('2028-04-02T21:30:00Z');
  expect(made.status, JSON.stringify(made.problem)).toBe(201);
  const copied = await db
    .selectFrom('tickets')
    .select(['own_starts_at', 'own_ends_at'])
    .where('event_id', '=', made.body.data.id)
    .orderBy('id')
    .execute();
  // The copy begins in summer time: 18:00 stays 18:00.
  expect(copied.map((row) => [row.own_starts_at?.toISOString(), row.own_ends_at?.toISOString()])).toEqual([
    ['2028-03-31T16:00:00.000Z', '2028-04-01T00:00:00.000Z'],
    ['2028-04-02T15:00:00.000Z', '2028-04-02T21:30:00.000Z'],
  ]);
});

test('a ticket is on sale until the end of its own part of the event', async () => {
  const now = Date.now();
  const hours = (n: number) => new Date(now + n * 3_600_000);
  const event = await buildEvent(db, { accountId, startsAt: hours(-30), endsAt: hours(30) });
  const { eventId } = event;
  const past = { ownStartsAt: hours(-29), ownEndsAt: hours(-20) };
  const yesterday = await buildTicket(db, { accountId, eventId, type: 'free', ...past });
  const coming = { ownStartsAt: hours(1), ownEndsAt: hours(2) };
  const today = await buildTicket(db, { accountId, eventId, type: 'free', position: 2, ...coming });
  const page = (await visitor(app).call(getPublicEvent, { params: { eventId: String(eventId) } })).body.data;
  expect(page.tickets.map(({ availability }) => availability)).toEqual(['ended', 'on_sale']);
  const buy = (priceId: number) => reserveAs(visitor(app), eventId, [{ priceId, quantity: 1 }]);
  expect((await buy(yesterday.priceId)).problem.code).toBe('SALE_ENDED');
  expect((await buy(today.priceId)).status).toBe(201);
  // The cached facts of the event do not sell beyond that end either.
  await app.travel(2 * 3600);
  expect((await buy(today.priceId)).problem.code).toBe('SALE_ENDED');
});
