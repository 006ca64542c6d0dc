import type { KeyObject } from 'node:crypto';
import type { Db, Tx } from '../../db/client.ts';
import * as queries from './key-queries.ts';
import { makeSigningKeys, opened, type Seal, type StoredPair, sealed, sealOf } from './keys.ts';

const AT_ONCE = 200;

let current: Seal | null = null;

/** Says with which secret this process seals and opens the keys of events. Called once, at the start. */
export function sealKeysWith(secret: string): void {
  current = sealOf(secret);
}

function seal(): Seal {
  if (!current) throw new Error('sealKeysWith was not called');
  return current;
}

/** A fresh pair for a new event, sealed. */
export const makeStoredKeys = (): StoredPair => sealed(makeSigningKeys(), seal());

/**
 * The key that signs the codes of an event for `sign(null, data, key)`, and its public half as 32 bytes. If the event has none
 * that this process can open, because SECRET was changed, it gets another pair; codes of the pairs before stay valid. Throws
 * if there is no such event.
 */
export async function readSigningKey(
  tx: Tx | Db,
  eventId: number,
): Promise<{ publicKey: Buffer; privateKey: KeyObject }> {
  const mine = seal();
  const keys = (await queries.findKeys(tx, eventId, mine.name)) ?? (await addKeys(tx, eventId, mine));
  return { publicKey: keys.publicKey, privateKey: opened(keys, mine) };
}

async function addKeys(tx: Tx | Db, eventId: number, mine: Seal): Promise<StoredPair> {
  await queries.insertKeysBeside(tx, eventId, sealed(makeSigningKeys(), mine));
  // Another process may have been first.
  const keys = await queries.findKeys(tx, eventId, mine.name);
  if (!keys) throw new Error(`Event ${eventId} has no signing keys`);
  return keys;
}

/**
 * Seals the private keys that lie raw. It may be killed at any time and run in many processes at once: each key is sealed by one
 * statement, which does nothing if it is sealed already. Answers how many it sealed.
 */
export async function sealRawKeys(db: Db): Promise<number> {
  const mine = seal();
  let count = 0;
  for (;;) {
    const raw = await queries.findRawKeys(db, AT_ONCE);
    for (const { eventId, ...pair } of raw)
      if (await queries.replaceRawKey(db, eventId, sealed(pair, mine))) count += 1;
    if (raw.length < AT_ONCE) return count;
  }
}
