import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../test/database.ts';

const { db } = await useTestDatabase();

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The code as the first version of the database computed it. Codes on printed tickets and invoices stay as they are. */
function firstCode(id: number): string {
  let [left, right] = [Math.floor(id / 2 ** 15) % 2 ** 15, id % 2 ** 15];
  for (let round = 1; round <= 4; round += 1) {
    const mixed = left ^ ((((right * 25173 + 13849 * round) % 65537) * 31 + round * 7919) & 32767);
    [left, right] = [right, mixed];
  }
  let rest = left * 2 ** 15 + right;
  let code = '';
  for (let place = 0; place < 6; place += 1) {
    code = ALPHABET[rest % 32] + code;
    rest = Math.floor(rest / 32);
  }
  return id >= 2 ** 30 ? `${Math.floor(id / 2 ** 30)}${code}` : code;
}

test('codes are what they were in the first version', async () => {
  const edges = [1, 2, 32767, 32768, 2 ** 30 - 1, 2 ** 30, 2 ** 30 + 1, 2 ** 31, 2 ** 40 + 7];
  const ids = [...edges, ...Array.from({ length: 2000 }, (_, at) => (at * 7_368_787 + 13) % 2 ** 32)];
  const { rows } = await sql<{ code: string }>`
    select app.reference_code(id) as code from unnest(${ids}::bigint[]) with ordinality i(id, at) order by at`.execute(
    db,
  );
  expect(rows.map((row) => row.code)).toEqual(ids.map(firstCode));
});

test('no two of many ids have the same code', async () => {
  const { rows } = await sql<{ n: number }>`
    select count(distinct app.reference_code(id)) as n from generate_series(1::bigint, 50000) id`.execute(db);
  expect(rows[0]?.n).toBe(50_000);
});
