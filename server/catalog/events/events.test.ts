import { createPublicKey, sign, verify } from 'node:crypto';
import { createEvent, getEvent, listEvents, updateEvent } from '@entrada/contract/catalog/events';
import { getCheckInStats, getEventStats } from '@entrada/contract/insight/dashboard';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildOrganizer } from '../organizers/factory.ts';
import { buildSale, buildTicket } from '../tickets/factory.ts';
import { buildEvent } from './factory.ts';
import { readSigningKey } from './sealing.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const me = app.as(owner);
const { organizerId, slug: organizerSlug } = await buildOrganizer(app.db, { accountId: owner.accountId });

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const body = (more: object = {}) => ({
  title: 'Noche de Márquez',
  organizerId,
  startsAt: '2030-05-01T20:00:00+02:00',
  endsAt: '2030-05-01T23:00:00+02:00',
  timezone: 'Europe/Madrid',
  currency: 'EUR' as const,
  ...more,
});

describe('creating', () => {
  test('a draft has its settings, keys that sign, a checklist and an audit entry', async () => {
    const made = await me.call(createEvent, {
      body: body({
        description: 'Hola\n\n<3',
        location: { venueName: 'Sala', city: 'Madrid', country: 'ES' },
      }),
    });
    expect(made.status).toBe(201);
    const { data } = made.body;
    expect(data).toMatchObject({
      slug: 'noche-de-marquez',
      status: 'draft',
      lifecycle: 'upcoming',
      version: 1,
      startsAt: '2030-05-01T18:00:00.000Z',
      description: '<p>Hola</p><p>&lt;3</p>',
      location: { venueName: 'Sala', city: 'Madrid', country: 'ES', isOnline: false, onlineDetails: '' },
      settings: { orderTimeoutMinutes: 15, attendeeDetails: 'per_ticket', priceDisplay: 'exclusive' },
      publicPath: `/${organizerSlug}/event/${data.id}/noche-de-marquez`,
      checklist: {
        emailConfirmed: true,
        hasTicket: false,
        hasCover: false,
        hasDescription: true,
        isPublished: false,
        hasCheckInList: false,
      },
    });
    const { publicKey, privateKey } = await readSigningKey(app.db, data.id);
    expect(publicKey.length).toBe(32);
    const signature = sign(null, Buffer.from('ticket'), privateKey);
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    });
    expect(verify(null, Buffer.from('ticket'), key, signature)).toBe(true);
    const audited = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', data.id)
      .execute();
    expect(audited.map((entry) => entry.action)).toContain('event.created');
  });

  test.each([
    ['title', { title: ' ' }, 'required'],
    ['title', { title: 'x'.repeat(151) }, 'too_long'],
    ['description', { description: 'x'.repeat(50_001) }, 'too_long'],
    ['endsAt', { endsAt: '2030-05-01T20:00:00+02:00' }, 'must_be_after_start'],
    ['startsAt', { startsAt: '2030-05-01' }, 'invalid_date'],
    ['timezone', { timezone: 'Nowhere' }, 'invalid_timezone'],
    ['currency', { currency: 'eur' }, 'invalid_choice'],
    ['location.country', { location: { country: 'Spain' } }, 'invalid_format'],
    ['location.mapUrl', { location: { mapUrl: 'javascript:alert(1)' } }, 'invalid_url'],
    ['location.venueName', { location: { venueName: 'x'.repeat(201) } }, 'too_long'],
    ['status', { status: 'public' }, 'unknown_field'],
  ])('%s: beyond its edge is refused', async (path, more, code) => {
    const reply = await me.call(createEvent, { body: body(more) });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('the longest title and description are kept', async () => {
    const made = await me.call(createEvent, {
      body: body({ title: 'é'.repeat(150), description: `<p>${'音'.repeat(49_993)}</p>` }),
    });
    expect(made.status).toBe(201);
    expect(made.body.data.title).toHaveLength(150);
  });

  test('another account’s organizer does not exist', async () => {
    const foreign = await buildOrganizer(app.db, { accountId: stranger.accountId });
    const reply = await me.call(createEvent, { body: body({ organizerId: foreign.organizerId }) });
    expect(reply.status).toBe(404);
  });
});

describe('changing', () => {
  test('the given fields change, the versions grow, and the change is audited', async () => {
    const { eventId } = await buildEvent(app.db, { accountId: owner.accountId });
    const params = { eventId: String(eventId) };
    const reply = await me.call(updateEvent, {
      params,
      body: {
        version: 1,
        title: 'Otra noche',
        description: '<p onclick="x">a</p>',
        location: { city: 'León' },
        settings: { orderTimeoutMinutes: 120 },
      },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      version: 2,
      title: 'Otra noche',
      slug: 'otra-noche',
      description: '<p>a</p>',
      location: { city: 'León' },
      settings: { orderTimeoutMinutes: 120 },
    });
    const row = await app.db
      .selectFrom('events')
      .select('catalog_version')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    expect(row.catalog_version).toBeGreaterThan(1);
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'event.updated')
      .where('target_id', '=', eventId)
      .executeTakeFirstOrThrow();
    expect(entry.before).toMatchObject({ title: 'Noche de Luz', city: '' });
    expect(entry.after).toMatchObject({ title: 'Otra noche', city: 'León' });
    expect(entry.after).not.toHaveProperty('timezone');
  });

  test('a version that is not the current one is refused with the current one; of two at once one wins', async () => {
    const { eventId } = await buildEvent(app.db, { accountId: owner.accountId });
    const change = (title: string) =>
      me.call(updateEvent, { params: { eventId: String(eventId) }, body: { version: 1, title } });
    const replies = await Promise.all([change('A'), change('B')]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  });

  test('an end is compared with the stored start', async () => {
    const startsAt = inHours(48);
    const { eventId } = await buildEvent(app.db, { accountId: owner.accountId, startsAt });
    const reply = await me.call(updateEvent, {
      params: { eventId: String(eventId) },
      body: { version: 1, endsAt: startsAt.toISOString() },
    });
    expect(reply.problem.errors).toEqual([{ path: 'endsAt', code: 'must_be_after_start' }]);
  });

  test.each([
    [0, 422],
    [1, 200],
    [120, 200],
    [121, 422],
  ])('a hold of %i minutes: %i', async (minutes, status) => {
    const { eventId } = await buildEvent(app.db, { accountId: owner.accountId });
    const reply = await me.call(updateEvent, {
      params: { eventId: String(eventId) },
      body: { version: 1, settings: { orderTimeoutMinutes: minutes } },
    });
    expect(reply.status).toBe(status);
  });

  test('an archived event is restored first', async () => {
    const { eventId } = await buildEvent(app.db, { accountId: owner.accountId, status: 'archived' });
    const params = { eventId: String(eventId) };
    const archived = await me.call(updateEvent, { params, body: { version: 1, title: 'x' } });
    expect(archived.problem.code).toBe('EVENT_ARCHIVED');
  });
});

describe('the list', () => {
  const crowd = { token: '', accountId: 0 };
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    Object.assign(crowd, await buildAccount(app.db));
    const { organizerId } = await buildOrganizer(app.db, { accountId: crowd.accountId });
    const make = async (
      title: string,
      startsAt: Date,
      endsAt: Date | null,
      status: 'draft' | 'public' | 'archived' = 'public',
    ) => {
      const built = await buildEvent(app.db, {
        accountId: crowd.accountId,
        organizerId,
        title,
        startsAt,
        endsAt,
        status,
      });
      ids[title] = built.eventId;
    };
    await make('Concierto Márquez', inHours(10), inHours(12));
    await make('100% Jazz_club', inHours(20), null, 'draft');
    await make('Ahora', inHours(-1), inHours(1));
    await make('Ahora sin fin', inHours(-23), null);
    await make('Ayer', inHours(-30), inHours(-20));
    await make('Archivado', inHours(30), null, 'archived');
  });
  const list = (query: Record<string, string> = {}) => app.as(crowd).call(listEvents, { query });
  const titles = async (query: Record<string, string>) =>
    (await list(query)).body.data.map((event) => event.title);
  const state = (value: string) => ({ 'filter_fields[state][eq]': value });

  test('each tab lists its events, and the answer counts the events of all four tabs', async () => {
    expect(await titles(state('upcoming'))).toEqual(['Concierto Márquez', '100% Jazz_club']);
    expect(await titles(state('ongoing'))).toEqual(['Ahora sin fin', 'Ahora']);
    expect(await titles(state('ended'))).toEqual(['Ayer']);
    expect(await titles(state('archived'))).toEqual(['Archivado']);
    const all = await list();
    expect(all.body.counts).toEqual({ upcoming: 2, ongoing: 2, ended: 1, archived: 1 });
    expect(all.body.meta).toMatchObject({
      total: 6,
      page: 1,
      perPage: 20,
      allowedSorts: ['starts_at', 'title', 'created_at'],
    });
  });

  test('the search ignores accents and treats patterns as text', async () => {
    expect(await titles({ query: 'mar' })).toEqual(['Concierto Márquez']);
    expect(await titles({ query: 'MÁRQ conc' })).toEqual(['Concierto Márquez']);
    expect(await titles({ query: '%' })).toEqual(['100% Jazz_club']);
    expect(await titles({ query: '_' })).toEqual(['100% Jazz_club']);
    expect(await titles({ query: '\\' })).toEqual([]);
  });

  test('pages beyond the last are empty, sorting and filters work', async () => {
    const deep = await list({ page: '1000000', per_page: '100' });
    expect([deep.status, deep.body.data.length, deep.body.meta.total]).toEqual([200, 0, 6]);
    expect(await titles({ per_page: '2', page: '2', sort_by: 'title' })).toEqual([
      'Ahora sin fin',
      'Archivado',
    ]);
    expect(await titles({ sort_by: 'title', sort_direction: 'desc', per_page: '1' })).toEqual([
      'Concierto Márquez',
    ]);
    expect(await titles({ 'filter_fields[status][in]': 'draft,archived', sort_by: 'title' })).toEqual([
      '100% Jazz_club',
      'Archivado',
    ]);
    expect(await titles({ 'filter_fields[organizer_id][eq]': String(organizerId) })).toEqual([]);
  });

  test.each([
    [{ 'filter_fields[colour][eq]': 'red' }, ['state', 'status', 'organizer_id']],
    [{ 'filter_fields[state][like]': 'up' }, ['eq']],
    [state('soon'), ['upcoming', 'ongoing', 'ended', 'archived']],
    [{ sort_by: 'version' }, ['starts_at', 'title', 'created_at']],
  ])('%o is refused and the allowed ones named', async (query, allowed) => {
    const reply = await list(query as Record<string, string>);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]?.allowed).toEqual(allowed);
  });

  test.each<Record<string, string>>([
    { page: '0' },
    { per_page: '101' },
    { 'filter_fields[organizer_id][eq]': 'x' },
    { color: 'red' },
  ])('%o is refused', async (query) => {
    expect((await list(query)).status).toBe(422);
  });

  test('rows carry stock and sales', async () => {
    const eventId = ids['Ahora'] ?? 0;
    const owner = { accountId: crowd.accountId, eventId };
    const one = await buildTicket(app.db, { ...owner, quantity: 50 });
    await buildTicket(app.db, { ...owner, type: 'free', quantity: 20, hidden: true });
    await buildSale(app.db, { ...owner, ...one, quantity: 3, unit: 1000, refunded: 500 });
    const [row] = (await list({ query: 'ahora', sort_by: 'starts_at', sort_direction: 'desc' })).body.data;
    expect(row).toMatchObject({ ticketsSold: 3, ticketsTotal: 70 });
    expect(row).toMatchObject({ paidTotal: 3000, refundedTotal: 500, grossSales: 2500 });
    await buildTicket(app.db, { ...owner, quantity: null });
    const [unlimited] = (await list({ query: 'ahora', sort_by: 'starts_at', sort_direction: 'desc' })).body
      .data;
    expect(unlimited?.ticketsTotal).toBeNull();
  });
});

test('another account gets 404 everywhere, nobody 401, and the role organizer may', async () => {
  const { eventId } = await buildEvent(app.db, { accountId: owner.accountId });
  const params = { eventId: String(eventId) };
  const them = app.as(stranger);
  expect((await them.call(getEvent, { params })).status).toBe(404);
  expect((await them.call(updateEvent, { params, body: { version: 1, title: 'x' } })).status).toBe(404);
  expect((await them.call(getEventStats, { params })).status).toBe(404);
  expect((await them.call(getCheckInStats, { params })).status).toBe(404);
  expect((await them.call(listEvents, {})).body.data).toEqual([]);
  expect((await app.as().call(getEvent, { params })).status).toBe(401);
  const helper = app.as(await buildUserIn(app.db, owner.accountId, 'organizer'));
  expect((await helper.call(getEvent, { params })).status).toBe(200);
  expect((await helper.call(createEvent, { body: body() })).status).toBe(201);
});
