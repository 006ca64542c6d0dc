import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

/** From this total on, nobody notices that it is some seconds old, and counting is expensive. */
const MANY = 10_000;
/**
 * A total is kept 200 times as long as it took to count: 2 seconds after 10 ms. So counting takes only a
 * small share of the time.
 */
const KEPT_FOR = 200;
const LONGEST_MS = 5000;
const MOST_KEPT = 500;

type Kept = { total: number; until: number };

const byDatabase = new WeakMap<Db | Tx, Map<string, Kept>>();

/**
 * Counts with a query that returns `n`. Totals below ten thousand are exact. Larger totals may be up to five
 * seconds old.
 */
export async function findTotal(tx: Tx | Db, count: RawBuilder<{ n: number }>): Promise<number> {
  const ask = async () => (await count.execute(tx)).rows[0]?.n ?? 0;
  // A transaction has its own view of the data.
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
