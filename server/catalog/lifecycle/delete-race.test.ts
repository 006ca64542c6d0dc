import { deleteEvent } from '@entrada/contract/catalog/lifecycle';
import { abandonOrder, reserveOrder } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { expireOverdue } from '../../sales/reservations/queries.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs } from '../../test/shop.ts';
import { buildCapacity, buildPromoCode } from '../tickets/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;

const BUYERS = 24;

/** An event with all that a reservation can refer to: a ticket, a pool, a promo code and an affiliate. */
async function setUp() {
  const shop = await buildShop(db, { ticket: { quantity: 200 } });
  const { accountId, eventId, ticketId } = shop;
  await buildCapacity(db, { accountId, eventId, ticketIds: [ticketId], quantity: 150 });
  await buildPromoCode(db, { accountId, eventId, code: 'LUZ', ticketIds: [ticketId] });
  await db
    .insertInto('affiliates')
    .values({ account_id: accountId, event_id: eventId, code: 'radio', name: 'Radio Luz' })
    .execute();
  return shop;
}
type Shop = Awaited<ReturnType<typeof setUp>>;

const remove = ({ token, eventId }: Shop) =>
  app.as({ token }).call(deleteEvent, { params: { eventId: String(eventId) } });

const reserve = (client: ReturnType<typeof app.as>, { eventId, priceId }: Shop) =>
  client.call(
    reserveOrder,
    {
      params: { eventId: String(eventId) },
      body: { items: [{ priceId, quantity: 1 }], promoCode: 'LUZ', affiliateCode: 'radio' },
    },
    { idempotencyKey: app.key() },
  );

const countIn = async (table: 'events' | 'orders' | 'counters', eventId: number) => {
  const column = table === 'events' ? 'id' : 'event_id';
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.ref(`app.${table}`)} where ${sql.ref(column)} = ${eventId}`.execute(db);
  return rows[0]?.n ?? 0;
};

const waiters = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Starts both, one after the other, while the ticket's counter is locked, so that they get the lock in this order. */
async function lineUp<A, B>({ counterId }: Shop, first: () => Promise<A>, second: () => Promise<B>) {
  return db.transaction().execute(async (tx) => {
    await sql`select from app.counters where id = ${counterId} for update`.execute(tx);
    const one = first();
    await vi.waitFor(async () => expect(await waiters()).toBe(1), { interval: 10, timeout: 10_000 });
    const two = second();
    await vi.waitFor(async () => expect(await waiters()).toBe(2), { interval: 10, timeout: 10_000 });
    return { one, two };
  });
}

const crowd = (shop: Shop) => Promise.all(Array.from({ length: BUYERS }, () => reserve(app.as(), shop)));

test('if the deletion comes before a crowd of buyers, neither the event nor an order remains', async () => {
  const shop = await setUp();
  const { one, two } = await lineUp(
    shop,
    () => remove(shop),
    () => crowd(shop),
  );
  expect((await one).status).toBe(204);
  expect(new Set((await two).map(({ problem }) => problem.code))).toEqual(new Set(['EVENT_NOT_AVAILABLE']));
  for (const table of ['events', 'orders', 'counters'] as const)
    expect(await countIn(table, shop.eventId), table).toBe(0);
});

test('if the deletion comes after a crowd of buyers, it is refused and every order remains', async () => {
  const shop = await setUp();
  const { one, two } = await lineUp(
    shop,
    () => crowd(shop),
    () => remove(shop),
  );
  expect((await two).problem).toMatchObject({ status: 409, code: 'EVENT_HAS_ORDERS' });
  expect(new Set((await one).map(({ status }) => status))).toEqual(new Set([201]));
  expect(await countIn('orders', shop.eventId)).toBe(BUYERS);
});

test.each([
  ['leave', false],
  ['buy', true],
])(
  'at any moment while buyers come and %s: the event is gone with no order, or both stand',
  async (_, buys) => {
    for (let round = 0; round < 6; round += 1) {
      const shop = await setUp();
      const statuses: number[] = [];
      const told = <T extends { status: number }>(reply: T): T => {
        statuses.push(reply.status);
        return reply;
      };
      let [isDone, bought] = [false, 0];
      const buyer = async (nth: number) => {
        const client = app.as();
        await new Promise((go) => setTimeout(go, nth * round));
        const held = told(await reserve(client, shop));
        if (held.status !== 201) return;
        const orderShortId = held.body.data.shortId;
        if (buys && nth % 4 === 0) {
          if (told(await detailsAs(client, orderShortId)).status === 200) bought += 1;
        } else if (nth % 2 === 0) told(await client.call(abandonOrder, { params: { orderShortId } }));
        else {
          await sql`update app.orders set expires_at = app.now() - interval '1 second'
          where short_id = ${orderShortId} and status = 'reserved'`.execute(db);
          await expireOverdue(db, { eventId: shop.eventId });
        }
      };
      const buyers = Promise.all(Array.from({ length: BUYERS }, (__, nth) => buyer(nth))).then(() => {
        isDone = true;
      });
      const removals = new Set<number>();
      while (!isDone && !removals.has(204)) removals.add(told(await remove(shop)).status);
      await buyers;
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const isGone = removals.has(204);
      if (isGone) expect([bought, await countIn('orders', shop.eventId)]).toEqual([0, 0]);
      else expect(await countIn('events', shop.eventId)).toBe(1);
      if (bought === 0 && !isGone) expect((await remove(shop)).status).toBe(204);
      else expect((await remove(shop)).status).toBe(isGone ? 404 : 409);
      expect(await findBroken(db)).toEqual({});
    }
  },
);

test('whatever refers to an order or to its lines is found by an index when thousands of them go', async () => {
  const { rows } = await sql<{ conname: string }>`
    with keys as (
      select conname, conrelid as child, conkey as columns from pg_constraint
      where contype = 'f' and confrelid in ('app.orders'::regclass, 'app.order_items'::regclass)
      -- The trigger that deletes lines finds them by this column.
      union all select 'delete_lines', attrelid, array[attnum] from pg_attribute
      where attrelid = 'app.order_items'::regclass and attname = 'order_id')
    select k.conname from keys k
    where not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = k.child and i.indkey[0] = any(k.columns) and a.attname <> 'account_id')`.execute(db);
  expect(rows).toEqual([]);
});

keepInvariants(db);
