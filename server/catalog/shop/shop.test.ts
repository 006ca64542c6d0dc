import {
  getPublicEvent,
  getPublicOrganizer,
  listPublicEvents,
  listPublicOrganizerEvents,
  listPublicPlaces,
  validatePromoCode,
} from '@entrada/contract/catalog/shop';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent, type EventOverrides } from '../events/factory.ts';
import { buildOrganizer } from '../organizers/factory.ts';
import { findPromoForSale } from '../promo-codes/sale-queries.ts';
import { buildPromoCode, buildTaxOrFee, buildTicket } from '../tickets/factory.ts';
import { findCatalogForSale } from './catalog-for-sale.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const params = (eventId: number) => ({ eventId: String(eventId) });
const newEvent = async (more: object = {}) => (await buildEvent(app.db, { accountId, ...more })).eventId;
const view = (eventId: number, promo_code?: string, actor: { token?: string } = {}) =>
  app.as(actor).call(getPublicEvent, {
    params: params(eventId),
    ...(promo_code !== undefined && { query: { promo_code } }),
  });

describe('what a visitor sees', () => {
  test('hidden tickets, tiers and private fields never leave the server', async () => {
    const eventId = await newEvent({
      settings: {
        online_details: 'CANARY-online',
        email_footer: 'CANARY-footer',
        pre_checkout_message: 'CANARY-pre',
        post_checkout_message: 'CANARY-post',
        is_online: true,
      },
    });
    const make = (name: string, more: object) =>
      buildTicket(app.db, { accountId, eventId, name, description: name, ...more });
    await make('Visible', {
      type: 'tiered',
      prices: [{ label: 'Shown' }, { label: 'CANARY-tier', hidden: true }],
    });
    await make('CANARY-hidden', { hidden: true });
    await make('CANARY-tiers', { type: 'tiered', prices: [{ label: 'CANARY', hidden: true }] });
    await make('CANARY-before', { hideBeforeSale: true, saleStartsAt: inHours(1) });
    await make('CANARY-after', { hideAfterSale: true, saleEndsAt: inHours(-1) });
    await make('CANARY-sold', { hideWhenSoldOut: true, quantity: 0 });
    await make('CANARY-promo', { hideWithoutPromoCode: true });
    await buildPromoCode(app.db, { accountId, eventId, code: 'CANARY-CODE', disabled: true });
    for (const reply of [
      await view(eventId),
      await view(eventId, 'CANARY-CODE'),
      await view(eventId, 'nothing\u0000'),
    ]) {
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply.body)).not.toContain('CANARY');
      expect(reply.body.data.tickets.map((ticket) => [ticket.name, ticket.prices.length])).toEqual([
        ['Visible', 1],
      ]);
      expect(reply.body.data.promo).toBeNull();
    }
    const lists = JSON.stringify([
      (await app.as().call(listPublicEvents, {})).body,
      (await view(eventId, undefined, owner)).body,
    ]);
    expect(lists).not.toContain('CANARY');
  });

  test('the same tickets show without those flags, with why they cannot be bought', async () => {
    const eventId = await newEvent();
    const make = (name: string, more: object) => buildTicket(app.db, { accountId, eventId, name, ...more });
    await make('before', { saleStartsAt: inHours(1) });
    await make('after', { saleEndsAt: inHours(-1) });
    await make('sold', { quantity: 0 });
    await make('open', { maxPerOrder: 4 });
    const { tickets } = (await view(eventId)).body.data;
    expect(tickets.map((ticket) => [ticket.name, ticket.availability, ticket.prices[0]?.maxNow])).toEqual([
      ['before', 'not_started', 0],
      ['after', 'ended', 0],
      ['sold', 'sold_out', 0],
      ['open', 'on_sale', 4],
    ]);
  });

  test('how many are left is told only where the organizer shows it', async () => {
    const eventId = await newEvent();
    const shown = await buildTicket(app.db, { accountId, eventId, quantity: 7, showQuantityRemaining: true });
    await buildTicket(app.db, { accountId, eventId, quantity: 3, position: 2 });
    await buildTicket(app.db, { accountId, eventId, quantity: null, position: 3 });
    await app.db
      .updateTable('counters')
      .set({ sold: 1, reserved: 1 })
      .where('id', '=', shown.counterId)
      .execute();
    const left = async () =>
      (await view(eventId)).body.data.tickets.map((ticket) => [
        ticket.prices[0]?.left,
        ticket.prices[0]?.maxNow,
      ]);
    expect(await left()).toEqual([
      [5, 5],
      [null, 3],
      [null, 10],
    ]);
    await app.db
      .updateTable('event_settings')
      .set({ show_available_count: true })
      .where('event_id', '=', eventId)
      .execute();
    expect(await left()).toEqual([
      [5, 5],
      [3, 3],
      [null, 10],
    ]);
  });

  test('sales end with the event', async () => {
    const eventId = await newEvent({ startsAt: inHours(-2), endsAt: inHours(-1) });
    await buildTicket(app.db, { accountId, eventId });
    expect((await view(eventId)).body.data).toMatchObject({
      lifecycle: 'ended',
      tickets: [{ availability: 'ended' }],
    });
  });

  test('colours are shown only if all of them are set', async () => {
    const colors = { color_page: '#ffffff', color_text: '#000000', color_button: '#ff4301' };
    const eventId = await newEvent({ settings: colors });
    expect((await view(eventId)).body.data.settings.colors).toBeNull();
    await app.db
      .updateTable('event_settings')
      .set({ color_button_text: '#ffffff' })
      .where('event_id', '=', eventId)
      .execute();
    expect((await view(eventId)).body.data.settings.colors).toEqual({
      page: '#ffffff',
      text: '#000000',
      button: '#ff4301',
      buttonText: '#ffffff',
    });
  });
});

test.each(['draft', 'archived'] as const)(
  'a %s event exists only for members of its account, as a preview',
  async (status) => {
    const eventId = await newEvent({ status });
    expect((await view(eventId)).status).toBe(404);
    expect((await view(eventId, undefined, stranger)).status).toBe(404);
    expect((await view(eventId, undefined, owner)).body.data.isPreview).toBe(true);
    const helper = await buildUserIn(app.db, accountId, 'organizer');
    expect((await view(eventId, undefined, helper)).status).toBe(200);
    const check = await app.as().call(validatePromoCode, { params: { ...params(eventId), code: 'ABC' } });
    expect(check.status).toBe(404);
  },
);

describe('promo codes', () => {
  test('a valid code opens its tickets, lowers only what it may, and its case does not matter', async () => {
    const eventId = await newEvent();
    const secret = await buildTicket(app.db, {
      accountId,
      eventId,
      name: 'Secret',
      hideWithoutPromoCode: true,
    });
    await buildTicket(app.db, {
      accountId,
      eventId,
      name: 'Other secret',
      hideWithoutPromoCode: true,
      position: 2,
    });
    const free = await buildTicket(app.db, { accountId, eventId, name: 'Free', type: 'free', position: 3 });
    await buildTicket(app.db, { accountId, eventId, name: 'Open', position: 4 });
    await buildPromoCode(app.db, {
      accountId,
      eventId,
      code: 'Añil10',
      ticketIds: [secret.ticketId, free.ticketId],
    });
    const opened = (await view(eventId, ' aÑIL10 ')).body.data;
    expect(opened.promo).toEqual({
      code: 'Añil10',
      discountType: 'percentage',
      percentage: '10.0000',
      amount: null,
    });
    expect(opened.tickets.map((ticket) => [ticket.name, ticket.promoApplies])).toEqual([
      ['Secret', true],
      ['Free', false],
      ['Open', false],
    ]);
    expect((await view(eventId)).body.data.tickets.map((ticket) => ticket.name)).toEqual(['Free', 'Open']);
    const valid = await app.as().call(validatePromoCode, { params: { ...params(eventId), code: 'AÑIL10' } });
    expect(valid.body.data).toEqual({ valid: true, promo: opened.promo, refusal: null });
  });

  test('a code that exists is said to be used up, expired or switched off; all others get one answer', async () => {
    const eventId = await newEvent();
    const other = await newEvent();
    await buildPromoCode(app.db, { accountId, eventId, code: 'DISABLED', disabled: true });
    await buildPromoCode(app.db, { accountId, eventId, code: 'EXPIRED', expiresAt: inHours(-1) });
    const used = await buildPromoCode(app.db, { accountId, eventId, code: 'USED', uses: 1 });
    await app.db.updateTable('counters').set({ reserved: 1 }).where('id', '=', used.counterId).execute();
    await buildPromoCode(app.db, { accountId, eventId: other, code: 'ELSEWHERE' });
    const unknown = ['ELSEWHERE', 'UNKNOWN', '%', "' or 1=1", 'x\u0000'];
    for (const [code, refusal] of [
      ['DISABLED', 'PROMO_CODE_DISABLED'],
      ['expired', 'PROMO_CODE_EXPIRED'],
      ['USED', 'PROMO_CODE_USED_UP'],
      ...unknown.map((code) => [code, 'PROMO_CODE_INVALID'] as const),
    ] as const) {
      const reply = await app.as().call(validatePromoCode, { params: { ...params(eventId), code } });
      expect([reply.status, reply.body]).toEqual([200, { data: { valid: false, promo: null, refusal } }]);
    }
  });

  test('guessing is slowed down by both ways; beyond the limit the page comes without the code', async () => {
    const eventId = await newEvent();
    await buildPromoCode(app.db, { accountId, eventId, code: 'GOOD' });
    const visitor = app.as();
    const page = () =>
      visitor.call(getPublicEvent, { params: params(eventId), query: { promo_code: 'GOOD' } });
    expect((await page()).body.data.promo?.code).toBe('GOOD');
    for (let guess = 0; guess < 19; guess += 1) {
      expect(
        (await visitor.call(validatePromoCode, { params: { ...params(eventId), code: `G${guess}` } })).status,
      ).toBe(200);
    }
    const limited = await visitor.call(validatePromoCode, { params: { ...params(eventId), code: 'GOOD' } });
    expect([limited.status, limited.problem.code]).toEqual([429, 'RATE_LIMITED']);
    const late = await page();
    expect([late.status, late.body.data.promo]).toEqual([200, null]);
  });
});

describe('lists', () => {
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
    expect(
      (await app.as().call(listPublicOrganizerEvents, { params: { organizerId: '999999' } })).status,
    ).toBe(404);
    expect((await view(999_999)).status).toBe(404);
    expect((await app.as().send({ method: 'GET', url: '/api/public/events/1e3' })).statusCode).toBe(404);
  });
});

test('a sale reads everything, hidden tickets too, with the counters', async () => {
  const eventId = await newEvent({ status: 'draft' });
  const built = await buildTicket(app.db, { accountId, eventId, hidden: true });
  const catalog = await findCatalogForSale(app.db, eventId);
  expect(catalog?.event).toMatchObject({
    id: eventId,
    accountId,
    status: 'draft',
    catalogVersion: expect.any(Number),
    settings: { orderTimeoutMinutes: 15 },
  });
  expect(catalog?.tickets[0]?.prices[0]).toMatchObject({
    id: built.priceId,
    counterId: built.counterId,
    quantity: 100,
    sold: 0,
    reserved: 0,
  });
  expect(await findCatalogForSale(app.db, 999_999)).toBeNull();
  const promo = await buildPromoCode(app.db, {
    accountId,
    eventId,
    code: 'Luz',
    ticketIds: [built.ticketId],
    uses: 3,
  });
  expect(await findPromoForSale(app.db, scopeOfRow({ accountId }), eventId, 'lUZ')).toMatchObject({
    counterId: promo.counterId,
    ticketIds: [built.ticketId],
    quantity: 3,
  });
  expect(await findPromoForSale(app.db, scopeOfRow({ accountId }), eventId, 'other')).toBeNull();
});
