import type { KeyObject } from 'node:crypto';
import type { TicketClaims } from '@entrada/contract/door/ticket-code';
import { findPublicKeys } from '../../catalog/events/key-queries.ts';
import type { Db } from '../../db/client.ts';
import { readPublicKey, verifyTicketCode } from '../../sales/attendees/core/ticket-code.ts';

const MOST_KEYS = 1000;
/** A code that no known key verifies makes the keys be read again, but no more often than this. */
const FRESH_MS = 5_000;

type Known = { keys: KeyObject[]; readAt: number };
const byDatabase = new WeakMap<Db, Map<number, Known>>();

async function readKeys(db: Db, eventId: number, known: Known | undefined): Promise<KeyObject[]> {
  const events = byDatabase.get(db) ?? new Map<number, Known>();
  byDatabase.set(db, events);
  const keys = (await findPublicKeys(db, eventId)).map(readPublicKey);
  if (keys.length === 0 && !known) return [];
  if (events.size >= MOST_KEYS) events.clear();
  events.set(eventId, { keys, readAt: performance.now() });
  return keys;
}

const verifyBy = (keys: readonly KeyObject[], text: string): TicketClaims | null => {
  for (const key of keys) {
    const code = verifyTicketCode(text, key);
    if (code) return code;
  }
  return null;
};

/**
 * What a code says if a key of the event that it names signed it; null otherwise. The keys are remembered. An event gets another
 * one when SECRET is changed, and the earlier ones go on to count.
 */
export async function verifyByEvent(db: Db, eventId: number, text: string): Promise<TicketClaims | null> {
  const known = byDatabase.get(db)?.get(eventId);
  const code = known && verifyBy(known.keys, text);
  if (code) return code;
  if (known && performance.now() - known.readAt < FRESH_MS) return null;
  return verifyBy(await readKeys(db, eventId, known), text);
}
