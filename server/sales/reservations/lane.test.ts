import { abandonOrder } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildCapacity, buildPromoCode, buildTicket } from '../../catalog/tickets/factory.ts';
import { openDatabase } from '../../db/client.ts';
import { hashText, newToken } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, reserveAs, stockOf } from '../../test/shop.ts';
import { createReservations, type Reservations } from './lane.ts';
import { expireOverdue, findLeftHold, forgetLeftHolds } from './queries.ts';
import type { ReserveRequest } from './sale.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db, database } = app;
keepInvariants(db);

const lane = createReservations({ database, provider: null });

type Wish = Partial<ReserveRequest> & { eventId: number; priceId: number; quantity?: number };
const wish = ({ priceId, quantity = 1, ...more }: Wish): ReserveRequest => ({
  items: [{ priceId, quantity }],
  promoCode: undefined,
  expectedTotal: undefined,
  locale: 'en',
  cartHash: hashText(newToken()),
  mayHaveHold: false,
  idempotencyKey: newToken(),
  requestHash: hashText('request'),
  addressHash: null,
  hasProof: false,
  hold: null,
  left: null,
  ...more,
});

/** The result of each request: held, or the code of its refusal. */
async function ask(on: Reservations, wishes: readonly Wish[]): Promise<string[]> {
  const answers = await Promise.allSettled(wishes.map((one) => on.submit(wish(one))));
  return answers.map((one) => {
    if (one.status === 'rejected') return String((one.reason as { code?: string }).code);
    return one.value.kind === 'refused' ? one.value.refusal.code : one.value.kind;
  });
}

async function countWaiting(on: typeof db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    on,
  );
  return rows[0]?.n ?? 0;
}

const times = <T>(n: number, make: (nth: number) => T) => Array.from({ length: n }, (_, nth) => make(nth));
const count = (answers: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(answers, (one) => one)].map(([kind, all]) => [kind, all.length]));

test('one batch serves several events in the order of arrival, each request with its own answer', async () => {
  const a = await buildShop(db, { ticket: { quantity: 2 } });
  const b = await buildShop(db, { ticket: { quantity: 2, maxPerOrder: 2 } });
  const c = await buildShop(db, { ticket: { saleStartsAt: new Date(Date.now() + 3_600_000) } });
  await lane.submit(wish({ ...a, quantity: 1 }));
  expect(
    await ask(lane, [
      { ...a, quantity: 2 },
      { ...b, quantity: 3 },
      { ...a, quantity: 1 },
      { ...b, quantity: 2 },
      { ...c },
      { ...b, promoCode: 'NOSUCH' },
      { ...a, quantity: 1 },
      { ...b, quantity: 1 },
      { eventId: 999_999_999, priceId: 1 },
    ]),
  ).toEqual([
    'NOT_ENOUGH_LEFT',
    'ABOVE_MAXIMUM_PER_ORDER',
    'held',
    'held',
    'SALE_NOT_STARTED',
    'PROMO_CODE_INVALID',
    'SOLD_OUT',
    'SOLD_OUT',
    'EVENT_NOT_AVAILABLE',
  ]);
});

test('capacity assignments may overlap; only the active ones of the chosen ticket count', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  const { accountId, eventId } = shop;
  const vip = await buildTicket(db, { accountId, eventId, type: 'free', name: 'VIP', quantity: 50 });
  const free = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Stream', quantity: 50 });
  const hall = await buildCapacity(db, {
    accountId,
    eventId,
    ticketIds: [shop.ticketId, vip.ticketId],
    quantity: 10,
  });
  const lounge = await buildCapacity(db, { accountId, eventId, ticketIds: [vip.ticketId], quantity: 3 });
  const general = { eventId, priceId: shop.priceId };
  const lux = { eventId, priceId: vip.priceId };
  expect(
    count(
      await ask(
        lane,
        times(5, () => lux),
      ),
    ),
  ).toEqual({ held: 3, SOLD_OUT: 2 });
  expect(
    count(
      await ask(
        lane,
        times(9, () => general),
      ),
    ),
  ).toEqual({ held: 7, SOLD_OUT: 2 });
  expect(await ask(lane, [{ eventId, priceId: free.priceId }])).toEqual(['held']);
  expect(await stockOf(db, hall.counterId)).toEqual({ sold: 0, reserved: 10 });
  expect(await stockOf(db, lounge.counterId)).toEqual({ sold: 0, reserved: 3 });
  await sql`update app.capacity_assignments set active = false where id = ${hall.capacityId}`.execute(db);
  expect(await ask(lane, [general, lux])).toEqual(['held', 'SOLD_OUT']);
});

test('what an organizer or another process changed is noticed by the next request', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 5 } });
  const other = createReservations({ database, provider: null });
  expect(await ask(lane, [shop])).toEqual(['held']);
  expect(
    await ask(
      other,
      times(4, () => shop),
    ),
  ).toEqual(times(4, () => 'held'));
  expect(await ask(lane, [shop])).toEqual(['SOLD_OUT']);
  await sql`update app.counters set quantity = 6, ceiling = 6 where id = ${shop.counterId}`.execute(db);
  expect(await ask(lane, [shop])).toEqual(['held']);
  await sql`update app.counters set quantity = 9, ceiling = 9 where id = ${shop.counterId}`.execute(db);
  await sql`update app.tickets set max_per_order = 1 where id = ${shop.ticketId}`.execute(db);
  expect(await ask(lane, [{ ...shop, quantity: 2 }])).toEqual(['ABOVE_MAXIMUM_PER_ORDER']);
  await sql`update app.events set status = 'draft' where id = ${shop.eventId}`.execute(db);
  expect(await ask(other, [shop])).toEqual(['EVENT_NOT_AVAILABLE']);
});

test('a code that was made after the event was read is known at once, and its uses are shared out', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  expect(await ask(lane, [{ ...shop, promoCode: 'NUEVO' }])).toEqual(['PROMO_CODE_INVALID']);
  const promo = await buildPromoCode(db, { ...shop, code: 'Nuevo', uses: 3 });
  const answers = await ask(
    lane,
    times(7, () => ({ ...shop, promoCode: 'nuevo' })),
  );
  expect(count(answers)).toEqual({ held: 3, PROMO_CODE_USED_UP: 4 });
  expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 3 });
});

test('two processes on one database sell exactly what there is', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const second = openDatabase({
    url: database.url,
    poolSize: 5,
    applicationName: 'second process',
    onConnectionError: () => undefined,
  });
  try {
    const other = createReservations({ database: second, provider: null });
    const [here, there] = await Promise.all([
      ask(
        lane,
        times(300, (n) => ({ ...shop, quantity: (n % 3) + 1 })),
      ),
      ask(
        other,
        times(300, (n) => ({ ...shop, quantity: ((n + 1) % 3) + 1 })),
      ),
    ]);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 100 });
    expect(new Set([...here, ...there])).toEqual(new Set(['held', 'NOT_ENOUGH_LEFT', 'SOLD_OUT']));
  } finally {
    await second.close();
  }
});

test('overdue holds of others are ended at once when their places are wanted', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 2 } });
  expect(await ask(lane, [shop, shop])).toEqual(['held', 'held']);
  await sql`update app.orders set expires_at = app.now() - interval '1 second' where event_id = ${shop.eventId}`.execute(
    db,
  );
  expect(await ask(lane, [shop, shop, shop])).toEqual(['held', 'held', 'SOLD_OUT']);
});

test('a place that somebody gives back while a reservation waits for its counter is given to it', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 1 } });
  await lane.sales.ensure(shop.eventId);
  const other = createReservations({ database, provider: null });
  expect(await ask(other, [shop])).toEqual(['held']);
  await sql`update app.orders set expires_at = app.now() - interval '1 second' where event_id = ${shop.eventId}`.execute(
    db,
  );
  const asked = await db.transaction().execute(async (tx) => {
    expect(await expireOverdue(tx, { eventId: shop.eventId })).toBe(1);
    // The statement of this request begins while the place is still taken, and waits for the lock.
    const answer = ask(lane, [shop]);
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
    return { answer };
  });
  expect(await asked.answer).toEqual(['held']);
});

test('the last use of a code that an overdue hold has is free for a process that learns of the code only now', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  await buildPromoCode(db, { ...shop, code: 'Uno', uses: 1 });
  const other = createReservations({ database, provider: null });
  expect(await ask(other, [{ ...shop, promoCode: 'uno' }])).toEqual(['held']);
  await sql`update app.orders set expires_at = app.now() - interval '1 second' where event_id = ${shop.eventId}`.execute(
    db,
  );
  expect(await ask(lane, [shop, { ...shop, promoCode: 'uno' }, { ...shop, promoCode: 'uno' }])).toEqual([
    'held',
    'held',
    'PROMO_CODE_USED_UP',
  ]);
});

test('a batch that fails for one request is split, and the others are served', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  await sql`create function app.test_poison() returns trigger language plpgsql as
    $$ begin if new.locale = 'xx' then raise exception 'poison'; end if; return new; end $$`.execute(db);
  await sql`create trigger test_poison before insert on app.orders for each row execute function app.test_poison()`.execute(
    db,
  );
  try {
    const answers = await ask(
      lane,
      times(20, (n) => ({ ...shop, locale: n === 7 || n === 13 ? 'xx' : 'en' })),
    );
    expect(count(answers)).toEqual({ held: 18, P0001: 2 });
    expect(answers[7]).toBe('P0001');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 18 });
  } finally {
    await sql`drop trigger test_poison on app.orders`.execute(db);
  }
});

test('an event whose counters are locked for long is told to wait; the others are served', async () => {
  const stuck = await buildShop(db);
  const shop = await buildShop(db);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from app.counters where id = $1 for update', [stuck.counterId]);
    expect(await ask(lane, [shop, stuck, shop])).toEqual(['held', 'UNAVAILABLE', 'held']);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await ask(lane, [stuck])).toEqual(['held']);
});

test('a batch that conflicts with another transaction is decided again', async () => {
  const shop = await buildShop(db);
  const cartHash = hashText(newToken());
  expect(await ask(lane, [{ ...shop, cartHash }])).toEqual(['held']);
  expect(await ask(lane, [{ ...shop, cartHash, mayHaveHold: true }, shop])).toEqual(['look_again', 'held']);
  // The request does not say that the browser may have a hold, so only the unique index notices it.
  expect(await ask(lane, [{ ...shop, cartHash }, shop])).toEqual(['look_again', 'held']);
  const key = { idempotencyKey: newToken() };
  expect(
    await ask(lane, [
      { ...shop, ...key },
      { ...shop, ...key },
    ]),
  ).toEqual(['held', 'look_again']);
  expect(await ask(lane, [shop, { ...shop, ...key }])).toEqual(['held', 'look_again']);
  // The tickets are sold out now. A repeated request whose answer was lost still gets its order.
  await sql`update app.counters set quantity = 0 where id = ${shop.counterId}`.execute(db);
  expect(await ask(lane, [shop, { ...shop, ...key }])).toEqual(['SOLD_OUT', 'look_again']);
});

test('a sale that begins or ends between decision and statement is noticed', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const soon = await buildShop(db, { ticket: { saleStartsAt: inAnHour } });
  const ending = await buildShop(db, { ticket: { saleEndsAt: inAnHour } });
  expect(await ask(lane, [soon, ending])).toEqual(['SALE_NOT_STARTED', 'held']);
  await app.travel(3_601);
  expect(await ask(lane, [ending, soon])).toEqual(['SALE_ENDED', 'held']);
  await app.travel(0);
  expect(await ask(lane, [soon, ending])).toEqual(['SALE_NOT_STARTED', 'held']);
});

test('an address without a proof holds twenty places of a small stock; a proof or another address goes on', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const here = { ...shop, addressHash: hashText('10.1.2.3').slice(0, 32) };
  const answers = await ask(
    lane,
    times(24, () => here),
  );
  expect(count(answers)).toEqual({ held: 20, crowded: 4 });
  expect(await ask(lane, [here, { ...here, hasProof: true }, shop])).toEqual(['crowded', 'held', 'held']);
  await sql`update app.orders set expires_at = app.now() - interval '1 second' where event_id = ${shop.eventId}`.execute(
    db,
  );
  await expireOverdue(db);
  expect(await ask(lane, [here])).toEqual(['held']);
});

test('the size of a batch follows the order of arrival, the places, and the smallest stock that is asked for', async () => {
  const large = await buildShop(db, { ticket: { quantity: 1500, maxPerOrder: 100 } });
  const { accountId, eventId } = large;
  const small = await buildTicket(db, {
    accountId,
    eventId,
    type: 'free',
    name: 'Box',
    quantity: 30,
    position: 2,
  });
  const addressHash = hashText('10.1.2.4').slice(0, 32);
  const of = (priceId: number, quantity: number) => ({ ...large, addressHash, priceId, quantity });
  const asked = [
    of(small.priceId, 1),
    of(large.priceId, 9),
    of(large.priceId, 9),
    of(small.priceId, 2),
    of(large.priceId, 9),
  ];
  expect(await ask(lane, asked)).toEqual(['held', 'held', 'held', 'crowded', 'held']);
  expect(await ask(lane, [of(large.priceId, 3), of(large.priceId, 2)])).toEqual(['crowded', 'held']);
});

test('leaving and holding again keeps the first deadline, also after a second time', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  const client = app.as();
  const take = async () =>
    (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }])).body.data;
  const leave = (orderShortId: string) => client.call(abandonOrder, { params: { orderShortId } });
  const first = await take();
  await sql`update app.orders set expires_at = expires_at - interval '5 minutes', extended_at = app.now()
    where short_id = ${first.shortId}`.execute(db);
  await leave(first.shortId);
  const second = await take();
  expect(second.shortId).not.toBe(first.shortId);
  await leave(second.shortId);
  for (const order of [second, await take()]) {
    expect(order.secondsLeft).toBeLessThanOrEqual(600);
    expect(order.secondsLeft).toBeGreaterThan(500);
    expect(order.canExtend).toBe(false);
  }
  // Another event has its own time, and so has this one once the first deadline is over.
  const other = await buildShop(db);
  const elsewhere = await reserveAs(client, other.eventId, [{ priceId: other.priceId, quantity: 1 }]);
  expect(elsewhere.body.data.secondsLeft).toBeGreaterThan(800);
  await sql`update app.left_holds set deadline = app.now()`.execute(db);
  await sql`update app.orders set expires_at = app.now() where event_id = ${shop.eventId} and status = 'reserved'`.execute(
    db,
  );
  expect((await take()).secondsLeft).toBeGreaterThan(800);
  await forgetLeftHolds(db);
  expect(await findLeftHold(db, shop.eventId, '')).toBeNull();
});

test('holding again with another selection gains no time, and an extension stays used', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  const client = app.as();
  const first = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }])).body.data;
  await sql`update app.orders set expires_at = expires_at - interval '5 minutes', extended_at = app.now()
    where short_id = ${first.shortId}`.execute(db);
  const second = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }])).body.data;
  expect(second.shortId).not.toBe(first.shortId);
  expect(second.secondsLeft).toBeLessThanOrEqual(600);
  expect(second.secondsLeft).toBeGreaterThan(500);
  expect(second.canExtend).toBe(false);
});

test('a request that is told to come again does not count towards a limit', async () => {
  const shop = await buildShop(db);
  const ask = () =>
    reserveAs(app.as({ address: '10.99.1.1' }), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const locker = await database.pool.connect();
  try {
    await locker.query('begin');
    await locker.query('select from app.counters where id = $1 for update', [shop.counterId]);
    const replies = [...(await Promise.all(times(10, ask))), ...(await Promise.all(times(10, ask)))];
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([503]));
    for (const reply of replies) expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  } finally {
    await locker.query('rollback');
    locker.release();
  }
  expect((await ask()).status).toBe(201);
});
