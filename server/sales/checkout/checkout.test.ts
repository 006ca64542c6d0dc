import {
  abandonOrder,
  extendOrder,
  getIssuedTicket,
  getOrder,
  refreshPayment,
  reserveOrder,
  saveOrderDetails,
} from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildPromoCode, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { sweepHolds } from '../reservations/jobs.ts';

// Some of these tests send many requests from one address. Other tests check the limits.
const app = await buildTestApp({ config: { rateLimits: { reserve: { points: 1000, seconds: 60 } } } });
const { db } = app;
keepInvariants(db);

test('a free ticket from selection to the ticket itself', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  expect(held.status).toBe(201);
  const order = held.body.data;
  expect(order).toMatchObject({
    badge: 'RESERVED',
    step: 'details',
    total: 0,
    canExtend: true,
    holdSeconds: 900,
  });
  expect(order.secondsLeft).toBeGreaterThan(890);
  expect(held.cookies['entrada_cart']).toMatch(/^[\w-]{43}$/);
  expect(String(held.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 2 });

  const [line] = order.lines;
  const people = ['Ana', 'Bea'].map((firstName) => ({
    itemId: line?.id ?? 0,
    firstName,
    lastName: 'Roig',
    email: `${firstName.toLowerCase()}@example.com`,
  }));
  const params = { orderShortId: order.shortId };
  const body = { ...BUYER, emailConfirmation: 'LUCIA@example.com', sendAllToBuyer: false, attendees: people };
  const short = await client.call(saveOrderDetails, {
    params,
    body: { ...body, attendees: people.slice(1) },
  });
  expect(short.problem).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'attendees', code: 'too_short', min: 2 }],
  });

  const key = app.key();
  const done = await client.call(saveOrderDetails, { params, body }, { idempotencyKey: key });
  expect(done.body.data).toMatchObject({
    badge: 'COMPLETED',
    step: 'summary',
    secondsLeft: null,
    canExtend: false,
  });
  expect(done.body.data.tickets.map((ticket) => [ticket.firstName, ticket.reference])).toEqual([
    ['Ana', `${order.reference}-1`],
    ['Bea', `${order.reference}-2`],
  ]);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
  const again = await client.call(saveOrderDetails, { params, body }, { idempotencyKey: key });
  expect(again.body).toEqual(done.body);
  expect((await client.call(saveOrderDetails, { params, body })).problem.code).toBe('ORDER_COMPLETED');

  const [first] = done.body.data.tickets;
  const ticket = await client.call(getIssuedTicket, { params: { attendeeShortId: first?.shortId ?? '' } });
  expect(ticket.body.data).toMatchObject({ ticket: first, orderReference: order.reference });
  await app.runJobs();
  const mails = await db.selectFrom('mails').select(['kind', 'to_address']).orderBy('id').execute();
  expect(mails.map((mail) => [mail.kind, mail.to_address])).toEqual([
    ['order_confirmation', 'lucia@example.com'],
    ['attendee_ticket', 'bea@example.com'],
    ['attendee_ticket', 'ana@example.com'],
    ['new_order', expect.any(String)],
  ]);
});

test('50 parallel identical requests with one key are one order and 50 equal answers', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const key = app.key();
  const address = '10.97.0.1';
  const client = app.as({ address });
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }], { key }),
    ),
  );
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 1 });
  const other = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }], { key });
  expect(other.problem).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  const late = await reserveAs(app.as({ address }), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }], {
    key,
  });
  expect(late.body.data.shortId).toBe(replies[0]?.body.data.shortId);
});

test('without a key one browser has one open hold, however many times it asks at once', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const client = visitor(app);
  const body = { items: [{ priceId: shop.priceId, quantity: 1 }] };
  const params = { eventId: String(shop.eventId) };
  await client.call(reserveOrder, { params, body });
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => client.call(reserveOrder, { params, body })),
  );
  expect(new Set(replies.map((reply) => reply.body.data.shortId)).size).toBe(1);
  const changed = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      client.call(reserveOrder, {
        params,
        body: { items: [{ priceId: shop.priceId, quantity: (n % 3) + 1 }] },
      }),
    ),
  );
  expect(changed.every((reply) => reply.status === 201)).toBe(true);
  const open = await db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', shop.eventId)
    .where('status', '=', 'reserved')
    .execute();
  expect(open).toHaveLength(1);
});

test('another selection replaces the hold in one step and may use its places', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 4 } });
  const client = visitor(app);
  const first = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 3 }]);
  const second = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 4 }]);
  expect(second.status).toBe(201);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 4 });
  const old = await client.call(getOrder, { params: { orderShortId: first.body.data.shortId } });
  expect(old.body.data).toMatchObject({
    step: 'cancelled',
    endedReason: 'replaced',
    badge: 'CANCELLED',
    secondsLeft: null,
  });
  const tooMany = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 5 }]);
  expect(tooMany.problem).toMatchObject({
    code: 'NOT_ENOUGH_LEFT',
    params: { left: 4, priceId: shop.priceId },
  });
  const kept = await client.call(getOrder, { params: { orderShortId: second.body.data.shortId } });
  expect(kept.body.data.step).toBe('details');
});

test('abandoning gives the places back, repeats harmlessly and spares completed orders', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 2 } });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const params = { orderShortId: held.body.data.shortId };
  expect((await client.call(abandonOrder, { params })).status).toBe(204);
  expect((await client.call(abandonOrder, { params })).status).toBe(204);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  expect((await detailsAs(client, params.orderShortId)).problem.code).toBe('ORDER_EXPIRED');
  const bought = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  await detailsAs(client, bought.body.data.shortId);
  const refused = await client.call(abandonOrder, { params: { orderShortId: bought.body.data.shortId } });
  expect(refused.problem.code).toBe('ORDER_COMPLETED');
});

test('a repeated key extends, leaves and refreshes once and says so, another key is refused', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 2 } });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const params = { orderShortId: held.body.data.shortId };
  const key = { idempotencyKey: app.key() };
  const extended = await client.call(extendOrder, { params }, key);
  expect(extended.body.data).toMatchObject({ canExtend: false, holdSeconds: 1500 });
  // The answer was lost, so the browser asks again, twice at once and in another process, which remembers nothing.
  const again = await Promise.all([1, 2].map(() => client.call(extendOrder, { params }, key)));
  for (const { status, body } of again) {
    expect([status, body.data.holdSeconds, body.data.canExtend]).toEqual([200, 1500, false]);
  }
  const other = await client.call(extendOrder, { params }, { idempotencyKey: app.key() });
  expect(other.problem.code).toBe('ORDER_ALREADY_EXTENDED');
  const refreshed = await client.call(refreshPayment, { params }, key);
  expect(refreshed.status).toBe(200);
  for (let n = 0; n < 2; n += 1) expect((await client.call(abandonOrder, { params }, key)).status).toBe(204);
  // The repeated key of the extension still gets an answer: the order as it stands.
  const late = await client.call(extendOrder, { params }, key);
  expect([late.status, late.body.data?.step]).toEqual([200, 'cancelled']);
  const bad = await client.call(extendOrder, { params }, { idempotencyKey: 'short' });
  expect([bad.status, bad.problem.errors?.[0]?.path]).toEqual([422, 'Idempotency-Key']);
});

test('a hold is extended once, ends at its deadline and frees its places for the next buyer at once', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 1 } });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const params = { orderShortId: held.body.data.shortId };
  const extended = await client.call(extendOrder, { params });
  expect(extended.body.data.secondsLeft).toBeGreaterThan(1480);
  expect(extended.body.data).toMatchObject({ canExtend: false, holdSeconds: 1500 });
  expect((await client.call(extendOrder, { params })).problem.code).toBe('ORDER_ALREADY_EXTENDED');
  const other = visitor(app);
  const refused = await reserveAs(other, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  expect(refused.problem).toMatchObject({ code: 'SOLD_OUT', params: { left: 0 } });

  await app.travel(1501);
  try {
    expect((await client.call(getOrder, { params })).body.data.step).toBe('expired');
    expect((await detailsAs(client, params.orderShortId)).problem.code).toBe('ORDER_EXPIRED');
    const next = await reserveAs(other, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect(next.status).toBe(201);
    const old = await db
      .selectFrom('orders')
      .select(['status', 'ended_reason'])
      .where('short_id', '=', params.orderShortId)
      .executeTakeFirst();
    expect(old).toEqual({ status: 'expired', ended_reason: 'timeout' });
    await app.travel(1501 + 901);
    await sweepHolds(app.jobCtx);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  } finally {
    await app.travel(0);
  }
});

test('limits per order count over repeated lines; windows, hidden and promo-only tickets are refused', async () => {
  const shop = await buildShop(db, {
    ticket: { minPerOrder: 2, maxPerOrder: 4, type: 'tiered', prices: [{ amount: 0 }, { amount: 0 }] },
  });
  const [a, b] = shop.prices;
  const own = { accountId: shop.accountId, eventId: shop.eventId, type: 'free' as const };
  const hidden = await buildTicket(db, { ...own, hidden: true });
  const secret = await buildTicket(db, { ...own, hideWithoutPromoCode: true });
  const early = await buildTicket(db, { ...own, saleStartsAt: new Date(Date.now() + 3_600_000) });
  const over = await buildTicket(db, { ...own, saleEndsAt: new Date(Date.now() - 3_600_000) });
  await buildPromoCode(db, { ...own, code: 'ABRE', discountType: 'none', ticketIds: [secret.ticketId] });
  const ask = (items: Parameters<typeof reserveAs>[2], promoCode?: string) =>
    reserveAs(visitor(app), shop.eventId, items, promoCode === undefined ? {} : { promoCode });
  const code = async (items: Parameters<typeof reserveAs>[2], promoCode?: string) =>
    (await ask(items, promoCode)).problem.code;
  const one = (priceId: number) => [{ priceId, quantity: 1 }];
  expect(await code([{ priceId: a?.priceId ?? 0, quantity: 1 }])).toBe('BELOW_MINIMUM_PER_ORDER');
  expect(
    await code([
      { priceId: a?.priceId ?? 0, quantity: 2 },
      { priceId: b?.priceId ?? 0, quantity: 2 },
      { priceId: a?.priceId ?? 0, quantity: 1 },
    ]),
  ).toBe('ABOVE_MAXIMUM_PER_ORDER');
  expect(
    (
      await ask([
        { priceId: a?.priceId ?? 0, quantity: 1 },
        { priceId: b?.priceId ?? 0, quantity: 1 },
      ])
    ).status,
  ).toBe(201);
  expect(await code(one(hidden.priceId))).toBe('TICKET_UNAVAILABLE');
  expect(await code(one(secret.priceId))).toBe('TICKET_UNAVAILABLE');
  expect(await code(one(secret.priceId), 'nope')).toBe('PROMO_CODE_INVALID');
  expect((await ask(one(secret.priceId), 'abre')).status).toBe(201);
  const past = { ticketIds: [secret.ticketId], expiresAt: new Date(Date.now() - 60_000) };
  await buildPromoCode(db, { ...own, ...past, code: 'ABRIA' });
  expect(await code(one(secret.priceId), 'abria')).toBe('PROMO_CODE_EXPIRED');
  await buildPromoCode(db, { ...own, code: 'CIERRA', ticketIds: [secret.ticketId], disabled: true });
  expect(await code(one(secret.priceId), 'cierra')).toBe('PROMO_CODE_DISABLED');
  expect(await code(one(early.priceId))).toBe('SALE_NOT_STARTED');
  expect(await code(one(over.priceId))).toBe('SALE_ENDED');
  expect(await code(one(999_999))).toBe('TICKET_UNAVAILABLE');
  expect((await reserveAs(visitor(app), 999_999, one(1))).problem.code).toBe('EVENT_NOT_AVAILABLE');
});

test('drafts and events that are over sell nothing', async () => {
  const draft = await buildShop(db, { event: { status: 'draft' } });
  const past = await buildShop(db, { event: { startsAt: new Date(Date.now() - 48 * 3_600_000) } });
  for (const shop of [draft, past]) {
    const reply = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect(reply.problem.code).toBe('EVENT_NOT_AVAILABLE');
  }
});

test('the order keeps the money of its moment; another expected total is refused with the new one', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 4500 } });
  const fee = await buildTaxOrFee(db, {
    accountId: shop.accountId,
    type: 'fee',
    rate: '6.0000',
    name: 'Fee',
  });
  const vat = await buildTaxOrFee(db, { accountId: shop.accountId, rate: '10.0000', name: 'VAT' });
  for (const { id } of [fee, vat]) {
    await db
      .insertInto('ticket_taxes_and_fees')
      .values({ account_id: shop.accountId, ticket_id: shop.ticketId, tax_or_fee_id: id })
      .execute();
  }
  const client = visitor(app);
  const items = [{ priceId: shop.priceId, quantity: 2 }];
  const wrong = await reserveAs(client, shop.eventId, items, { expectedTotal: 9000 });
  expect(wrong.problem).toMatchObject({ code: 'TOTAL_CHANGED', params: { total: 10494 } });
  const held = await reserveAs(client, shop.eventId, items, { expectedTotal: 10494 });
  expect(held.body.data).toMatchObject({ listTotal: 9000, feeTotal: 540, taxAddedTotal: 954, total: 10494 });
  expect(held.body.data.charges).toEqual([
    { name: 'Fee', type: 'fee', included: false, value: 540 },
    { name: 'VAT', type: 'tax', included: false, value: 954 },
  ]);
  await db.updateTable('ticket_prices').set({ amount: 9900 }).where('id', '=', shop.priceId).execute();
  await sql`update app.events set catalog_version = catalog_version + 1 where id = ${shop.eventId}`.execute(
    db,
  );
  const same = await reserveAs(client, shop.eventId, items, { expectedTotal: 10494 });
  expect(same.body.data.shortId).toBe(held.body.data.shortId);
  const dearer = await reserveAs(client, shop.eventId, items, { expectedTotal: 23087 });
  expect(dearer.problem).toMatchObject({ code: 'TOTAL_CHANGED' });
  expect(
    (await client.call(getOrder, { params: { orderShortId: held.body.data.shortId } })).body.data.total,
  ).toBe(10494);
});

test('a donation counts by its amount and has a minimum', async () => {
  const shop = await buildShop(db, { ticket: { type: 'donation', amount: 500 } });
  const client = visitor(app);
  const low = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1, donation: 499 }]);
  expect(low.problem).toMatchObject({ code: 'DONATION_BELOW_MINIMUM', params: { minimum: 500 } });
  const held = await reserveAs(client, shop.eventId, [
    { priceId: shop.priceId, quantity: 1, donation: 1200 },
  ]);
  expect(held.body.data.total).toBe(1200);
  const again = await reserveAs(client, shop.eventId, [
    { priceId: shop.priceId, quantity: 1, donation: 1200 },
  ]);
  expect(again.body.data.shortId).toBe(held.body.data.shortId);
  const minimum = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  expect(minimum.body.data.total).toBe(500);
});

test('a promo code of five uses is used five times by 40 at once, and frees a use with its hold', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 1000 } });
  const promo = await buildPromoCode(db, {
    accountId: shop.accountId,
    eventId: shop.eventId,
    code: 'CINCO',
    uses: 5,
  });
  const clients = Array.from({ length: 40 }, () => visitor(app));
  const items = [{ priceId: shop.priceId, quantity: 2 }];
  const replies = await Promise.all(
    clients.map((client) => reserveAs(client, shop.eventId, items, { promoCode: 'cinco' })),
  );
  const held = replies.filter((reply) => reply.status === 201);
  expect(held).toHaveLength(5);
  expect(new Set(replies.filter((reply) => reply.status !== 201).map((reply) => reply.problem.code))).toEqual(
    new Set(['PROMO_CODE_USED_UP']),
  );
  expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 5 });
  await detailsAs(visitor(app), held[0]?.body.data.shortId ?? '');
  expect(await stockOf(db, promo.counterId)).toEqual({ sold: 1, reserved: 4 });
  await visitor(app).call(abandonOrder, { params: { orderShortId: held[1]?.body.data.shortId ?? '' } });
  const next = await reserveAs(visitor(app), shop.eventId, items, { promoCode: 'CINCO' });
  expect(next.status).toBe(201);
});

test('a browser holds tickets of three other events at most', async () => {
  const client = visitor(app);
  const shops = await Promise.all(Array.from({ length: 4 }, () => buildShop(db)));
  const replies = [];
  for (const shop of shops)
    replies.push(await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]));
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 429]);
  expect(replies[3]?.problem.code).toBe('TOO_MANY_HOLDS');
});

test('unknown links are not found, and guessing is stopped', async () => {
  const client = visitor(app);
  const params = { orderShortId: `o_${'A'.repeat(22)}` };
  const codes = [];
  for (let n = 0; n < 32; n += 1) codes.push((await client.call(getOrder, { params })).problem.code);
  expect(codes[0]).toBe('ORDER_NOT_FOUND');
  expect(codes.at(-1)).toBe('RATE_LIMITED');
});
