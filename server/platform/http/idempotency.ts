import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/client.ts';
import { fail } from '../errors.ts';
import { failpoint } from '../failpoints.ts';

/** A claim older than this belongs to a process that died while it worked. */
const STALE_CLAIM_SECONDS = 20;
const KEPT_HOURS = 24;

type Reply = { status: number; body: unknown };
type Running = { hash: string; reply: Promise<Reply> };

/** The calls under way in this process, by scope and key. */
export type IdempotencyMemory = Map<string, Running>;
export const createIdempotencyMemory = (): IdempotencyMemory => new Map();

/** A hash of what was asked, in which the order of the fields does not matter. */
export function requestHash(request: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(request)) ?? '')
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/**
 * Joins calls with the same key that are under way in this process: all get the first one's answer.
 * Throws IDEMPOTENCY_KEY_REUSED when the same key comes with another request.
 */
export function joined(
  memory: IdempotencyMemory,
  id: string,
  hash: Buffer,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const running = memory.get(id);
  if (running) {
    if (running.hash !== hash.toString('hex')) return Promise.reject(fail('IDEMPOTENCY_KEY_REUSED'));
    return running.reply;
  }
  const reply = run().finally(() => memory.delete(id));
  memory.set(id, { hash: hash.toString('hex'), reply });
  return reply;
}

/**
 * Runs a call once for its key. The key is claimed first; a success is stored and replayed for 24 hours, a failure frees
 * the key. While another process holds the claim: IDEMPOTENCY_IN_PROGRESS.
 */
export async function once(
  db: Db,
  claim: { scope: string; key: string; hash: Buffer },
  run: () => Promise<Reply>,
): Promise<Reply> {
  const stored = await takeClaim(db, claim);
  if (stored) return stored;
  try {
    failpoint('idempotency.claimed');
    const reply = await run();
    failpoint('idempotency.done');
    await db
      .updateTable('idempotency_keys')
      .set({ status: reply.status, response: JSON.stringify(reply.body ?? null) })
      .where('scope', '=', claim.scope)
      .where('key', '=', claim.key)
      .execute();
    return reply;
  } catch (error) {
    await db
      .deleteFrom('idempotency_keys')
      .where('scope', '=', claim.scope)
      .where('key', '=', claim.key)
      .execute();
    throw error;
  }
}

async function takeClaim(
  db: Db,
  { scope, key, hash }: { scope: string; key: string; hash: Buffer },
): Promise<Reply | null> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hash, status: 0, response: 'null' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'response'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier) throw fail('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 });
  if (!earlier.request_hash.equals(hash)) throw fail('IDEMPOTENCY_KEY_REUSED');
  if (earlier.status !== 0) return { status: earlier.status, body: earlier.response };
  const taken = await db
    .updateTable('idempotency_keys')
    .set({ created_at: sql<Date>`app.now()` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', '=', 0)
    .where(sql<boolean>`created_at < app.now() - make_interval(secs => ${STALE_CLAIM_SECONDS})`)
    .returning('key')
    .executeTakeFirst();
  if (!taken) throw fail('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 });
  return null;
}

/** Removes keys that nobody can repeat any more. */
export async function forgetOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < app.now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
}

/** The key of a call whose handler notes it in the same transaction as its effect, so that the two cannot come apart. */
export type NotedKey = { scope: string; key: string; hash: Buffer };

/** Which of some keys were noted before, and whether with the same request. */
export async function findNotedKeys(
  tx: Tx,
  asked: readonly NotedKey[],
): Promise<Map<string, { isSame: boolean }>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ scope: string; key: string; request_hash: Buffer }>`
    select scope, key, request_hash from app.idempotency_keys
    where (scope, key) in (select * from unnest(${asked.map((one) => one.scope)}::text[], ${asked.map((one) => one.key)}::text[]))`.execute(
    tx,
  );
  const hashes = new Map(rows.map((row) => [`${row.scope} ${row.key}`, row.request_hash]));
  return new Map(
    asked.flatMap(({ scope, key, hash }) => {
      const known = hashes.get(`${scope} ${key}`);
      return known ? [[`${scope} ${key}`, { isSame: known.equals(hash) }] as const] : [];
    }),
  );
}

/** Notes keys whose calls have had their effect; the answer to a repetition is made anew from what there is. */
export async function noteKeys(tx: Tx, noted: readonly NotedKey[]): Promise<void> {
  if (noted.length === 0) return;
  await sql`insert into app.idempotency_keys (scope, key, request_hash, status, response)
    select scope, key, hash, 200, 'null' from unnest(${noted.map((one) => one.scope)}::text[],
      ${noted.map((one) => one.key)}::text[], ${noted.map((one) => one.hash)}::bytea[]) n(scope, key, hash)`.execute(
    tx,
  );
}
