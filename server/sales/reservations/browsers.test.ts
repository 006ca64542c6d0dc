import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashText, newToken } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildShop, reserveAs } from '../../test/shop.ts';
import { createBrowsers } from './browsers.ts';

const { db, database, as } = await buildTestApp();

test('a crowd of browsers that have nothing is asked for in a few statements, and whoever has a hold is found', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  await reserveAs(as(), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { rows } = await sql<{ hash: string }>`
    select encode(cart_hash, 'hex') as hash from app.orders where event_id = ${shop.eventId}`.execute(db);
  const holds = rows[0]?.hash ?? '';
  const left = hashText(newToken());
  await sql`insert into app.left_holds values (decode(${left}, 'hex'), ${shop.eventId}, app.now() + interval '1 minute', false)`.execute(
    db,
  );
  let statements = 0;
  const counted = database.apart.reservations.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const crowd = Array.from({ length: 300 }, () => hashText(newToken()));
  const known = await Promise.all([holds, ...crowd, left, holds].map(createBrowsers(counted)));
  expect(known).toEqual([true, ...crowd.map(() => false), true, true]);
  expect(statements).toBeLessThan(5);
});
