import { reserveOrder } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Db } from '../../db/client.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { naiveReserve } from '../../test/stock/naive-reserve.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });

const BUYERS = 200;
const PLACES = 50;

/** A buyer with an address of their own, which the trusted proxy's header sets. */
async function buy(eventId: number, priceId: number, nth: number): Promise<number> {
  const path = reserveOrder.path.replace(':eventId', String(eventId));
  const reply = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${nth >> 8}.${nth & 255}`,
      'idempotency-key': app.key(),
    },
    body: JSON.stringify({ items: [{ priceId, quantity: 1 }] }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** The check for both versions: all buyers come at once, and exactly as many succeed as there are places. */
async function rush(buyOne: (nth: number) => Promise<boolean>, taken: () => Promise<number>) {
  const results = await Promise.all(Array.from({ length: BUYERS }, (_, nth) => buyOne(nth)));
  return { told: results.filter(Boolean).length, taken: await taken() };
}

const ordersOf = async (on: Db, eventId: number) => {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(i.quantity), 0) as n from app.orders o
    join app.order_items i on i.order_id = o.id where o.event_id = ${eventId} and o.status = 'reserved'`.execute(
    on,
  );
  return rows[0]?.n ?? 0;
};

test('200 buyers for 50 tickets over HTTP: exactly 50 are held', async () => {
  const shop = await buildShop(db, { ticket: { quantity: PLACES } });
  const statuses: number[] = [];
  const result = await rush(
    async (nth) => {
      const status = await buy(shop.eventId, shop.priceId, nth);
      statuses.push(status);
      return status === 201;
    },
    () => ordersOf(db, shop.eventId),
  );
  expect(result).toEqual({ told: PLACES, taken: PLACES });
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: PLACES });
  expect(await findBroken(db)).toEqual({});
});

test('the naive version, which checks and then inserts, fails the same check', async () => {
  const shop = await buildShop(db, { ticket: { quantity: PLACES } });
  const result = await rush(
    () => naiveReserve(db, { ...shop, quantity: 1 }),
    () => ordersOf(db, shop.eventId),
  );
  expect(result.taken).toBeGreaterThan(PLACES);
  expect(Object.keys(await findBroken(db))).not.toEqual([]);
  await sql`delete from app.orders where event_id = ${shop.eventId}`.execute(db);
});

test('overlapping carts of several tickets in any order: no deadlock, nothing oversold', async () => {
  const shop = await buildShop(db, {
    ticket: { type: 'tiered', maxPerOrder: 50, prices: [1, 2, 3].map(() => ({ amount: 0, quantity: 40 })) },
  });
  const ids = shop.prices.map((price) => price.priceId);
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, nth) => {
      const mixed = nth % 2 === 0 ? ids : [...ids].reverse();
      const reply = await app.as().call(
        reserveOrder,
        {
          params: { eventId: String(shop.eventId) },
          body: {
            items: mixed.slice(0, (nth % 3) + 1).map((priceId) => ({ priceId, quantity: (nth % 2) + 1 })),
          },
        },
        { idempotencyKey: app.key() },
      );
      return reply.status;
    }),
  );
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  for (const { counterId } of shop.prices) {
    const { reserved } = await stockOf(db, counterId);
    expect(reserved).toBeLessThanOrEqual(40);
    expect(reserved).toBeGreaterThan(30);
  }
});

keepInvariants(db);
