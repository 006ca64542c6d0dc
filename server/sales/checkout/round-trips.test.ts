import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

/** Each round trip of the buyers' connections: how many statements were sent before the first was answered. */
const trips: number[] = [];
let underWay = 0;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
type Client = pg.Client & { connectionParameters: { application_name?: string } };
// Before the first connection is opened, because each keeps the function that it found.
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
  const answer = query.apply(this, given);
  if (!/ (checkout|payments)$/.test(this.connectionParameters.application_name ?? '')) return answer;
  if (underWay === 0) trips.push(0);
  trips[trips.length - 1] = (trips.at(-1) ?? 0) + 1;
  underWay += 1;
  return (answer as Promise<unknown>).finally(() => {
    underWay -= 1;
  });
} as never);

const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
keepInvariants(app.db);

test('free orders are completed in three round trips, whatever they need', async () => {
  const shop = await buildShop(app.db);
  const client = app.as();
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  trips.length = 0;
  const done = await detailsAs(client, held.body.data.shortId, BUYER);
  expect(done.body.data).toMatchObject({ badge: 'COMPLETED', tickets: [{}, {}] });
  // What is read and locked, what is written, the commit.
  expect(trips).toEqual([expect.any(Number), expect.any(Number), 1]);
});

test('a payment begins in eleven round trips at most, and a paid order is completed in seven', async () => {
  const shop = await buildShop(app.db, { ticket: { type: 'paid', amount: 2500 } });
  const buyer = app.as();
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const params = { orderShortId: held.body.data.shortId };
  await detailsAs(buyer, params.orderShortId);
  const refresh = async () => {
    trips.length = 0;
    expect((await buyer.call(refreshPayment, { params })).status).toBe(200);
    return trips.length;
  };
  trips.length = 0;
  await buyer.call(startPayment, { params }, { idempotencyKey: app.key() });
  // Ten, if the last of what is sent together is answered after the first was answered and its next step was sent.
  expect(trips.length).toBeLessThanOrEqual(11);
  bank.set(bank.paymentOf(params.orderShortId)?.id ?? '', 'succeeded');
  const [completing, looking] = [await refresh(), await refresh()];
  // Four find the order and its payment, seven describe the order with its tickets. The second call finds the payment ended.
  expect(completing).toBeLessThanOrEqual(4 + 7 + 7);
  expect(looking).toBeLessThan(4 + 7);
});
