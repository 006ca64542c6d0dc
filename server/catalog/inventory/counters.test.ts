import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { useTestDatabase } from '../../test/database.ts';
import { buildShop } from '../../test/shop.ts';
import { buildTicket } from '../tickets/factory.ts';
import { releaseReserved, returnSold, takeSold } from './queries.ts';

const { db } = await useTestDatabase();

/** An account with two counters; the first has the given numbers sold and reserved. */
async function stocked(given: { quantity: number | null; sold: number; reserved: number }) {
  const shop = await buildShop(db);
  const { accountId, eventId } = shop;
  const other = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Other' });
  const { quantity, sold, reserved } = given;
  await sql`update app.counters set quantity = ${quantity}::bigint, ceiling = ${quantity}::bigint, sold = ${sold},
    reserved = ${reserved} where id = ${shop.counterId}`.execute(db);
  const read = async (id: number) => {
    const { sold, reserved } = await db
      .selectFrom('counters')
      .select(['sold', 'reserved'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [sold, reserved];
  };
  return {
    scope: scopeOfRow({ accountId }),
    one: shop.counterId,
    two: other.counterId,
    see: async () => [await read(shop.counterId), await read(other.counterId)],
  };
}

test.each([
  ['the last place', { quantity: 3, sold: 1, reserved: 1 }, 1, true],
  ['one more than there is', { quantity: 3, sold: 1, reserved: 1 }, 2, false],
  ['what others hold', { quantity: 3, sold: 0, reserved: 3 }, 1, false],
  ['something without a limit', { quantity: null, sold: 5, reserved: 5 }, 1000, true],
])('a late sale of %s', async (_, given, n, isTaken) => {
  const { scope, one, two, see } = await stocked(given);
  const demand = new Map([
    [one, n],
    [two, 1],
  ]);
  expect(await inTransaction(db, (tx) => takeSold(tx, scope, demand))).toBe(isTaken);
  const sold = isTaken ? given.sold + n : given.sold;
  // All or nothing: if the first counter refuses, the second one is not changed either, although it has room.
  expect(await see()).toEqual([
    [sold, given.reserved],
    [isTaken ? 1 : 0, 0],
  ]);
});

test('nothing is sold from a deleted counter or from another account’s counter', async () => {
  const { scope, one, see } = await stocked({ quantity: 5, sold: 0, reserved: 0 });
  const foreign = await stocked({ quantity: 5, sold: 0, reserved: 0 });
  for (const wrong of [999_999_999, foreign.one]) {
    const demand = new Map([
      [one, 1],
      [wrong, 1],
    ]);
    expect(await inTransaction(db, (tx) => takeSold(tx, scope, demand))).toBe(false);
  }
  expect([await see(), await foreign.see()]).toEqual(
    Array.from({ length: 2 }, () => [
      [0, 0],
      [0, 0],
    ]),
  );
});

test('if one of several counters holds less than is given back, none of them changes', async () => {
  const { scope, one, two, see } = await stocked({ quantity: 5, sold: 1, reserved: 1 });
  const tooMuch = new Map([
    [one, 1],
    [two, 1],
  ]);
  await expect(inTransaction(db, (tx) => returnSold(tx, scope, tooMuch))).rejects.toThrow('less than');
  await expect(inTransaction(db, (tx) => releaseReserved(tx, scope, tooMuch))).rejects.toThrow('less than');
  expect(await see()).toEqual([
    [1, 1],
    [0, 0],
  ]);
  await inTransaction(db, (tx) => returnSold(tx, scope, new Map([[one, 1]])));
  await inTransaction(db, (tx) => releaseReserved(tx, scope, new Map([[one, 1]])));
  expect((await see())[0]).toEqual([0, 0]);
});

test('twenty late sales at once take what there is, and no more', async () => {
  const { scope, one, see } = await stocked({ quantity: 7, sold: 0, reserved: 0 });
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => inTransaction(db, (tx) => takeSold(tx, scope, new Map([[one, 1]])))),
  );
  expect(taken.filter(Boolean)).toHaveLength(7);
  expect((await see())[0]).toEqual([7, 0]);
});
