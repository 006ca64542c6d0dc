import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount, buildSession } from '../accounts/factory.ts';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildTicket } from '../catalog/tickets/factory.ts';
import { buildTestApp } from './app.ts';
import { priceBody, ticketBody } from './catalog/ticket-body.ts';
import { findBroken, keepInvariants } from './invariants.ts';

const app = await buildTestApp();
keepInvariants(app.db);
const owner = await buildAccount(app.db);
const client = app.as(owner);
const { eventId } = await buildEvent(app.db, { accountId: owner.accountId });
const { ticketId } = await buildTicket(app.db, { accountId: owner.accountId, eventId });
const inEvent = (path: string) => `/api/events/${eventId}${path}`;
const DAY = '2030-05-01T10:00:00.000Z';

type Body = Record<string, unknown>;
type Saved = Body & { id: number; version: number };
/** Sends a body as JSON and answers the record that comes back. */
async function save(method: 'POST' | 'PUT', url: string, body: Body): Promise<Saved> {
  const headers = { 'content-type': 'application/json' };
  const reply = await client.send({ method, url, headers, payload: JSON.stringify(body) });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json<{ data: Saved }>().data;
}
const noted = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from app.audit_entries`.execute(app.db)).rows[0]?.n;

const made: [string, string, Body, Body][] = [
  ['ticket', inEvent('/tickets'), ticketBody({ prices: [priceBody()] }), { name: 'Balcony' }],
  [
    'question',
    inEvent('/questions'),
    {
      scope: 'attendee',
      type: 'dropdown',
      title: 'Size',
      description: '<p>Shirt</p>',
      options: ['S', 'M'],
      required: false,
      hidden: false,
      appliesToAll: false,
      ticketIds: [ticketId],
    },
    { options: ['S', 'M', 'L'] },
  ],
  [
    'promo code',
    inEvent('/promo-codes'),
    {
      code: 'FRIENDS',
      discountType: 'percentage',
      percentage: '10',
      amount: null,
      allTickets: false,
      ticketIds: [ticketId],
      usageLimit: 5,
      expiresAt: DAY,
      disabled: false,
    },
    { usageLimit: 6 },
  ],
  [
    'affiliate',
    inEvent('/affiliates'),
    { code: 'radio', name: 'Radio', email: '', status: 'active' },
    { status: 'inactive' },
  ],
  [
    'capacity assignment',
    inEvent('/capacity-assignments'),
    { name: 'Room', capacity: 20, active: true, ticketIds: [ticketId] },
    { capacity: 21 },
  ],
  [
    'check-in list',
    inEvent('/check-in-lists'),
    {
      name: 'Gate',
      description: '',
      allTickets: false,
      ticketIds: [ticketId],
      activatesAt: DAY,
      expiresAt: null,
    },
    { allTickets: true },
  ],
  [
    'tax',
    '/api/taxes-and-fees',
    {
      name: 'VAT',
      type: 'tax',
      calculation: 'percentage',
      rate: '21.5',
      amount: null,
      currency: null,
      included: true,
      isDefault: false,
    },
    { rate: '21.6' },
  ],
];

const organizer = {
  name: 'Sala Prado',
  email: 'sala@example.org',
  website: 'https://sala.example.org',
  description: '<p>Music</p>',
  currency: 'EUR',
  timezone: 'Europe/Madrid',
};

/** Saves twice without a change and once with one. */
async function expectVersions(path: string, body: Body, other: Body, first: number): Promise<void> {
  const before = await noted();
  for (const _ of [1, 2]) {
    expect(await save('PUT', path, { version: first, ...body })).toMatchObject({
      version: first,
    });
  }
  expect(await noted()).toBe(before);
  const changed = await save('PUT', path, { version: first, ...body, ...other });
  expect(changed).toMatchObject({ version: first + 1 });
  expect(await noted()).toBe((before ?? 0) + 1);
}

test.each(made)(
  'a save of a %s as it is keeps its version and records nothing',
  async (_, path, body, other) => {
    const { id, version, ...record } = await save('POST', path, body);
    // Prices without an id are new ones.
    const prices = (record['prices'] as { id: number }[] | undefined)?.map((price) => ({
      ...priceBody(),
      id: price.id,
    }));
    await expectVersions(`${path}/${id}`, { ...body, ...(prices && { prices }) }, other, version);
  },
);

test('the same for an organizer, an event, its design and its widget', async () => {
  const { id, version } = await save('POST', '/api/organizers', organizer);
  await expectVersions(`/api/organizers/${id}`, organizer, { slug: 'sala-del-prado' }, version);
  const design = { colors: null, background: 'color', continueButtonText: 'Go' };
  await save('PUT', inEvent('/design'), { version: 1, ...design });
  await expectVersions(inEvent('/design'), design, { continueButtonText: '' }, 2);
  const event = {
    title: 'Luz',
    startsAt: DAY,
    endsAt: null,
    description: '<p>Luz</p>',
    settings: { seoTitle: 'Luz' },
  };
  await save('PUT', inEvent(''), { version: 3, ...event });
  await expectVersions(inEvent(''), event, { settings: { seoTitle: 'Luces' } }, 4);
  await expectVersions(inEvent('/widget'), { autoResize: true }, { autoResize: false }, 5);
});

test('a user with a session in each of two accounts is no drift', async () => {
  const other = await buildAccount(app.db);
  await app.db
    .insertInto('memberships')
    .values({ account_id: other.accountId, user_id: owner.userId, role: 'organizer' })
    .execute();
  await buildSession(app.db, owner.userId, other.accountId);
  expect(await findBroken(app.db)).toEqual({});
});
