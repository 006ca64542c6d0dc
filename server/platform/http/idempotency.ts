import { sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import { fail } from '../errors.ts';
import { hashText } from '../secrets.ts';

const KEPT_HOURS = 24;

type Reply = { status: number; body: unknown };
type Running = { hash: string; reply: Promise<Reply> };

/** The calls that this process is working on, by scope and key. */
export type IdempotencyMemory = Map<string, Running>;
export const createIdempotencyMemory = (): IdempotencyMemory => new Map();

/** A hash of a request in hexadecimal letters. The order of the fields does not matter. */
export function requestHash(request: unknown): string {
  return hashText(JSON.stringify(sorted(request)) ?? '');
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort()) result[key] = sorted(fields[key]);
  return result;
}

/** Whether a request has the hash that was stored with a key. */
export const isSameRequest = (stored: Buffer | null | undefined, hash: string): boolean =>
  stored?.toString('hex') === hash;

/**
 * Joins calls with the same key while this process works on the first of them. All of them get the answer of
 * the first. Throws IDEMPOTENCY_KEY_REUSED if the same key comes with another request.
 */
export function joined(
  memory: IdempotencyMemory,
  id: string,
  hash: string,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const running = memory.get(id);
  if (running) {
    if (running.hash !== hash) return Promise.reject(fail('IDEMPOTENCY_KEY_REUSED'));
    return running.reply;
  }
  const reply = run();
  memory.set(id, { hash, reply });
  const forget = () => void memory.delete(id);
  reply.then(forget, forget);
  return reply;
}

/** Removes expired keys, which nobody can repeat any more. */
export async function forgetOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < app.now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
}

/**
 * The key of a call. The handler stores it in the same transaction as the effect of the call, so that neither
 * exists without the other.
 */
export type NotedKey = { scope: string; key: string; hash: string };

/** Finds which of the keys were stored before, and whether their request was the same. */
export async function findNotedKeys(
  tx: Tx,
  asked: readonly NotedKey[],
): Promise<Map<string, { isSame: boolean }>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ scope: string; key: string; request_hash: Buffer }>`
    select scope, key, request_hash from app.idempotency_keys
    where (scope, key) in (select * from unnest(${arrayText(asked.map((one) => one.scope))}::text[],
      ${arrayText(asked.map((one) => one.key))}::text[]))`.execute(tx);
  const hashes = new Map(rows.map((row) => [`${row.scope} ${row.key}`, row.request_hash]));
  return new Map(
    asked.flatMap(({ scope, key, hash }) => {
      const known = hashes.get(`${scope} ${key}`);
      return known ? [[`${scope} ${key}`, { isSame: isSameRequest(known, hash) }] as const] : [];
    }),
  );
}

/** A caller's key for one kind of change. Null if the caller sent none. */
export const notedKey = (
  scope: string,
  call: { idempotencyKey: string | null; requestHash: string },
): NotedKey | null =>
  call.idempotencyKey === null ? null : { scope, key: call.idempotencyKey, hash: call.requestHash };

/**
 * Stores the key of a call whose effect follows in this transaction. False if the effect has happened before. Waits
 * for a call with the same key in another process. Throws IDEMPOTENCY_KEY_REUSED if the key came with another request.
 */
export async function claimKey(tx: Tx, noted: NotedKey | null): Promise<boolean> {
  if (!noted) return true;
  const { scope, key, hash } = noted;
  const { rows } = await sql`insert into app.idempotency_keys (scope, key, request_hash, status, response)
    values (${scope}, ${key}, decode(${hash}, 'hex'), 200, 'null') on conflict do nothing returning true`.execute(
    tx,
  );
  if (rows.length > 0) return true;
  const before = (await findNotedKeys(tx, [noted])).get(`${scope} ${key}`);
  if (!before?.isSame) throw fail('IDEMPOTENCY_KEY_REUSED');
  return false;
}

/**
 * Stores the keys of calls that have had their effect. The answer to a repetition is made again from the
 * current data.
 */
export async function noteKeys(tx: Tx, noted: readonly NotedKey[]): Promise<void> {
  if (noted.length === 0) return;
  await sql`insert into app.idempotency_keys (scope, key, request_hash, status, response)
    select scope, key, decode(hash, 'hex'), 200, 'null' from unnest(${arrayText(noted.map((one) => one.scope))}::text[],
      ${arrayText(noted.map((one) => one.key))}::text[], ${arrayText(noted.map((one) => one.hash))}::text[]) n(scope, key, hash)`.execute(
    tx,
  );
}
