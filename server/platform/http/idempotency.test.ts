import { ENDPOINTS } from '@entrada/contract/endpoints';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { useTestDatabase } from '../../test/database.ts';
import { claimKey, findNotedKeys, forgetOldKeys, joined, noteKeys, requestHash } from './idempotency.ts';

const { db } = await useTestDatabase();

test('the same request has the same hash, whatever the order of its fields', () => {
  expect(requestHash({ a: 1, b: { c: [1, 2], d: null } })).toEqual(
    requestHash({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
  expect(requestHash({ a: [1, 2] })).not.toEqual(requestHash({ a: [2, 1] }));
});

test('calls with one key that are under way are one call; with another request they are refused', async () => {
  const memory = new Map();
  let runs = 0;
  const run = async () => {
    runs += 1;
    await new Promise((done) => setTimeout(done, 20));
    return { status: 200, body: runs };
  };
  const hash = requestHash({ a: 1 });
  const [first, second, other] = await Promise.allSettled([
    joined(memory, 'x', hash, run),
    joined(memory, 'x', hash, run),
    joined(memory, 'x', requestHash({ a: 2 }), run),
  ]);
  expect([first, second]).toEqual([first, first]);
  expect(other).toMatchObject({ status: 'rejected', reason: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(runs).toBe(1);
  await joined(memory, 'x', requestHash({ a: 2 }), run);
  expect(runs).toBe(2);
});

test('a key is noted with its effect or not at all, and forgotten after a day', async () => {
  const [same, other] = [requestHash({ a: 1 }), requestHash({ a: 2 })];
  const note = { scope: 'test', key: 'a key, {with} "quotes"', hash: same };
  const undone = inTransaction(db, async (tx) => {
    await noteKeys(tx, [note]);
    throw new Error('the effect failed');
  });
  await expect(undone).rejects.toThrow('the effect failed');
  const find = (asked: (typeof note)[]) => inTransaction(db, (tx) => findNotedKeys(tx, asked));
  expect(await find([note])).toEqual(new Map());
  await inTransaction(db, (tx) => noteKeys(tx, [note, { ...note, key: 'second', hash: other }]));
  const second = { ...note, key: 'second' };
  expect([...(await find([note, second, { ...note, scope: 'elsewhere' }])).values()]).toEqual([
    { isSame: true },
    { isSame: false },
  ]);
  await sql`update app.idempotency_keys set created_at = app.now() - interval '25 hours' where key = 'second'`.execute(
    db,
  );
  await forgetOldKeys(db);
  expect([...(await find([note, second])).keys()]).toEqual([`test ${note.key}`]);
});

test('one of two processes claims a key; the other waits and learns that the effect has happened', async () => {
  const note = { scope: 'claims', key: 'one', hash: requestHash({ a: 1 }) };
  const claim = () => inTransaction(db, (tx) => claimKey(tx, note));
  let second: Promise<boolean> | undefined;
  const first = await inTransaction(db, async (tx) => {
    const isMine = await claimKey(tx, note);
    second = claim();
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.n;
      })
      .toBe(1);
    return isMine;
  });
  expect([first, await second]).toEqual([true, false]);
  const other = { ...note, hash: requestHash({ a: 2 }) };
  await expect(inTransaction(db, (tx) => claimKey(tx, other))).rejects.toThrow('IDEMPOTENCY_KEY_REUSED');
  expect(await inTransaction(db, (tx) => claimKey(tx, null))).toBe(true);
  const undone = inTransaction(db, async (tx) => {
    await claimKey(tx, { ...note, key: 'two' });
    throw new Error('the effect failed');
  });
  await expect(undone).rejects.toThrow('the effect failed');
  expect(await inTransaction(db, (tx) => claimKey(tx, { ...note, key: 'two' }))).toBe(true);
});

test('every public change takes a key, except where docs/decisions/030 says why not', () => {
  const without = ENDPOINTS.filter(
    ({ endpoint: { method, access, idempotent } }) =>
      method !== 'GET' && (access === 'public' || access === 'self') && !idempotent,
  );
  expect(without.map(({ name }) => name).sort()).toEqual([
    'acceptAsNewUser',
    'askPasskey',
    'checkIn',
    'checkInOrder',
    'chooseAccount',
    'confirmEmail',
    'confirmEmailChange',
    'enterDoor',
    'findTickets',
    'forgotPassword',
    'letInAnyway',
    'login',
    'register',
    'resetPassword',
    'sendOfflineScans',
    'signInWithCode',
    'signInWithPasskey',
    'subscribeAgain',
    'undoCheckIn',
    'undoEmailChange',
    'unsubscribe',
  ]);
});
