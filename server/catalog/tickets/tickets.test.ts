import {
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  updateTicket,
} from '@entrada/contract/catalog/tickets';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import {
  type TicketBody as Body,
  ticketBody as body,
  type PriceBody,
  priceBody as price,
} from '../../test/catalog/ticket-body.ts';
import { catalogVersion as versionOf } from '../../test/catalog/version.ts';
import { buildEvent } from '../events/factory.ts';
import { buildSale, buildTaxOrFee, buildTicket } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;
const me = app.as(owner);
await buildTaxOrFee(app.db, { accountId, name: 'IVA', isDefault: true });
await buildTaxOrFee(app.db, { accountId, name: 'Gestión', type: 'fee', amount: 150, isDefault: true });
await buildTaxOrFee(app.db, { accountId, name: 'Not by default' });

const newEvent = async (more: object = {}) => (await buildEvent(app.db, { accountId, ...more })).eventId;
const params = (eventId: number, ticketId?: number) => ({
  eventId: String(eventId),
  ticketId: String(ticketId),
});
const create = (eventId: number, more: Partial<Body> = {}) =>
  me.call(createTicket, { params: params(eventId), body: body(more) });
const catalogVersion = (eventId: number) => versionOf(app.db, eventId);

describe('creating', () => {
  test('a ticket goes to the end with a counter for each price and the default taxes and fees', async () => {
    const eventId = await newEvent();
    const first = await create(eventId);
    expect(first.status).toBe(201);
    const tiers = [
      price({ label: 'Early', quantity: 5 }),
      price({ label: 'Late', amount: 3000, quantity: null }),
    ];
    const made = (await create(eventId, { type: 'tiered', prices: tiers })).body.data;
    expect(made).toMatchObject({ position: 2, version: 1, availability: 'on_sale', hasSales: false });
    expect(made.prices.map((each) => [each.label, each.amount, each.quantity, each.available])).toEqual([
      ['Early', 2500, 5, 5],
      ['Late', 3000, null, null],
    ]);
    expect(made.taxesAndFees.map((taxOrFee) => [taxOrFee.name, taxOrFee.rate, taxOrFee.amount])).toEqual([
      ['IVA', '21.0000', null],
      ['Gestión', null, 150],
    ]);
    const counters = await app.db
      .selectFrom('counters')
      .select(['kind', 'quantity', 'ceiling', 'sold', 'reserved'])
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute();
    expect(counters).toEqual(
      [100, 5, null].map((quantity) => ({
        kind: 'price',
        quantity,
        ceiling: quantity,
        sold: 0,
        reserved: 0,
      })),
    );
    expect(await catalogVersion(eventId)).toBeGreaterThan(1);
    const actions = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', made.id)
      .where('target_type', '=', 'ticket')
      .execute();
    expect(actions).toEqual([{ action: 'ticket.created' }]);
  });

  test('free tickets and donations carry no taxes or fees', async () => {
    const eventId = await newEvent();
    const free = await create(eventId, { type: 'free', prices: [price({ amount: 0 })] });
    const donation = await create(eventId, { type: 'donation', prices: [price({ amount: 500 })] });
    expect([free.body.data.taxesAndFees, donation.body.data.taxesAndFees]).toEqual([[], []]);
  });

  test.each<[string, Partial<Body>, string]>([
    ['name', { name: '  ' }, 'required'],
    ['name', { name: 'x'.repeat(151) }, 'too_long'],
    ['description', { description: 'x'.repeat(5001) }, 'too_long'],
    ['minPerOrder', { minPerOrder: 0 }, 'too_small'],
    ['maxPerOrder', { maxPerOrder: 1001 }, 'too_big'],
    ['maxPerOrder', { minPerOrder: 5, maxPerOrder: 4 }, 'too_small'],
    [
      'saleEndsAt',
      { saleStartsAt: '2030-01-01T00:00:00Z', saleEndsAt: '2030-01-01T00:00:00Z' },
      'must_be_after_start',
    ],
    ['prices', { prices: [] }, 'required'],
    ['prices', { prices: [price(), price()] }, 'too_big'],
    [
      'prices',
      { type: 'tiered', prices: Array.from({ length: 51 }, () => price({ label: 'x' })) },
      'too_long',
    ],
    ['prices.0.label', { type: 'tiered', prices: [price()] }, 'required'],
    ['prices.0.amount', { prices: [price({ amount: 0 })] }, 'too_small'],
    ['prices.0.amount', { prices: [price({ amount: -1 })] }, 'too_small'],
    ['prices.0.amount', { prices: [price({ amount: 100_000_000_000 })] }, 'too_big'],
    ['prices.0.amount', { prices: [price({ amount: 1.5 })] }, 'invalid_format'],
    ['prices.0.amount', { type: 'free', prices: [price({ amount: 1 })] }, 'too_big'],
    ['prices.0.quantity', { prices: [price({ quantity: -1 })] }, 'too_small'],
    ['prices.0.quantity', { prices: [price({ quantity: 2_147_483_648 })] }, 'too_big'],
  ])('%s beyond its edge is refused', async (path, more, code) => {
    const reply = await create(await newEvent(), more);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('the edges themselves are accepted', async () => {
    const edges = {
      name: 'n'.repeat(150),
      description: 'é'.repeat(5000),
      minPerOrder: 1000,
      maxPerOrder: 1000,
      type: 'tiered' as const,
      prices: Array.from({ length: 50 }, (_, index) =>
        price({ label: 'l'.repeat(150), amount: index ? 99_999_999 : 0, quantity: 2_147_483_647 }),
      ),
    };
    expect((await create(await newEvent(), edges)).status).toBe(201);
    expect(
      (await create(await newEvent(), { prices: [price({ quantity: 0 })] })).body.data.availability,
    ).toBe('sold_out');
  });

  test('many at once take places of their own', async () => {
    const eventId = await newEvent();
    const replies = await Promise.all([1, 2, 3, 4].map(() => create(eventId)));
    expect(replies.map((reply) => reply.body.data.position).sort()).toEqual([1, 2, 3, 4]);
  });

  test('an archived event takes none', async () => {
    expect((await create(await newEvent({ status: 'archived' }))).problem.code).toBe('EVENT_ARCHIVED');
  });
});

describe('changing', () => {
  test('fields and prices change, are added and removed, in the given order', async () => {
    const eventId = await newEvent();
    const tiers = [price({ label: 'A' }), price({ label: 'B' }), price({ label: 'C' })];
    const made = (await create(eventId, { type: 'tiered', prices: tiers })).body.data;
    const [a, , c] = made.prices;
    const version = await catalogVersion(eventId);
    const reply = await me.call(updateTicket, {
      params: params(eventId, made.id),
      body: {
        ...body({ type: 'tiered', name: 'Renamed', hidden: true }),
        version: 1,
        prices: [
          price({ ...(c && { id: c.id }), label: 'C2', quantity: 7 }),
          price({ ...(a && { id: a.id }), label: 'A' }),
          price({ label: 'New' }),
        ],
      },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      name: 'Renamed',
      version: 2,
      availability: 'hidden',
      position: made.position,
    });
    expect(reply.body.data.prices.map((each) => [each.label, each.quantity])).toEqual([
      ['C2', 7],
      ['A', 100],
      ['New', 100],
    ]);
    expect(reply.body.data.prices.slice(0, 2).map((each) => each.id)).toEqual([c?.id, a?.id]);
    const counters = await app.db
      .selectFrom('counters')
      .select('id')
      .where('event_id', '=', eventId)
      .execute();
    expect(counters).toHaveLength(3);
    expect(await catalogVersion(eventId)).toBeGreaterThan(version);
  });

  test('a quantity below the sold and held only stops sales; raising it opens them again', async () => {
    const eventId = await newEvent();
    const built = await buildTicket(app.db, { accountId, eventId, quantity: 10 });
    await app.db
      .updateTable('counters')
      .set({ sold: 4, reserved: 2 })
      .where('id', '=', built.counterId)
      .execute();
    const counter = () =>
      app.db
        .selectFrom('counters')
        .select(['quantity', 'ceiling'])
        .where('id', '=', built.counterId)
        .executeTakeFirstOrThrow();
    const set = async (quantity: number | null, version: number) =>
      (
        await me.call(updateTicket, {
          params: params(eventId, built.ticketId),
          body: { ...body(), version, prices: [price({ id: built.priceId, quantity })] },
        })
      ).body.data.prices[0];
    expect(await set(3, 1)).toMatchObject({
      quantity: 3,
      sold: 4,
      reserved: 2,
      available: 0,
      availability: 'sold_out',
    });
    expect(await counter()).toEqual({ quantity: 3, ceiling: 6 });
    expect(await set(8, 2)).toMatchObject({ available: 2, availability: 'on_sale' });
    expect(await counter()).toEqual({ quantity: 8, ceiling: 8 });
    expect(await set(null, 3)).toMatchObject({ quantity: null, available: null });
    expect(await counter()).toEqual({ quantity: null, ceiling: null });
  });

  test('with sales the type and the sold prices stay, and the ticket cannot be deleted', async () => {
    const eventId = await newEvent();
    const built = await buildTicket(app.db, {
      accountId,
      eventId,
      type: 'tiered',
      prices: [{ label: 'A' }, { label: 'B' }],
    });
    await buildSale(app.db, { accountId, eventId, ...built });
    const target = params(eventId, built.ticketId);
    const [a, b] = built.prices;
    const change = (more: Partial<Body>) =>
      me.call(updateTicket, { params: target, body: { ...body({ type: 'tiered', ...more }), version: 1 } });
    expect((await me.call(getTicket, { params: target })).body.data.hasSales).toBe(true);
    const typed = await change({ type: 'paid', prices: [price({ id: a?.priceId })] });
    expect(typed.problem).toMatchObject({ status: 409, code: 'TICKET_TYPE_LOCKED' });
    const dropped = await change({ prices: [price({ id: b?.priceId, label: 'B' })] });
    expect(dropped.problem).toMatchObject({ status: 409, code: 'TICKET_HAS_SALES' });
    expect((await me.call(deleteTicket, { params: target })).problem.code).toBe('TICKET_HAS_SALES');
    const unsold = await change({ prices: [price({ id: a?.priceId, label: 'A', hidden: true })] });
    expect(unsold.status).toBe(200);
    expect(unsold.body.data.prices).toHaveLength(1);
  });

  test('a free ticket that becomes a paid one gets the default taxes and fees', async () => {
    const eventId = await newEvent();
    const made = (await create(eventId, { type: 'free', prices: [price({ amount: 0 })] })).body.data;
    const reply = await me.call(updateTicket, {
      params: params(eventId, made.id),
      body: { ...body(), version: 1, prices: [price({ id: made.prices[0]?.id })] },
    });
    expect(reply.body.data.taxesAndFees).toHaveLength(2);
  });

  test('an old version, a price of another ticket and one given twice are refused', async () => {
    const eventId = await newEvent();
    const made = (await create(eventId)).body.data;
    const other = (await create(eventId)).body.data;
    const foreign = await buildEvent(app.db, { accountId: stranger.accountId });
    const theirs = await buildTicket(app.db, { accountId: stranger.accountId, eventId: foreign.eventId });
    const change = (version: number, prices: PriceBody[], type: Body['type'] = 'paid') =>
      me.call(updateTicket, {
        params: params(eventId, made.id),
        body: { ...body({ type }), version, prices },
      });
    const own = { id: made.prices[0]?.id, label: 'x' };
    expect((await change(2, [price(own)])).problem).toMatchObject({
      code: 'STALE_VERSION',
      params: { version: 1 },
    });
    expect((await change(1, [price({ id: other.prices[0]?.id })])).status).toBe(404);
    expect((await change(1, [price({ id: theirs.priceId })])).status).toBe(404);
    const twice = await change(1, [price(own), price(own)], 'tiered');
    expect(twice.problem.errors).toEqual([{ path: 'prices.1.id', code: 'duplicate' }]);
    expect(
      (await me.call(createTicket, { params: params(eventId), body: body({ prices: [price(own)] }) })).status,
    ).toBe(404);
  });
});

test('a ticket without orders is deleted with its prices and counters', async () => {
  const eventId = await newEvent();
  const made = (await create(eventId)).body.data;
  expect((await me.call(deleteTicket, { params: params(eventId, made.id) })).status).toBe(204);
  expect((await me.call(getTicket, { params: params(eventId, made.id) })).status).toBe(404);
  expect(await app.db.selectFrom('counters').select('id').where('event_id', '=', eventId).execute()).toEqual(
    [],
  );
  expect((await me.call(deleteTicket, { params: params(eventId, made.id) })).status).toBe(404);
});

test('an amount that the provider would not charge is refused when it is entered', async () => {
  const eventId = await newEvent();
  const reply = await create(eventId, { prices: [price({ amount: 1 })] });
  expect(reply.problem).toMatchObject({ status: 422, code: 'PRICE_BELOW_PROVIDER_MINIMUM' });
  const min = Number(reply.problem.params?.['min']);
  expect(min).toBeGreaterThan(1);
  const donation = await create(eventId, { type: 'donation', prices: [price({ amount: min - 1 })] });
  expect(donation.problem.code).toBe('PRICE_BELOW_PROVIDER_MINIMUM');
  expect((await create(eventId, { type: 'donation', prices: [price({ amount: 0 })] })).status).toBe(201);
  const made = await create(eventId, { prices: [price({ amount: min })] });
  expect(made.status).toBe(201);
  // A stored amount does not prevent another change, even if the provider would refuse the amount now.
  const old = await buildTicket(app.db, { accountId, eventId, amount: 1 });
  const renamed = await me.call(updateTicket, {
    params: params(eventId, old.ticketId),
    body: { ...body({ name: 'Renamed' }), version: 1, prices: [price({ id: old.priceId, amount: 1 })] },
  });
  expect(renamed.status).toBe(200);
});

test('an amount that the provider takes only in steps is refused with the step', async () => {
  const eventId = await newEvent({ currency: 'KWD' });
  const reply = await create(eventId, { prices: [price({ amount: 12_345 })] });
  expect(reply.problem.errors).toEqual([{ path: 'prices.0.amount', code: 'not_a_multiple', min: 10 }]);
  expect((await create(eventId, { prices: [price({ amount: 12_340 })] })).status).toBe(201);
});

test('another account gets 404 everywhere, nobody 401; a ticket is found below its own event only', async () => {
  const eventId = await newEvent();
  const { ticketId, priceId } = await buildTicket(app.db, { accountId, eventId });
  const them = app.as(stranger);
  const target = params(eventId, ticketId);
  const change = { ...body(), version: 1, prices: [price({ id: priceId })] };
  expect((await them.call(listTickets, { params: target })).status).toBe(404);
  expect((await them.call(getTicket, { params: target })).status).toBe(404);
  expect((await them.call(createTicket, { params: target, body: body() })).status).toBe(404);
  expect((await them.call(updateTicket, { params: target, body: change })).status).toBe(404);
  expect((await them.call(deleteTicket, { params: target })).status).toBe(404);
  const elsewhere = params(await newEvent(), ticketId);
  expect((await me.call(getTicket, { params: elsewhere })).status).toBe(404);
  expect((await me.call(updateTicket, { params: elsewhere, body: change })).status).toBe(404);
  expect((await me.call(deleteTicket, { params: elsewhere })).status).toBe(404);
  expect((await app.as().call(listTickets, { params: target })).status).toBe(401);
  const helper = app.as(await buildUserIn(app.db, accountId, 'organizer'));
  expect((await helper.call(updateTicket, { params: target, body: change })).status).toBe(200);
});
