import { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import { abandonOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { buildCapacity, buildPromoCode, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp, type Client } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const see = async (client: Client, eventId: number, promo_code?: string) => {
  const query = promo_code === undefined ? {} : { query: { promo_code } };
  const reply = await client.call(getPublicEvent, { params: { eventId: String(eventId) }, ...query });
  return reply.body.data;
};
const offersOf = async (client: Client, eventId: number) =>
  (await see(client, eventId)).tickets.flatMap(({ name, prices }) =>
    prices.map(({ availability, maxNow }) => [name, availability, maxNow]),
  );

test('the last places in one’s own order are free to oneself only, in every tab, with their pool', async () => {
  const shop = await buildShop(db, { ticket: { name: 'Seat', quantity: 2 } });
  const { accountId, eventId } = shop;
  const other = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Standing' });
  await buildCapacity(db, { accountId, eventId, ticketIds: [shop.ticketId, other.ticketId], quantity: 2 });
  const [own, stranger] = [app.as(), app.as()];
  expect((await see(own, eventId)).hold).toBeNull();
  const held = await reserveAs(own, eventId, [{ priceId: shop.priceId, quantity: 2 }]);

  expect(await offersOf(stranger, eventId)).toEqual([
    ['Seat', 'sold_out', 0],
    ['Standing', 'sold_out', 0],
  ]);
  expect((await see(stranger, eventId)).hold).toBeNull();
  expect(await offersOf(own, eventId)).toEqual([
    ['Seat', 'on_sale', 2],
    ['Standing', 'on_sale', 2],
  ]);
  const { hold } = await see(own, eventId);
  expect(hold).toMatchObject({
    orderShortId: held.body.data.shortId,
    step: 'details',
    lines: [{ priceId: shop.priceId, quantity: 2, donation: null }],
  });
  expect(hold?.secondsLeft).toBeGreaterThan(880);
  expect(hold?.secondsLeft).toBeLessThanOrEqual(900);

  await own.call(abandonOrder, { params: { orderShortId: held.body.data.shortId } });
  expect((await see(own, eventId)).hold).toBeNull();
  expect(await offersOf(stranger, eventId)).toEqual(await offersOf(own, eventId));
});

test('an order whose time ran out is no longer one’s own', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 1 } });
  const own = app.as();
  await reserveAs(own, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  try {
    await app.travel(901);
    expect((await see(own, shop.eventId)).hold).toBeNull();
  } finally {
    await app.travel(0);
  }
});

test('the promo code and the donation of an order come back with it, and its last use is one’s own', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2000 } });
  const { accountId, eventId } = shop;
  const gift = await buildTicket(db, { accountId, eventId, type: 'donation', amount: 500 });
  await buildPromoCode(db, { accountId, eventId, code: 'UNICO', percentage: '50', uses: 1 });
  const [own, stranger] = [app.as(), app.as()];
  const items = [
    { priceId: shop.priceId, quantity: 1 },
    { priceId: gift.priceId, quantity: 1, donation: 1250 },
  ];
  const held = await reserveAs(own, eventId, items, { promoCode: 'unico' });
  const seen = await see(own, eventId);
  expect([seen.promo, seen.hold?.promoCode]).toEqual([null, 'UNICO']);
  expect((await see(own, eventId, 'UNICO')).promo).toMatchObject({ code: 'UNICO', percentage: '50.0000' });
  expect((await see(stranger, eventId, 'UNICO')).promo).toBeNull();
  expect(seen.hold?.lines).toEqual([
    { priceId: shop.priceId, quantity: 1, donation: null },
    { priceId: gift.priceId, quantity: 1, donation: 1250 },
  ]);
  const check = async (client: Client) =>
    (await client.call(validatePromoCode, { params: { eventId: String(eventId), code: 'UNICO' } })).body.data
      .refusal;
  expect([await check(own), await check(stranger)]).toEqual([null, 'PROMO_CODE_USED_UP']);

  await detailsAs(own, held.body.data.shortId);
  expect((await see(own, eventId)).hold).toMatchObject({ step: 'payment' });
});

test('a cookie that is none of ours is nobody’s', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 1 } });
  const reply = await app
    .as()
    .call(
      getPublicEvent,
      { params: { eventId: String(shop.eventId) } },
      { headers: { cookie: 'entrada_cart=%00; entrada_cart=x' } },
    );
  expect([reply.status, reply.body.data.hold]).toEqual([200, null]);
});
