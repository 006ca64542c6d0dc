import { getPublicEvent, listPublicEvents, validatePromoCode } from '@entrada/contract/catalog/shop';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';
import { findPromoForSale } from '../promo-codes/sale-queries.ts';
import { buildPromoCode, buildTicket } from '../tickets/factory.ts';
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
    await make('limited', { maxPerOrder: 2, maxIsPerPerson: true });
    const { tickets } = (await view(eventId)).body.data;
    expect(tickets.map((ticket) => [ticket.name, ticket.availability, ticket.prices[0]?.maxNow])).toEqual([
      ['before', 'not_started', 0],
      ['after', 'ended', 0],
      ['sold', 'sold_out', 0],
      ['open', 'on_sale', 4],
      ['limited', 'on_sale', 2],
    ]);
    expect(tickets.filter(({ maxIsPerPerson }) => maxIsPerPerson).map(({ name }) => name)).toEqual([
      'limited',
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

test('an event that does not exist is 404', async () => {
  expect((await view(999_999)).status).toBe(404);
  expect((await app.as().send({ method: 'GET', url: '/api/public/events/1e3' })).statusCode).toBe(404);
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
