import {
  checkSlug,
  createOrganizer,
  getOrganizer,
  listOrganizers,
  updateOrganizer,
} from '@entrada/contract/catalog/organizers';
import { getPublicOrganizer } from '@entrada/contract/catalog/shop';
import { toSlug } from '@entrada/contract/slug';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { freeSlug } from './core/slug.ts';
import { buildOrganizer } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const me = app.as(owner);

const body = (name: string, more: object = {}) => ({
  name,
  email: 'hola@example.org',
  currency: 'EUR' as const,
  timezone: 'Europe/Madrid',
  ...more,
});

describe('slugs', () => {
  test.each([
    ['Peña Ñandú & Co.', 'pena-nandu-co'],
    ['Straße über Łódź', 'strasse-uber-lodz'],
    ["L'Été d'Ana", 'lete-dana'],
    ['  --Hola--  ', 'hola'],
    ['音楽', 'fallback'],
    ['X', 'fallback'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ])('%s becomes %s', (name, slug) => {
    expect(toSlug(name, 'fallback')).toBe(slug);
  });

  test('the first free number is taken, reserved words never, and the length is kept', () => {
    expect(freeSlug('luz', () => false)).toBe('luz');
    expect(freeSlug('luz', (slug) => ['luz', 'luz-2'].includes(slug))).toBe('luz-3');
    expect(freeSlug('admin', () => false)).toBe('admin-2');
    expect(freeSlug('a'.repeat(60), (slug) => slug === 'a'.repeat(60))).toBe(`${'a'.repeat(58)}-2`);
  });
});

test('an organizer is created with a slug from its name, listed by name, read and audited', async () => {
  const made = await me.call(createOrganizer, { body: body('Sala Márquez') });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    slug: 'sala-marquez',
    website: '',
    description: '',
    currency: 'EUR',
  });
  const again = await me.call(createOrganizer, { body: body('Sala Marquez') });
  expect(again.body.data.slug).toBe('sala-marquez-2');
  const elsewhere = await app.as(stranger).call(createOrganizer, { body: body('Sala Márquez') });
  expect(elsewhere.body.data.slug).toBe('sala-marquez-3');
  const list = await me.call(listOrganizers, {});
  expect(list.body.data.map((each) => each.name)).toEqual(['Sala Márquez', 'Sala Marquez']);
  const read = await me.call(getOrganizer, { params: { organizerId: String(made.body.data.id) } });
  expect(read.body.data).toEqual(made.body.data);
  const audited = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id'])
    .where('target_id', '=', made.body.data.id)
    .execute();
  expect(audited).toEqual([{ action: 'organizer.created', user_id: owner.userId }]);
});

test('the list searches, sorts, filters and has pages; another account’s are not in it', async () => {
  const account = await buildAccount(app.db);
  const they = app.as(account);
  await they.call(createOrganizer, { body: body('Única', { email: 'hola@unica.example' }) });
  await they.call(createOrganizer, { body: body('Zebra', { currency: 'USD' }) });
  await they.call(createOrganizer, { body: body('arena') });
  const names = async (query: Record<string, string>) =>
    (await they.call(listOrganizers, { query })).body.data.map((each) => each.name);
  expect(await names({})).toEqual(['arena', 'Única', 'Zebra']);
  expect(await names({ sort_by: 'created_at', sort_direction: 'desc' })).toEqual(['arena', 'Zebra', 'Única']);
  expect(await names({ query: 'unica.ex' })).toEqual(['Única']);
  expect(await names({ query: 'UNI' })).toEqual(['Única']);
  expect(await names({ query: 'nothing' })).toEqual([]);
  expect(await names({ 'filter_fields[currency][in]': 'USD,GBP' })).toEqual(['Zebra']);
  const second = await they.call(listOrganizers, { query: { page: '2', per_page: '2' } });
  expect(second.body.data.map((each) => each.name)).toEqual(['Zebra']);
  expect(second.body.meta).toMatchObject({ total: 3, lastPage: 2 });
  const refused = await they.call(listOrganizers, { query: { sort_by: 'email' } });
  expect(refused.problem.errors?.[0]?.allowed).toEqual(['name', 'created_at']);
});

test('the same name four times at once gives four addresses', async () => {
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => me.call(createOrganizer, { body: body('Carrera') })),
  );
  expect(new Set(replies.map((reply) => reply.body.data?.slug)).size).toBe(4);
});

test('reserved words are refused when asked for and numbered when they come from the name', async () => {
  const asked = await me.call(createOrganizer, { body: body('Mine', { slug: 'admin' }) });
  expect([asked.status, asked.problem.code]).toEqual([422, 'SLUG_RESERVED']);
  const derived = await me.call(createOrganizer, { body: body('Admin') });
  expect(derived.body.data.slug).toBe('admin-2');
  await me.call(createOrganizer, { body: body('Own', { slug: 'own-slug' }) });
  const taken = await app.as(stranger).call(createOrganizer, { body: body('Own', { slug: 'own-slug' }) });
  expect([taken.status, taken.problem.code]).toEqual([409, 'SLUG_TAKEN']);
});

test.each([
  ['name', { name: '' }, 'required'],
  ['name', { name: 'x'.repeat(151) }, 'too_long'],
  ['email', { email: 'nobody' }, 'invalid_email'],
  ['slug', { slug: 'a' }, 'too_short'],
  ['slug', { slug: 'a'.repeat(61) }, 'too_long'],
  ['slug', { slug: 'No Spaces' }, 'invalid_format'],
  ['website', { website: 'javascript:alert(1)' }, 'invalid_url'],
  ['description', { description: 'x'.repeat(5001) }, 'too_long'],
  ['currency', { currency: 'XXX' }, 'invalid_choice'],
  ['timezone', { timezone: 'Mars/Base' }, 'invalid_timezone'],
  ['extra', { extra: 1 }, 'unknown_field'],
])('%s: %o is refused', async (path, more, code) => {
  const reply = await me.call(createOrganizer, { body: body('Edge', more) });
  expect(reply.status).toBe(422);
  expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
});

test('the longest values are accepted', async () => {
  const description = `<p>${'d'.repeat(4993)}</p>`;
  const more = { name: 'n'.repeat(150), slug: 's'.repeat(60), description };
  const made = await me.call(createOrganizer, { body: body('', more) });
  expect(made.status).toBe(201);
  const params = { organizerId: String(made.body.data.id) };
  const again = await me.call(updateOrganizer, { params, body: { version: 1, description } });
  expect(again.body.data.description).toBe(description);
});

test('a description is measured as it is kept, so that it can be saved again', async () => {
  const reply = await me.call(createOrganizer, { body: body('Edge', { description: '&'.repeat(5000) }) });
  expect(reply.status).toBe(422);
  expect(reply.problem.errors).toEqual([{ path: 'description', code: 'too_long', max: 5000 }]);
});

test('others get nothing: no session 401, role organizer 403 for changes, another account 404', async () => {
  const { organizerId } = await buildOrganizer(app.db, { accountId: owner.accountId });
  const params = { organizerId: String(organizerId) };
  expect((await app.as().call(listOrganizers, {})).status).toBe(401);
  expect((await app.as(stranger).call(getOrganizer, { params })).status).toBe(404);
  expect((await me.call(getOrganizer, { params: { organizerId: 'x' } })).status).toBe(404);
  const helper = app.as(await buildUserIn(app.db, owner.accountId, 'organizer'));
  expect((await helper.call(getOrganizer, { params })).status).toBe(200);
  expect((await helper.call(createOrganizer, { body: body('No') })).problem.code).toBe('FORBIDDEN');
});

describe('editing', () => {
  const change = (organizerId: number, given: object, actor: { token?: string } = owner) =>
    app
      .as(actor)
      .call(updateOrganizer, { params: { organizerId: String(organizerId) }, body: given as never });

  test('what is given changes, the rest stays, the version grows, and it is recorded', async () => {
    const { organizerId, slug } = await buildOrganizer(app.db, { accountId: owner.accountId });
    const reply = await change(organizerId, {
      version: 1,
      name: 'Sala Nueva',
      website: 'https://nueva.example',
      description: '<p onclick="x()">Hola</p><script>alert(1)</script>',
      currency: 'USD',
      timezone: 'America/Bogota',
    });
    expect(reply.body.data).toMatchObject({
      version: 2,
      slug,
      name: 'Sala Nueva',
      email: 'hola@example.org',
      website: 'https://nueva.example',
      description: '<p>Hola</p>',
      currency: 'USD',
      timezone: 'America/Bogota',
      logo: null,
    });
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('target_id', '=', organizerId)
      .where('action', '=', 'organizer.updated')
      .executeTakeFirst();
    expect(entry).toMatchObject({
      before: { currency: 'EUR' },
      after: { currency: 'USD', name: 'Sala Nueva' },
    });
  });

  test('of two people who edit, the second is told the current version and overwrites nothing', async () => {
    const { organizerId } = await buildOrganizer(app.db, { accountId: owner.accountId });
    const replies = await Promise.all([
      change(organizerId, { version: 1, name: 'Uno' }),
      change(organizerId, { version: 1, email: 'dos@example.org' }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  });

  test('a former address leads to the present one, is kept for its organizer, and can be taken back', async () => {
    const { organizerId, slug } = await buildOrganizer(app.db, { accountId: owner.accountId });
    const other = await buildOrganizer(app.db, { accountId: stranger.accountId });
    const moved = await change(organizerId, { version: 1, slug: 'luz-nueva' });
    expect(moved.body.data).toMatchObject({ slug: 'luz-nueva', version: 2 });
    const seen = await app.as().call(getPublicOrganizer, { params: { slug } });
    expect(seen.body.data).toMatchObject({ id: organizerId, slug: 'luz-nueva', logo: null });
    const claimed = await change(other.organizerId, { version: 1, slug }, stranger);
    expect([claimed.status, claimed.problem.code]).toEqual([409, 'SLUG_TAKEN']);
    const created = await me.call(createOrganizer, { body: body('Otra', { slug }) });
    expect(created.problem.code).toBe('SLUG_TAKEN');
    const derived = await me.call(createOrganizer, { body: body(slug) });
    expect(derived.body.data.slug).toBe(`${slug}-2`);
    const back = await change(organizerId, { version: 2, slug });
    expect(back.body.data.slug).toBe(slug);
    const former = await app.as().call(getPublicOrganizer, { params: { slug: 'luz-nueva' } });
    expect(former.body.data.slug).toBe(slug);
  });

  test('reserved and taken addresses are refused and change nothing', async () => {
    const { organizerId, slug } = await buildOrganizer(app.db, { accountId: owner.accountId });
    const other = await buildOrganizer(app.db, { accountId: stranger.accountId });
    expect((await change(organizerId, { version: 1, slug: 'admin' })).problem.code).toBe('SLUG_RESERVED');
    expect((await change(organizerId, { version: 1, slug: other.slug })).problem.code).toBe('SLUG_TAKEN');
    const read = await me.call(getOrganizer, { params: { organizerId: String(organizerId) } });
    expect(read.body.data).toMatchObject({ slug, version: 1 });
  });

  test.each([
    ['version', { version: undefined }, 'required'],
    ['version', { version: 0 }, 'too_small'],
    ['name', { name: ' ' }, 'required'],
    ['name', { name: 'x'.repeat(151) }, 'too_long'],
    ['email', { email: 'nobody' }, 'invalid_email'],
    ['slug', { slug: 'a' }, 'too_short'],
    ['slug', { slug: 'a'.repeat(61) }, 'too_long'],
    ['slug', { slug: 'a--b' }, 'invalid_format'],
    ['website', { website: 'ftp://x' }, 'invalid_url'],
    ['description', { description: 'x'.repeat(5001) }, 'too_long'],
    ['currency', { currency: 'eur' }, 'invalid_choice'],
    ['timezone', { timezone: 'Mars/Base' }, 'invalid_timezone'],
    ['logo', { logo: null }, 'unknown_field'],
  ])('%s: %o is refused', async (path, more, code) => {
    const { organizerId } = await buildOrganizer(app.db, { accountId: owner.accountId });
    const reply = await change(organizerId, { version: 1, ...more });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('another account 404, role organizer 403', async () => {
    const { organizerId } = await buildOrganizer(app.db, { accountId: owner.accountId });
    expect((await change(organizerId, { version: 1, name: 'X' }, stranger)).status).toBe(404);
    const helper = await buildUserIn(app.db, owner.accountId, 'organizer');
    expect((await change(organizerId, { version: 1, name: 'X' }, helper)).problem.code).toBe('FORBIDDEN');
  });
});

test('the check of an address says whether it is free, and suggests one like it', async () => {
  const { organizerId, slug } = await buildOrganizer(app.db, { accountId: owner.accountId });
  const other = await buildOrganizer(app.db, { accountId: stranger.accountId });
  const ask = async (wanted: string, of?: number) =>
    (await me.call(checkSlug, { query: { slug: wanted, ...(of && { organizer_id: String(of) }) } })).body
      .data;
  expect(await ask('todavia-libre')).toEqual({ slug: 'todavia-libre', state: 'available', suggestion: null });
  expect(await ask(slug, organizerId)).toEqual({ slug, state: 'own', suggestion: null });
  expect(await ask(slug)).toEqual({ slug, state: 'taken', suggestion: `${slug}-2` });
  expect(await ask(other.slug, organizerId)).toMatchObject({ state: 'taken' });
  expect(await ask('manage')).toEqual({ slug: 'manage', state: 'reserved', suggestion: 'manage-2' });
  expect(await ask('Peña Flamenca')).toEqual({
    slug: 'Peña Flamenca',
    state: 'invalid',
    suggestion: 'pena-flamenca',
  });
  expect(await ask('')).toMatchObject({ state: 'invalid', suggestion: null });
  expect((await me.call(checkSlug, { query: { slug: 'x'.repeat(201) } })).status).toBe(422);
  expect(
    (await me.call(checkSlug, { query: { slug: 'x', organizer_id: String(other.organizerId) } })).status,
  ).toBe(404);
  const helper = app.as(await buildUserIn(app.db, owner.accountId, 'organizer'));
  expect((await helper.call(checkSlug, { query: { slug: 'x' } })).status).toBe(403);
});
