import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { once, requestHash } from './idempotency.ts';

const { db } = await useTestDatabase();

const age = (key: string, seconds: number) =>
  db
    .updateTable('idempotency_keys')
    .set({ created_at: sql<Date>`app.now() - make_interval(secs => ${seconds})` })
    .where('key', '=', key)
    .execute();

test('a claim that its process left behind is taken over after twenty seconds, by the database’s clock, and by one', async () => {
  const claim = { scope: 'test', key: 'left-behind', hash: requestHash({ a: 1 }) };
  await db
    .insertInto('idempotency_keys')
    .values({ scope: claim.scope, key: claim.key, request_hash: claim.hash, status: 0, response: 'null' })
    .execute();
  const run = async () => ({ status: 201, body: { done: true } });
  await expect(once(db, claim, run)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  await age(claim.key, 19);
  await expect(once(db, claim, run)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  await age(claim.key, 21);
  const slow = async () => {
    await new Promise((done) => setTimeout(done, 100));
    return run();
  };
  const both = await Promise.allSettled([once(db, claim, slow), once(db, claim, slow)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await once(db, claim, () => Promise.reject(new Error('ran twice')))).toEqual({
    status: 201,
    body: { done: true },
  });
});
