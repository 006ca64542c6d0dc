import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../test/database.ts';
import { arrayText } from './array-text.ts';

const { db } = await useTestDatabase();

// PostgreSQL cannot store NUL.
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
const tricky = fc.constantFrom('NULL', 'null', '', ' ', '{}', '","', '\\', "'", 'o_-A', '\n', 'été', '汉字');

test('PostgreSQL reads back exactly what was given', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.oneof(text, tricky)), { maxLength: 20 }), async (values) => {
      const { rows } = await sql<{ got: unknown }>`select ${arrayText(values)}::text[] as got`.execute(db);
      expect(rows[0]?.got).toEqual(values);
    }),
    { numRuns: 200 },
  );
  const at = new Date('2026-03-01T12:34:56.789Z');
  const { rows } =
    await sql`select ${arrayText([1, null, -3])}::bigint[] as numbers, ${arrayText([true, null])}::boolean[] as flags,
    ${arrayText([at, null])}::timestamptz[] as times`.execute(db);
  expect(rows).toEqual([{ numbers: [1, null, -3], flags: [true, null], times: [at, null] }]);
});
