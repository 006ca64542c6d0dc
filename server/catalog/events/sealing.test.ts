import { createPublicKey, sign, verify } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { TEST_SECRET } from '../../test/secret.ts';
import { buildEvent } from './factory.ts';
import { findPublicKeys } from './key-queries.ts';
import { makeSigningKeys, opened, sealed, sealOf } from './keys.ts';
import { readSigningKey, sealKeysWith, sealRawKeys } from './sealing.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId } = await buildAccount(db);
const OTHER_SECRET = 'another-secret-for-tests-9876543210zyxwvu';

afterEach(() => sealKeysWith(TEST_SECRET));

const stored = (eventId: number) =>
  db
    .selectFrom('event_keys')
    .select(['public_key', 'private_key', 'sealed_by'])
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .execute();
const fits = (signature: Buffer, publicKey: Buffer) =>
  verify(
    null,
    Buffer.from('ticket'),
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    }),
    signature,
  );
const signs = async (eventId: number) =>
  sign(null, Buffer.from('ticket'), (await readSigningKey(db, eventId)).privateKey);

test('a sealed key opens with its secret alone, and not beside another public half', () => {
  const pair = makeSigningKeys();
  const seal = sealOf(TEST_SECRET);
  const kept = sealed(pair, seal);
  expect(kept.privateKey.includes(pair.privateKey.subarray(-32))).toBe(false);
  expect(opened(kept, seal).export({ type: 'pkcs8', format: 'der' })).toEqual(pair.privateKey);
  expect(() => opened(kept, sealOf(OTHER_SECRET))).toThrow();
  expect(() => opened({ ...kept, publicKey: makeSigningKeys().publicKey }, seal)).toThrow();
  const changed = Buffer.from(kept.privateKey);
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
  expect(() => opened({ ...kept, privateKey: changed }, seal)).toThrow();
  expect(sealed(pair, seal).privateKey.equals(kept.privateKey)).toBe(false);
});

test('raw keys are sealed once, however often, killed or together, and sign as before', async () => {
  const events = [];
  for (let n = 0; n < 5; n += 1) events.push((await buildEvent(db, { accountId })).eventId);
  const before = await Promise.all(events.map(stored));
  expect(before.flat().every(({ sealed_by }) => sealed_by === null)).toBe(true);
  const signed = await Promise.all(events.map(signs));
  // As if the step before had been killed after the first key.
  const [first] = await stored(events[0] ?? 0);
  const half = sealed(
    { publicKey: first?.public_key as Buffer, privateKey: first?.private_key as Buffer },
    sealOf(TEST_SECRET),
  );
  await db
    .updateTable('event_keys')
    .set({ private_key: half.privateKey, sealed_by: half.sealedBy })
    .where('event_id', '=', events[0] ?? 0)
    .execute();
  const counts = await Promise.all([sealRawKeys(db), sealRawKeys(db), sealRawKeys(db)]);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(4);
  expect(await sealRawKeys(db)).toBe(0);
  for (const [nth, eventId] of events.entries()) {
    const keys = await stored(eventId);
    expect(keys).toHaveLength(1);
    expect(keys[0]?.public_key).toEqual(before[nth]?.[0]?.public_key);
    expect(keys[0]?.private_key).not.toEqual(before[nth]?.[0]?.private_key);
    // Ed25519 signs without chance: the same key gives the same signature.
    expect(await signs(eventId)).toEqual(signed[nth]);
  }
});

test('with another secret an event signs with another pair, and both count; with the old one again as before', async () => {
  const { eventId } = await buildEvent(db, { accountId });
  await sealRawKeys(db);
  const old = await signs(eventId);
  sealKeysWith(OTHER_SECRET);
  const [one, two] = await Promise.all([signs(eventId), signs(eventId)]);
  expect(one).toEqual(two);
  expect(one).not.toEqual(old);
  const halves = await findPublicKeys(db, eventId);
  expect(halves).toHaveLength(2);
  for (const signature of [old, one]) expect(halves.filter((half) => fits(signature, half))).toHaveLength(1);
  expect(await sealRawKeys(db)).toBe(0);
  sealKeysWith(TEST_SECRET);
  expect(await signs(eventId)).toEqual(old);
  expect(await findPublicKeys(db, eventId)).toHaveLength(2);
});
