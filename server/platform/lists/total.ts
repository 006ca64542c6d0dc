import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

/** From here on nobody can tell a total that is some seconds old, and counting it costs. */
const MANY = 10_000;
/** A total that took 10 ms to count is kept for 2 seconds: counting never takes more than a small share of the time. */
const KEPT_FOR = 200;
const LONGEST_MS = 5000;
const MOST_KEPT = 500;

type Kept = { total: number; until: number };

const byDatabase = new WeakMap<Db | Tx, Map<string, Kept>>();

/** Counts by a query that answers `n`. Totals below ten thousand are exact; larger ones may be up to five seconds old. */
export async function findTotal(tx: Tx | Db, count: RawBuilder<{ n: number }>): Promise<number> {
  const ask = async () => (await count.execute(tx)).rows[0]?.n ?? 0;
  // What a transaction sees is its own.
  if (tx.isTransaction) return ask();
  const { sql, parameters } = count.compile(tx);
  const key = JSON.stringify([sql, parameters]);
  const kept = byDatabase.get(tx) ?? new Map<string, Kept>();
  byDatabase.set(tx, kept);
  const known = kept.get(key);
  const started = performance.now();
  if (known && started < known.until) return known.total;
  kept.delete(key);
  const total = await ask();
  if (total < MANY) return total;
  const now = performance.now();
  const oldest = kept.keys().next().value;
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, { total, until: now + Math.min(LONGEST_MS, (now - started) * KEPT_FOR) });
  return total;
}
