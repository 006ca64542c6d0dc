import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

/** Each round trip of the checkout's connections: how many statements were sent before the first was answered. */
const trips: number[] = [];
let underWay = 0;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
type Client = pg.Client & { connectionParameters: { application_name?: string } };
// Before the first connection is opened, because each keeps the function that it found.
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
  const answer = query.apply(this, given);
  if (!this.connectionParameters.application_name?.endsWith(' checkout')) return answer;
  if (underWay === 0) trips.push(0);
  trips[trips.length - 1] = (trips.at(-1) ?? 0) + 1;
  underWay += 1;
  return (answer as Promise<unknown>).finally(() => {
    underWay -= 1;
  });
} as never);

const app = await buildTestApp();
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
