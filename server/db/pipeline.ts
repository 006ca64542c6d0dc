import type { Kysely } from 'kysely';
import type pg from 'pg';
import { errorCodeOf, SQLSTATE } from './errors.ts';
import type { DB } from './types.ts';

type Tx = Kysely<DB>;

/** Transactions whose connection sends a statement before the one before it is answered. */
const pipelined = new WeakSet<Tx>();

/** Says that statements of this transaction may be under way together. */
export function notePipelined(tx: Tx): void {
  pipelined.add(tx);
}

/**
 * Runs steps that need nothing of one another and answers their results in their order. Where the connection allows
 * it, their statements are sent at once and cost one round trip together; the server still runs them in the order in
 * which they were sent. Otherwise the steps run one after the other. If a step fails, throws its error once all of them
 * have ended, so that no statement comes after the transaction.
 */
export async function together<T extends unknown[]>(
  tx: Tx,
  ...steps: { [K in keyof T]: () => Promise<T[K]> }
): Promise<T> {
  if (!pipelined.has(tx)) {
    const results: unknown[] = [];
    for (const step of steps) results.push(await step());
    return results as T;
  }
  const ended = await Promise.allSettled(steps.map((step) => step()));
  const failed = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  // Whatever was sent after the statement that failed was refused for that reason only.
  if (failed.length > 0)
    throw failed.find((error) => errorCodeOf(error) !== SQLSTATE.inFailedTransaction) ?? failed[0];
  return ended.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as T;
}

/** Texts beyond this number are not kept, because each connection would keep a plan of each. */
const MOST_TEXTS = 100;

/**
 * Lets each connection of a pool plan every statement once. The pool may only run statements whose texts are always the
 * same, so lists are passed as arrays.
 */
export function prepareAll(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_TEXTS) return known;
    const name = `prepared_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  pool.on('connect', (client) => {
    type Query = (text: unknown, values?: unknown[]) => unknown;
    const query = client.query.bind(client) as Query;
    const prepared: Query = (text, values) => {
      const name = typeof text === 'string' && values && values.length > 0 ? nameOf(text) : undefined;
      return name === undefined ? query(text, values) : query({ name, text, values });
    };
    client.query = prepared as typeof client.query;
  });
}
