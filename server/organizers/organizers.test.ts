import { createOrganizer, getOrganizer, listOrganizers } from '@entrada/contract/organizers';
import { toSlug } from '@entrada/contract/slug';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { buildTestApp } from '../test/app.ts';
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
  expect(list.body.data.map((each) => each.name)).toEqual(['Sala Marquez', 'Sala Márquez']);
  const read = await me.call(getOrganizer, { params: { organizerId: String(made.body.data.id) } });
  expect(read.body.data).toEqual(made.body.data);
  const audited = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id'])
    .where('target_id', '=', made.body.data.id)
    .execute();
  expect(audited).toEqual([{ action: 'organizer.created', user_id: owner.userId }]);
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
  const more = { name: 'n'.repeat(150), slug: 's'.repeat(60), description: 'd'.repeat(5000) };
  expect((await me.call(createOrganizer, { body: body('', more) })).status).toBe(201);
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
