import { abandonOrder } from '@entrada/contract/sales/checkout';
import { correctOrderEmail } from '@entrada/contract/sales/email-corrections';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp, type Client } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const two = { quantity: 100, maxPerOrder: 2, maxIsPerPerson: true, name: 'Guest list' };

/** A hold whose details are then saved for an email address. */
async function hold(shop: { eventId: number; priceId: number }, quantity: number) {
  const client = app.as();
  const { shortId } = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }])).body
    .data;
  const saveAs = (email: string) => detailsAs(client, shortId, { ...BUYER, email });
  return { client, shortId, saveAs };
}
const take = async (shop: { eventId: number; priceId: number }, quantity: number, email: string) =>
  (await hold(shop, quantity)).saveAs(email);
const leave = (client: Client, orderShortId: string) =>
  client.call(abandonOrder, { params: { orderShortId } });

const tooMany = {
  code: 'VALIDATION_FAILED',
  errors: [{ path: 'email', code: 'too_many_per_person', max: 2, allowed: ['Guest list'] }],
};

test('the maximum counts over all orders of one email address, however it is written', async () => {
  const shop = await buildShop(db, { ticket: two });
  expect((await take(shop, 1, 'ana@example.com')).status).toBe(200);
  const more = await hold(shop, 2);
  const refused = await more.saveAs('Ana@Example.com');
  expect(refused.status).toBe(422);
  expect(refused.problem).toMatchObject(tooMany);
  // The hold lives on: with another person it is fine.
  expect((await more.saveAs('eva@example.com')).status).toBe(200);
  expect((await take(shop, 1, 'ana@example.com')).status).toBe(200);
  expect((await take(shop, 1, 'ana@example.com')).problem).toMatchObject(tooMany);
});

test('it does so only where the organizer wants it, for each ticket and event', async () => {
  const free = await buildShop(db, { ticket: { ...two, maxIsPerPerson: false } });
  for (const _ of [1, 2]) expect((await take(free, 2, 'ana@example.com')).status).toBe(200);
  const shop = await buildShop(db, { ticket: two });
  const { accountId, eventId } = shop;
  const other = await buildTicket(db, {
    ...two,
    accountId,
    eventId,
    type: 'free',
    name: 'Lunch',
    position: 2,
  });
  expect((await take(shop, 2, 'ana@example.com')).status).toBe(200);
  expect((await take({ eventId, priceId: other.priceId }, 2, 'ana@example.com')).status).toBe(200);
});

test('saving again, given up, expired and cancelled tickets do not count', async () => {
  const shop = await buildShop(db, { ticket: { ...two, type: 'paid', amount: 500 } });
  const first = await hold(shop, 2);
  for (const _ of [1, 2]) expect((await first.saveAs('ana@example.com')).status).toBe(200);
  expect((await take(shop, 1, 'ana@example.com')).problem).toMatchObject(tooMany);
  await leave(first.client, first.shortId);
  const second = await hold(shop, 2);
  expect((await second.saveAs('ana@example.com')).status).toBe(200);
  await sql`update app.orders set expires_at = app.now() where short_id = ${second.shortId}`.execute(db);
  expect((await take(shop, 2, 'ana@example.com')).status).toBe(200);

  const free = await buildShop(db, { ticket: two });
  const done = await hold(free, 2);
  expect((await done.saveAs('ana@example.com')).status).toBe(200);
  await sql`update app.attendees set status = 'cancelled', cancelled_at = app.now()
    where event_id = ${free.eventId}`.execute(db);
  expect((await take(free, 2, 'ana@example.com')).status).toBe(200);
  // What was cancelled by hand is taken back, so that the counters agree with it.
  await sql`update app.attendees set status = 'active', cancelled_at = null where event_id = ${free.eventId}`.execute(
    db,
  );
});

test('an order cannot be corrected to a person who would then have too many', async () => {
  const shop = await buildShop(db, { ticket: two });
  expect((await take(shop, 2, 'ana@example.com')).status).toBe(200);
  const { client, shortId, saveAs } = await hold(shop, 1);
  expect((await saveAs('eva@example.com')).status).toBe(200);
  const correct = (email: string) =>
    client.call(correctOrderEmail, { params: { orderShortId: shortId }, body: { email } });
  expect((await correct('ANA@example.com')).problem).toMatchObject(tooMany);
  expect((await correct('eve@example.com')).status).toBe(200);
});

test('orders of one person that are saved at the same moment never get more together', async () => {
  const other = await buildTestApp({ database: app.database });
  const shop = await buildShop(db, { ticket: two });
  const holds = await Promise.all(
    Array.from({ length: 24 }, async (_, nth) => {
      const client = (nth % 2 === 0 ? app : other).as();
      const { shortId } = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]))
        .body.data;
      return () => detailsAs(client, shortId, { ...BUYER, email: `${nth % 3}@example.com` });
    }),
  );
  const replies = await Promise.all(holds.map((save) => save()));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
  const { rows } = await sql<{ email: string; n: number }>`
    select o.email, count(*)::int as n from app.attendees a join app.orders o on o.id = a.order_id
    where a.event_id = ${shop.eventId} group by o.email order by o.email`.execute(db);
  expect(rows).toEqual([0, 1, 2].map((nth) => ({ email: `${nth}@example.com`, n: 2 })));
});
