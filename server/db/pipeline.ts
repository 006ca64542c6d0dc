import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { errorCodeOf, SQLSTATE } from './errors.ts';
import type { DB } from './types.ts';

type Tx = Transaction<DB>;

/** Transactions whose connection sends a statement before the one before it is answered. */
const pipelined = new WeakSet<Kysely<DB>>();

/** A connection, and its `begin` that may still be under way. */
type Line = { tx: Tx; begun: Promise<unknown> };

const lines = new WeakMap<pg.PoolClient, Line>();

/**
 * Kysely over one connection that keeps nothing back. In a transaction of its own, kysely sends a statement only when the
 * one before it was answered.
 */
function lineOf(client: pg.PoolClient): Line {
  const known = lines.get(client);
  if (known) return known;
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      const { command, rowCount, rows } = await client.query(sql, [...parameters]);
      // Had the transaction not begun, each statement would stand for itself. So nothing may come after it.
      await line.begun;
      const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
      return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    },
    streamQuery: () => {
      throw new Error('A pipelined connection takes no cursors');
    },
  };
  const nothing = async () => undefined;
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    destroy: nothing,
  };
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const tx = Object.defineProperty(db, 'isTransaction', { value: true }) as Tx;
  const line: Line = { tx, begun: Promise.resolve() };
  lines.set(client, line);
  pipelined.add(tx);
  return line;
}

/**
 * Runs `fn` in one transaction on a pipelined connection and answers its result after the commit. Any error rolls back.
 * `begin` is sent together with the first statements, so those should only read and lock.
 */
export async function runPipelined<T>(pool: pg.Pool, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const line = lineOf(client);
  line.begun = client.query('begin');
  line.begun.catch(() => undefined);
  try {
    const result = await fn(line.tx);
    await line.begun;
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/**
 * Runs steps that need nothing of one another and answers their results in their order. Where the connection allows
 * it, their statements are sent at once and cost one round trip together; the server still runs them in the order in
 * which they were sent. Otherwise the steps run one after the other. If a step fails, throws its error once all of them
 * have ended, so that no statement comes after the transaction.
 */
export async function together<T extends unknown[]>(
  tx: Kysely<DB>,
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
 * A statement that answers every column of a table, as kysely writes it. PostgreSQL refuses a kept plan of it as soon as
 * the table has another column, and the next version of the program adds columns while this one runs.
 */
const ALL_COLUMNS = /^select \*|"\w+"\.\*|\breturning \*/;

/**
 * Lets each connection of a pool plan every statement once, except those that answer every column of a table. The pool may
 * only run statements whose texts are always the same, so lists are passed as arrays.
 */
export function prepareAll(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_TEXTS || ALL_COLUMNS.test(text)) return known;
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
