import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './types.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** For the reservation lane alone: nothing else can take its connection, and its plans never scan whole tables. */
  lane: pg.Pool;
  /** Waits for the queries under way, then closes every connection. */
  close: () => Promise<void>;
};

type OpenOptions = {
  url: string;
  poolSize: number;
  applicationName: string;
  /** Told of connections lost while nobody used them; queries fail by themselves. */
  onConnectionError: (error: Error) => void;
  /** How long a query waits for a free or a new connection before it counts as unavailable. */
  connectTimeoutMs?: number;
};

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;

/**
 * Longer than a busy machine leaves a process without time: after such a pause timers come first, and would refuse
 * everybody who waits although connections are free.
 */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Reservations of other events wait as well while one waits for a lock. */
const LANE_LOCK_MS = 1_500;
const LANE_CONNECTIONS = 2;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned ${text}, which no number holds exactly`);
  return value;
}

// The type of `getTypeParser` lists only the scalar types.
const parserFor = pg.types.getTypeParser as (
  id: number,
  format?: 'text' | 'binary',
) => (text: string) => unknown;
const parseTextArray = parserFor(1009);

function parseInt8Array(text: string): unknown {
  const convert = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(convert);
    return typeof item === 'string' ? parseInt8(item) : item;
  };
  return convert(parseTextArray(text));
}

/**
 * int8 as number (an unsafe one throws), numeric as string, timestamptz as Date. A calendar date stays text: as a Date
 * it would be midnight in the zone of this machine.
 */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (id === INT8) return parseInt8;
      if (id === INT8_ARRAY) return parseInt8Array;
      if (id === DATE) return (text: string) => text;
      if (id === DATE_ARRAY) return parseTextArray;
    }
    return parserFor(id, format);
  },
} as pg.CustomTypesConfig;

/** Options given in the address would silently replace ours: both are sent. */
function withOptions(url: string, ours: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', `${given ? `${given} ` : ''}${ours}`);
  return address.href;
}

/** Opens the pool and kysely on it. Connects only when the first query comes. */
export function openDatabase({
  url,
  poolSize,
  applicationName,
  onConnectionError,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: OpenOptions): Database {
  const path = '-c search_path=app,public';
  const pool = openPool({
    connectionString: withOptions(url, path),
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: applicationName,
  });
  // A plan made while the tables were empty would scan them for every foreign key from then on.
  const lane = openPool({
    connectionString: withOptions(
      url,
      `${path} -c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan -c lock_timeout=${LANE_LOCK_MS}`,
    ),
    max: LANE_CONNECTIONS,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: `${applicationName} lane`,
  });
  for (const each of [pool, lane]) {
    // Without these two listeners a server that goes away ends the whole process.
    each.on('error', onConnectionError);
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  const close = async () => {
    await Promise.all([db.destroy(), lane.end()]);
  };
  return { db, pool, lane, close };
}

const pools = new WeakMap<Db, pg.Pool>();

/** A statement that each connection plans once. `name` stands for this text only. */
export type Prepared = { name: string; text: string };

/**
 * Runs one statement outside any transaction, by its plan on that connection: for hot paths, where planning costs more
 * than running. Takes the pool only. Throws what the database refuses it with.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  db: Db,
  { name, text }: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = pools.get(db);
  if (!pool) throw new Error('runPrepared was given something else than the pool');
  return (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/**
 * Runs a query by the plan of its connection, as `runPrepared` does, where it is given the pool; planned anew in a
 * transaction. For what is found by ids, where planning costs more than running and a list of a thousand would be taken
 * for half of a table. The query's text must be the same each time, so lists are arrays. `name` stands for it only.
 */
export async function runByName<Row>(tx: Tx | Db, name: string, query: CompiledQuery<Row>): Promise<Row[]> {
  const pool = pools.get(tx);
  if (!pool) return (await tx.executeQuery(query)).rows;
  return (await pool.query({ name, text: query.sql, values: [...query.parameters] })).rows as Row[];
}

function openPool(options: pg.PoolConfig): pg.Pool {
  return new pg.Pool({
    ...options,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types,
  });
}

/**
 * Runs `fn` in one transaction: its result is returned after the commit, anything it throws rolls back.
 * Takes the pool only: a function that is handed a transaction works in that one.
 */
export function inTransaction<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('inTransaction was given a transaction: use it directly');
  return db.transaction().execute(fn);
}
