import type { KeyObject } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { readPublicKey } from '../../sales/attendees/core/ticket-code.ts';
import { findPublicKey } from './scan-queries.ts';

const MOST_KEYS = 1000;

const byDatabase = new WeakMap<Db, Map<number, KeyObject>>();

/**
 * The key that verifies an event's codes. It is read once, because an event never changes its key. Null if
 * the event does not exist.
 */
export async function ticketKey(db: Db, eventId: number): Promise<KeyObject | null> {
  const keys = byDatabase.get(db) ?? new Map<number, KeyObject>();
  byDatabase.set(db, keys);
  const known = keys.get(eventId);
  if (known) return known;
  const bytes = await findPublicKey(db, eventId);
  if (!bytes) return null;
  const key = readPublicKey(bytes);
  if (keys.size >= MOST_KEYS) keys.clear();
  keys.set(eventId, key);
  return key;
}
