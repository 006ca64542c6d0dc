import type { Db } from '../../db/client.ts';
import type { Ctx } from '../../platform/context.ts';
import * as queries from './entry-queries.ts';

/** A phone is written down as seen no more often than this, unless it says that its queue changed. */
const EVERY_MS = 30_000;
const MOST_KNOWN = 10_000;

type Known = { at: number; waiting: number | null };
const byDatabase = new WeakMap<Db, Map<number, Known>>();

/**
 * Writes down that a phone was here, and how many scans wait on it if it said so. Nobody waits for it, and nothing fails with
 * it: the next call does it again.
 */
export function sawDevice({ db, log }: Pick<Ctx, 'db' | 'log'>, deviceId: number, waiting?: number): void {
  const devices = byDatabase.get(db) ?? new Map<number, Known>();
  byDatabase.set(db, devices);
  const known = devices.get(deviceId);
  const now = performance.now();
  const isNews = waiting !== undefined && waiting !== known?.waiting;
  if (known && now - known.at < EVERY_MS && !isNews) return;
  if (devices.size >= MOST_KNOWN) devices.clear();
  devices.set(deviceId, { at: now, waiting: waiting ?? known?.waiting ?? null });
  void queries.writeSeen(db, deviceId, waiting).catch((error: unknown) => {
    devices.delete(deviceId);
    log.warn({ err: error }, 'a phone at the door was not written down as seen');
  });
}
