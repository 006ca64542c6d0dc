import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import { inTransaction } from '../../db/client.ts';
import { hashText, newToken } from '../../platform/secrets.ts';
import { useTestDatabase } from '../../test/database.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { admit } from './core/admission.ts';
import { toOffer } from './core/offer.ts';
import type { Reservation } from './core/reservation.ts';
import { findPrice, UNCOUNTED } from './factory.ts';
import { type Held, holdTogether } from './hold-queries.ts';
import { toReservation } from './sale.ts';

const { db, lane } = await useTestDatabase();
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;

async function decided(shop: Shop, quantity: number, replaces: number | null = null): Promise<Reservation> {
  const catalog = await findCatalogForSale(db, shop.eventId);
  if (!catalog) throw new Error('no catalogue');
  const decision = admit({
    isEventOpen: true,
    findOffer: (priceId) => {
      const found = findPrice(catalog.tickets, priceId);
      const look = { now: catalog.now, eventEnd: catalog.event.effectiveEnd, promo: null };
      return found && toOffer(found.ticket, found.price, look);
    },
    promo: null,
    items: [{ priceId: shop.priceId, quantity }],
  });
  if (!decision.ok) throw new Error(decision.code);
  return toReservation(catalog, decision, {
    locale: 'en',
    cartHash: hashText(newToken()),
    idempotencyKey: newToken(),
    requestHash: hashText('request'),
    ...UNCOUNTED,
    replaces,
  });
}

const attempt = (batch: Reservation[]) => holdTogether({ pool: lane, db }, batch);
async function hold(batch: Reservation[]): Promise<Held[] | null> {
  const outcome = await attempt(batch);
  return outcome.done ? outcome.held : null;
}

test('a batch for several events is one statement, in the order of arrival', async () => {
  const [a, b] = [
    await buildShop(db, { ticket: { quantity: 5 } }),
    await buildShop(db, { ticket: { quantity: 5 } }),
  ];
  const batch = [await decided(a, 2), await decided(b, 1), await decided(a, 3)];
  const held = await hold(batch);
  expect(held?.map((one) => one.shortId)).toEqual(batch.map((one) => one.shortId));
  expect(await stockOf(db, a.counterId)).toEqual({ sold: 0, reserved: 5 });
  expect(await stockOf(db, b.counterId)).toEqual({ sold: 0, reserved: 1 });
});

test('a batch that takes more than is left, or was decided on an older catalogue, writes nothing', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 5 } });
  const other = await buildShop(db, { ticket: { quantity: 5 } });
  expect(await hold([await decided(other, 1), await decided(shop, 3), await decided(shop, 3)])).toBeNull();
  const stale = await decided(shop, 1);
  await sql`update app.events set catalog_version = catalog_version + 1 where id = ${shop.eventId}`.execute(
    db,
  );
  expect(await hold([stale])).toBeNull();
  const lowered = await decided(shop, 3);
  await sql`update app.counters set quantity = 2 where id = ${shop.counterId}`.execute(db);
  expect(await hold([lowered])).toBeNull();
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  expect(
    await db
      .selectFrom('orders')
      .select('id')
      .where('event_id', 'in', [shop.eventId, other.eventId])
      .execute(),
  ).toEqual([]);
});

test('a change that is committed while the statement waits for its counters is seen', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 5 } });
  const reservation = await decided(shop, 1);
  let waiting: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await sql`select id from app.counters where id = ${shop.counterId} for update`.execute(tx);
    waiting = hold([reservation]);
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`.execute(db)
          ).rows.length,
      )
      .toBe(1);
    await sql`update app.events set catalog_version = catalog_version + 1 where id = ${shop.eventId}`.execute(
      tx,
    );
  });
  expect(await waiting).toBeNull();
});

test('a replaced hold gives its places to the new one; one that is gone stops it', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 3 } });
  const first = (await hold([await decided(shop, 1)]))?.[0];
  const catalogWide = { ...(await decided(shop, 1)), replaces: first?.id ?? 0 };
  const bigger = {
    ...catalogWide,
    demand: new Map([[shop.counterId, 3]]),
    items: catalogWide.items.map((item) => ({ ...item, quantity: 3 })),
  };
  expect(await hold([bigger])).toHaveLength(1);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 3 });
  expect(await hold([{ ...bigger, shortId: `o_${'x'.repeat(22)}`, idempotencyKey: null }])).toBeNull();
});
