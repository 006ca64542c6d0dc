import { getPublicEvent } from '@entrada/contract/catalog/shop';
import {
  createTaxOrFee,
  deleteTaxOrFee,
  getTaxOrFee,
  listTaxesAndFees,
  updateTaxOrFee,
} from '@entrada/contract/catalog/taxes-and-fees';
import { getTicket } from '@entrada/contract/catalog/tickets';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { catalogVersion as versionOf } from '../../test/catalog/version.ts';
import { buildEvent } from '../events/factory.ts';
import { buildSale, buildTaxOrFee, buildTicket } from '../tickets/factory.ts';

type Body = Required<InputOf<typeof createTaxOrFee>['body']>;

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;
const me = app.as(owner);

const body = (more: Partial<Body> = {}): Body => ({
  name: 'IVA',
  type: 'tax',
  calculation: 'percentage',
  rate: '21',
  amount: null,
  currency: null,
  included: false,
  isDefault: false,
  ...more,
});
const fixed = (more: Partial<Body> = {}) =>
  body({ type: 'fee', calculation: 'fixed', rate: null, amount: 150, currency: 'EUR', ...more });
const params = (id: number) => ({ taxOrFeeId: String(id) });
const create = (more: Partial<Body> = {}) => me.call(createTaxOrFee, { body: body(more) });
const catalogVersion = (eventId: number) => versionOf(app.db, eventId);
const actionsOn = async (id: number) =>
  (
    await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', 'tax_or_fee')
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((row) => row.action);

describe('creating', () => {
  test('a percentage keeps four decimals, an amount its currency', async () => {
    const tax = await create({ rate: '5.1234', included: true, isDefault: true });
    expect(tax.status).toBe(201);
    expect(tax.body.data).toMatchObject({
      version: 1,
      rate: '5.1234',
      amount: null,
      currency: null,
      included: true,
      isDefault: true,
      tickets: 0,
    });
    const fee = (await me.call(createTaxOrFee, { body: fixed({ amount: 1250, currency: 'KWD' }) })).body.data;
    expect(fee).toMatchObject({ type: 'fee', rate: null, amount: 1250, currency: 'KWD' });
    expect(await actionsOn(fee.id)).toEqual(['tax_or_fee.created']);
  });

  test('what is left open follows the custom of the currency: a tax is included, and on new tickets', async () => {
    const { included: _i, isDefault: _d, ...open } = body();
    const made = async (account: { token: string }, more: Partial<Body> = {}) => {
      const reply = await app.as(account).call(createTaxOrFee, { body: { ...open, ...more } });
      expect(reply.status).toBe(201);
      return [reply.body.data.included, reply.body.data.isDefault];
    };
    const dollars = await buildAccount(app.db, { currency: 'USD' });
    expect(await made(owner)).toEqual([true, true]);
    expect(await made(owner, { included: false })).toEqual([false, true]);
    expect(await made(owner, { type: 'fee' })).toEqual([false, false]);
    expect(await made(dollars)).toEqual([false, false]);
    const amount = { calculation: 'fixed', rate: null, amount: 100 } as const;
    expect(await made(dollars, { ...amount, currency: 'EUR' })).toEqual([true, true]);
    expect(await made(owner, { ...amount, currency: 'USD' })).toEqual([false, false]);
  });

  test.each<[string, Body, string]>([
    ['name', body({ name: ' ' }), 'required'],
    ['name', body({ name: 'n'.repeat(151) }), 'too_long'],
    ['rate', body({ rate: null }), 'required'],
    ['rate', body({ rate: '100.0001' }), 'too_big'],
    ['rate', body({ rate: '1000' }), 'invalid_format'],
    ['rate', body({ rate: '1.23456' }), 'invalid_format'],
    ['rate', body({ rate: '-1' }), 'invalid_format'],
    ['rate', body({ rate: '1,5' }), 'invalid_format'],
    ['rate', fixed({ rate: '1' }), 'invalid_choice'],
    ['amount', fixed({ amount: null }), 'required'],
    ['amount', fixed({ amount: -1 }), 'too_small'],
    ['amount', fixed({ amount: 1.5 }), 'invalid_format'],
    ['amount', fixed({ amount: 100_000_000_000 }), 'too_big'],
    ['amount', body({ amount: 1 }), 'invalid_choice'],
    ['currency', fixed({ currency: null }), 'required'],
    ['currency', body({ currency: 'EUR' }), 'invalid_choice'],
    ['currency', fixed({ currency: 'XXX' as 'EUR' }), 'invalid_choice'],
    ['included', fixed({ included: true }), 'invalid_choice'],
    ['type', body({ type: 'levy' as 'tax' }), 'invalid_choice'],
  ])('%s beyond its edge is refused', async (path, given, code) => {
    const reply = await me.call(createTaxOrFee, { body: given });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test.each<[string, Body]>([
    ['the whole price', body({ rate: '100' })],
    ['nothing', body({ rate: '0', name: 'n'.repeat(150) })],
    ['the smallest share', body({ rate: '0.0001' })],
    ['no amount', fixed({ amount: 0 })],
    ['the largest amount', fixed({ amount: 99_999_999_999 })],
  ])('%s is accepted', async (_, given) => {
    expect((await me.call(createTaxOrFee, { body: given })).status).toBe(201);
  });
});

describe('changing', () => {
  test('its tickets get new prices, and of their event only the version of the catalogue rises', async () => {
    const { eventId } = await buildEvent(app.db, { accountId });
    const { eventId: otherId } = await buildEvent(app.db, { accountId });
    const made = (await create({ rate: '10' })).body.data;
    const { ticketId } = await buildTicket(app.db, { accountId, eventId, taxesAndFees: [made.id] });
    await buildTicket(app.db, { accountId, eventId: otherId });
    const versions = [await catalogVersion(eventId), await catalogVersion(otherId)];
    const changed = await me.call(updateTaxOrFee, {
      params: params(made.id),
      body: { ...body({ rate: '12.5', name: 'VAT' }), version: 1 },
    });
    expect(changed.body.data).toMatchObject({ rate: '12.5000', name: 'VAT', version: 2, tickets: 1 });
    expect(await catalogVersion(eventId)).toBeGreaterThan(versions[0] ?? 0);
    expect(await catalogVersion(otherId)).toBe(versions[1]);
    const seen = await app.as().call(getPublicEvent, { params: { eventId: String(eventId) } });
    expect(seen.body.data.tickets.find((ticket) => ticket.id === ticketId)?.taxesAndFees).toMatchObject([
      { name: 'VAT', rate: '12.5000' },
    ]);
    expect(await actionsOn(made.id)).toEqual(['tax_or_fee.created', 'tax_or_fee.updated']);
  });

  test('an old version is refused and says which is current', async () => {
    const made = (await create()).body.data;
    const change = (version: number) =>
      me.call(updateTaxOrFee, { params: params(made.id), body: { ...body({ rate: '4' }), version } });
    expect((await change(1)).status).toBe(200);
    expect((await change(1)).problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  });

  test('an amount becomes a percentage', async () => {
    const made = (await me.call(createTaxOrFee, { body: fixed() })).body.data;
    const reply = await me.call(updateTaxOrFee, {
      params: params(made.id),
      body: { ...body({ type: 'fee' }), version: 1 },
    });
    expect(reply.body.data).toMatchObject({ calculation: 'percentage', amount: null, currency: null });
  });

  test('an amount can’t move to a currency that its tickets are not sold in', async () => {
    const { eventId } = await buildEvent(app.db, { accountId, currency: 'EUR' });
    const { id } = (await me.call(createTaxOrFee, { body: fixed() })).body.data;
    const { ticketId } = await buildTicket(app.db, { accountId, eventId, taxesAndFees: [id] });
    const change = (more: Partial<Body>, version: number) =>
      me.call(updateTaxOrFee, { params: params(id), body: { ...fixed(more), version } });
    const refused = await change({ currency: 'JPY' }, 1);
    expect(refused.problem.errors).toEqual([{ path: 'currency', code: 'invalid_choice' }]);
    expect((await change({ amount: 175 }, 1)).status).toBe(200);
    // Such a row may be older than the rule, or was attached at the same moment. Its amount must not count in another
    // currency.
    await app.db.updateTable('taxes_and_fees').set({ currency: 'JPY' }).where('id', '=', id).execute();
    const seen = await app.as().call(getPublicEvent, { params: { eventId: String(eventId) } });
    expect(seen.body.data.tickets.find((ticket) => ticket.id === ticketId)?.taxesAndFees).toEqual([]);
  });

  test('many changes and sales at once wait for one another, and all of them finish', async () => {
    const events = await Promise.all([1, 2, 3].map(() => buildEvent(app.db, { accountId })));
    const made = await Promise.all([1, 2, 3].map(() => create()));
    const ids = made.map((reply) => reply.body.data.id);
    for (const { eventId } of events) await buildTicket(app.db, { accountId, eventId, taxesAndFees: ids });
    const replies = await Promise.all(
      ids.flatMap((id) =>
        [1, 2, 3].map(() =>
          me.call(updateTaxOrFee, { params: params(id), body: { ...body({ rate: '7' }), version: 1 } }),
        ),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([
      200, 200, 200, 409, 409, 409, 409, 409, 409,
    ]);
  });
});

describe('deleting', () => {
  test('takes it off every ticket and leaves orders as they were', async () => {
    const { eventId } = await buildEvent(app.db, { accountId });
    const made = (await create()).body.data;
    const kept = await buildTaxOrFee(app.db, { accountId, name: 'Kept' });
    const built = await buildTicket(app.db, { accountId, eventId, taxesAndFees: [made.id, kept.id] });
    const sale = await buildSale(app.db, { accountId, eventId, ...built });
    const snapshot = [{ id: made.id, name: 'IVA', value: 434 }];
    await app.db
      .updateTable('order_items')
      .set({ charges: JSON.stringify(snapshot) })
      .where('id', '=', sale.orderItemId)
      .execute();
    const version = await catalogVersion(eventId);
    expect((await me.call(getTaxOrFee, { params: params(made.id) })).body.data.tickets).toBe(1);
    expect((await me.call(deleteTaxOrFee, { params: params(made.id) })).status).toBe(204);
    expect((await me.call(getTaxOrFee, { params: params(made.id) })).status).toBe(404);
    expect((await me.call(deleteTaxOrFee, { params: params(made.id) })).status).toBe(404);
    const ticket = await me.call(getTicket, {
      params: { eventId: String(eventId), ticketId: String(built.ticketId) },
    });
    expect(ticket.body.data.taxesAndFees.map((taxOrFee) => taxOrFee.name)).toEqual(['Kept']);
    expect(await catalogVersion(eventId)).toBeGreaterThan(version);
    const item = await app.db
      .selectFrom('order_items')
      .select('charges')
      .where('id', '=', sale.orderItemId)
      .executeTakeFirstOrThrow();
    expect(item.charges).toEqual(snapshot);
  });
});

test('the list sorts, filters, searches and counts tickets', async () => {
  const account = await buildAccount(app.db);
  const they = app.as(account);
  const { eventId } = await buildEvent(app.db, { accountId: account.accountId });
  const vat = await buildTaxOrFee(app.db, {
    accountId: account.accountId,
    name: 'Márquez tax',
    isDefault: true,
  });
  await buildTaxOrFee(app.db, { accountId: account.accountId, name: 'Booking', type: 'fee', amount: 100 });
  await buildTicket(app.db, { accountId: account.accountId, eventId, taxesAndFees: [vat.id] });
  await buildTicket(app.db, { accountId: account.accountId, eventId, taxesAndFees: [vat.id] });
  const names = async (query: Record<string, string>) =>
    (await they.call(listTaxesAndFees, { query })).body.data.map((taxOrFee) => [
      taxOrFee.name,
      taxOrFee.tickets,
    ]);
  expect(await names({})).toEqual([
    ['Márquez tax', 2],
    ['Booking', 0],
  ]);
  expect(await names({ sort_by: 'name' })).toEqual([
    ['Booking', 0],
    ['Márquez tax', 2],
  ]);
  expect(await names({ query: 'marq' })).toEqual([['Márquez tax', 2]]);
  expect(await names({ 'filter_fields[type][eq]': 'fee' })).toEqual([['Booking', 0]]);
  expect(await names({ 'filter_fields[is_default][eq]': 'true' })).toEqual([['Márquez tax', 2]]);
  const refused = await they.call(listTaxesAndFees, { query: { sort_by: 'rate' } });
  expect(refused.problem.errors?.[0]?.allowed).toEqual(['name', 'created_at']);
});

test('another account gets 404; an organizer reads and does not change', async () => {
  const made = (await create()).body.data;
  const target = { params: params(made.id) };
  const change = { ...target, body: { ...body({ rate: '4' }), version: 1 } };
  const them = app.as(stranger);
  expect((await them.call(getTaxOrFee, target)).status).toBe(404);
  expect((await them.call(updateTaxOrFee, change)).status).toBe(404);
  expect((await them.call(deleteTaxOrFee, target)).status).toBe(404);
  expect((await them.call(listTaxesAndFees, {})).body.data).toEqual([]);
  const organizer = app.as(await buildUserIn(app.db, accountId, 'organizer'));
  expect((await organizer.call(listTaxesAndFees, {})).status).toBe(200);
  expect((await organizer.call(createTaxOrFee, { body: body() })).status).toBe(403);
  expect((await organizer.call(updateTaxOrFee, change)).status).toBe(403);
  expect((await organizer.call(deleteTaxOrFee, target)).status).toBe(403);
  const admin = app.as(await buildUserIn(app.db, accountId, 'admin'));
  expect((await admin.call(updateTaxOrFee, change)).status).toBe(200);
});
