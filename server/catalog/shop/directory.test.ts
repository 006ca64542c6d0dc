import {
  getPublicOrganizer,
  listPublicEvents,
  listPublicOrganizerEvents,
  listPublicPlaces,
} from '@entrada/contract/catalog/shop';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent, type EventOverrides } from '../events/factory.ts';
import { buildOrganizer } from '../organizers/factory.ts';
import { buildTaxOrFee, buildTicket } from '../tickets/factory.ts';

const app = await buildTestApp();
const { accountId } = await buildAccount(app.db);
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

test('the directory holds published events that are not over, with the lowest all-in price', async () => {
  const own = await buildAccount(app.db);
  const { organizerId, slug } = await buildOrganizer(app.db, {
    accountId: own.accountId,
    name: 'Directorio',
  });
  const make = async (title: string, more: object = {}) =>
    (await buildEvent(app.db, { accountId: own.accountId, organizerId, title, ...more })).eventId;
  const tax = await buildTaxOrFee(app.db, { accountId: own.accountId });
  const fee = await buildTaxOrFee(app.db, {
    accountId: own.accountId,
    name: 'Gestión',
    type: 'fee',
    amount: 100,
  });
  const carried = { taxesAndFees: [tax.id, fee.id] };
  const priced = await make('Zarzuela Márquez', { startsAt: inHours(5) });
  await buildTicket(app.db, { accountId: own.accountId, eventId: priced, amount: 2000, ...carried });
  await buildTicket(app.db, { accountId: own.accountId, eventId: priced, amount: 900, ...carried });
  await buildTicket(app.db, { accountId: own.accountId, eventId: priced, amount: 100, hidden: true });
  await buildTicket(app.db, { accountId: own.accountId, eventId: priced, amount: 100, quantity: 0 });
  const soldOut = await make('Zarzuela B', { startsAt: inHours(6) });
  await buildTicket(app.db, { accountId: own.accountId, eventId: soldOut, quantity: 0 });
  await make('Zarzuela C', { startsAt: inHours(7) });
  await make('Zarzuela draft', { status: 'draft' });
  await make('Zarzuela archived', { status: 'archived' });
  await make('Zarzuela past', { startsAt: inHours(-50) });
  const reply = await app.as().call(listPublicEvents, { query: { query: 'zarzuela' } });
  expect(reply.body.data.map((card) => [card.title, card.availability, card.fromPrice])).toEqual([
    ['Zarzuela Márquez', 'on_sale', 1210],
    ['Zarzuela B', 'sold_out', null],
    ['Zarzuela C', 'none', null],
  ]);
  expect(reply.body.data[0]?.path).toBe(`/${slug}/event/${priced}/zarzuela-marquez`);
  expect((await app.as().call(listPublicEvents, { query: { query: 'mar' } })).body.data).toHaveLength(1);
  expect(
    (await app.as().call(listPublicEvents, { query: { 'filter_fields[state][eq]': 'past' } })).status,
  ).toBe(422);
  expect(
    (await app.as().call(listPublicEvents, { query: { 'filter_fields[days][eq]': 'tomorrow' } })).problem
      .errors?.[0]?.allowed,
  ).toEqual(['today', 'weekend', 'week', 'month']);

  const page = (state?: string) =>
    app.as().call(listPublicOrganizerEvents, {
      params: { organizerId: String(organizerId) },
      query: state ? { 'filter_fields[state][eq]': state } : {},
    });
  expect((await page('past')).body.data.map((card) => card.title)).toEqual(['Zarzuela past']);
  expect((await page('upcoming')).body.meta.total).toBe(3);
  expect((await page()).body.meta.total).toBe(4);
  expect((await page('ended')).problem.errors?.[0]?.allowed).toEqual(['upcoming', 'past']);

  const organizer = await app.as().call(getPublicOrganizer, { params: { slug } });
  expect(organizer.body.data).toMatchObject({ id: organizerId, name: 'Directorio', eventCount: 4 });
});

test('the directory is searched by place, organizer and text, and narrowed by day and place', async () => {
  const own = await buildAccount(app.db);
  const organizer = async (name: string) =>
    (await buildOrganizer(app.db, { accountId: own.accountId, name })).organizerId;
  const [quay, attic] = [await organizer('Muelle Sonoro'), await organizer('Desván')];
  const make = async (title: string, organizerId: number, more: Partial<EventOverrides>) =>
    (await buildEvent(app.db, { accountId: own.accountId, organizerId, title, ...more })).eventId;
  const soon = await make('Quarzo uno', quay, {
    startsAt: inHours(1),
    description: '<p>Una noche de <strong>theremín</strong></p>',
    settings: { city: 'Cádiz', venue_name: 'Baluarte' },
  });
  const later = await make('Quarzo dos', attic, {
    startsAt: inHours(24 * 20),
    settings: { city: 'cadiz ' },
  });
  const far = await make('Quarzo tres', attic, {
    startsAt: inHours(24 * 90),
    settings: { is_online: true, city: 'Cádiz' },
  });
  const found = async (query: Record<string, string>) =>
    (await app.as().call(listPublicEvents, { query })).body.data.map((card) => card.id);
  expect(await found({ query: 'theremin' })).toEqual([soon]);
  expect(await found({ query: 'strong theremin' })).toEqual([]);
  expect(await found({ query: 'baluarte quarzo' })).toEqual([soon]);
  expect(await found({ query: 'muelle' })).toEqual([soon]);
  expect(await found({ query: 'cadiz quarzo' })).toEqual([soon, later, far]);
  const place = (value: string) => ({ query: 'quarzo', 'filter_fields[place][eq]': value });
  expect(await found(place('CADIZ'))).toEqual([soon, later]);
  expect(await found(place('online'))).toEqual([far]);
  const days = (value: string) => ({ query: 'quarzo', 'filter_fields[days][eq]': value });
  expect(await found(days('week'))).toEqual([soon]);
  expect(await found(days('month'))).toEqual([soon, later]);
  const places = (await app.as().call(listPublicPlaces, {})).body.data;
  expect(places.cities.filter(({ city }) => /c[aá]diz/i.test(city))).toHaveLength(1);
  expect(places.onlineEvents).toBeGreaterThan(0);

  // The searched text follows every change.
  await app.db.updateTable('organizers').set({ name: 'Nuevo Muelle' }).where('id', '=', quay).execute();
  await app.db.updateTable('events').set({ title: 'Basalto' }).where('id', '=', soon).execute();
  await app.db.updateTable('event_settings').set({ city: 'Málaga' }).where('event_id', '=', soon).execute();
  expect(await found({ query: 'nuevo basalto malaga' })).toEqual([soon]);
  expect(await found({ query: 'sonoro' })).toEqual([]);
});

test.each([
  ['free tickets only', [{ type: 'free' }], 'free', 0],
  ['a donation without a minimum', [{ type: 'donation', amount: 0 }], 'by_donation', 0],
  ['a free ticket beside a paid one', [{ type: 'free' }, { type: 'paid', amount: 900 }], 'partly_free', 0],
  [
    'a donation beside a ticket',
    [
      { type: 'donation', amount: 0 },
      { type: 'paid', amount: 700 },
    ],
    'paid',
    700,
  ],
  ['a donation of at least 3 euros', [{ type: 'donation', amount: 300 }], 'paid', 300],
  [
    'a free ticket that is gone',
    [
      { type: 'free', quantity: 0 },
      { type: 'paid', amount: 900 },
    ],
    'paid',
    900,
  ],
] as const)('a card says what costs nothing: %s', async (name, tickets, pricing, fromPrice) => {
  const title = `Price ${name}`;
  const { eventId } = await buildEvent(app.db, { accountId, title });
  for (const ticket of tickets) await buildTicket(app.db, { accountId, eventId, ...ticket });
  const [card] = (await app.as().call(listPublicEvents, { query: { query: title } })).body.data;
  expect(card).toMatchObject({ pricing, fromPrice });
});

test('what does not exist is 404', async () => {
  for (const slug of ['nobody', 'a\u0000b', '%', 'x'.repeat(61)]) {
    expect((await app.as().call(getPublicOrganizer, { params: { slug } })).status).toBe(404);
  }
  const params = { organizerId: '999999' };
  expect((await app.as().call(listPublicOrganizerEvents, { params })).status).toBe(404);
});
