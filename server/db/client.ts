import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { closeSilent, leaveReadOnly } from './connection-guards.ts';
import { readInstant, TIMESTAMPTZ } from './instants.ts';
import { prepareAll, runPipelined } from './pipeline.ts';
import type { DB } from './types.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /**
   * Only for the reservation lane. Nothing else can take its connections, and its plans never scan whole
   * tables.
   */
  lane: pg.Pool;
  /** For what must go on while everything else waits for a lock: each has a few connections that nothing else takes. */
  apart: {
    door: Db;
    webhooks: Db;
    reservations: Db;
    /** For the lane that completes free orders. Statements may be under way together, and their plans are kept. */
    checkout: Db;
    /**
     * For buyers who enter their details or pay, and for the jobs that ask what became of the money, while a crowd takes
     * all other connections. Statements may be under way together as for the lane.
     */
    payments: Db;
  };
  /** Waits for the running queries, then closes every connection. */
  close: () => Promise<void>;
};

type OpenOptions = {
  url: string;
  poolSize: number;
  /** Connections of the door alone. */
  doorPoolSize?: number;
  applicationName: string;
  /** Called when an idle connection is lost. A lost connection in use fails its query instead. */
  onConnectionError: (error: Error) => void;
  /** How long a query waits for a free or new connection before it fails as unavailable. */
  waitMs?: number;
  /**
   * How long a query waits for a server that says nothing. Null waits for ever, for statements that run without a time
   * limit.
   */
  silenceMs?: number | null;
};

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;

/** How long a query waits for a free connection, or for a new one, while this process runs. */
const WAIT_MS = 2_000;
const WAIT_TICK_MS = 100;
/** How long PostgreSQL may take to accept a new connection. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than a statement may take, because a server that works may say nothing until it is done. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1_000;
/** Probes of the system find a peer that is gone, also on a connection that only listens. */
const KEEP_ALIVE_MS = 10_000;
/** Short, because reservations of other events wait too while one reservation waits for a lock. */
const LANE_LOCK_MS = 900;
const LANE_CONNECTIONS = 2;
/** Everything else waits no longer for a lock either, or one locked row would take all connections one by one. */
const LOCK_MS = 1_500;
/** A scan, a webhook or a reservation waits no longer for a lock, so that all its waiting stays below two seconds. */
const APART_LOCK_MS = 900;
const APART_CONNECTIONS = { door: 3, webhooks: 2, reservations: 6 };
/** Of the pools whose connections take several statements at once. */
const PIPELINED_CONNECTIONS = { checkout: 2, payments: 8 };
/**
 * For connections that only look up a few rows. Until PostgreSQL has counted a table that grew within a minute, and in a
 * plan that was kept since the table was empty, it would read the whole table, with two helpers: at 300,000 orders 55 ms
 * instead of one tenth.
 */
const LOOK_UPS = '-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0';

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
 * int8 becomes a number (an unsafe one throws), numeric a string, timestamptz a Date. A calendar date stays
 * text: as a Date it would be midnight in the time zone of this machine.
 */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (id === INT8) return parseInt8;
      if (id === INT8_ARRAY) return parseInt8Array;
      if (id === TIMESTAMPTZ) return readInstant;
      if (id === DATE) return (text: string) => text;
      if (id === DATE_ARRAY) return parseTextArray;
    }
    return parserFor(id, format);
  },
} as pg.CustomTypesConfig;

/** Options in the address would silently replace the options from here, so both are sent. */
function withOptions(url: string, ours: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', `${given ? `${given} ` : ''}${ours}`);
  return address.href;
}

/** Opens the pool and kysely on it. It connects only at the first query. */
export function openDatabase({
  url,
  poolSize,
  doorPoolSize = APART_CONNECTIONS.door,
  applicationName,
  onConnectionError,
  waitMs = WAIT_MS,
  silenceMs = SILENCE_MS,
}: OpenOptions): Database {
  const path = '-c search_path=app,public';
  const pool = openPool({
    connectionString: withOptions(url, `${path} -c lock_timeout=${LOCK_MS}`),
    max: poolSize,
    application_name: applicationName,
    waitMs,
    silenceMs,
  });
  const lane = openPool({
    connectionString: withOptions(
      url,
      `${path} ${LOOK_UPS} -c plan_cache_mode=force_generic_plan -c lock_timeout=${LANE_LOCK_MS}`,
    ),
    max: LANE_CONNECTIONS,
    application_name: `${applicationName} lane`,
    waitMs,
    silenceMs,
  });
  const guard = (each: pg.Pool) => {
    // Without these two listeners, a lost database server would end the whole process.
    each.on('error', onConnectionError);
    each.on('connect', (client) => client.on('error', () => undefined));
  };
  const wrap = (each: pg.Pool): Db => {
    guard(each);
    const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: each }) });
    pools.set(db, each);
    return db;
  };
  const openApart = (name: keyof typeof APART_CONNECTIONS) =>
    wrap(
      openPool({
        connectionString: withOptions(url, `${path} ${LOOK_UPS} -c lock_timeout=${APART_LOCK_MS}`),
        max: name === 'door' ? doorPoolSize : APART_CONNECTIONS[name],
        application_name: `${applicationName} ${name}`,
        waitMs,
        silenceMs,
      }),
    );
  const openPipelined = (name: keyof typeof PIPELINED_CONNECTIONS) => {
    const each = openPool({
      connectionString: withOptions(url, `${path} ${LOOK_UPS} -c lock_timeout=${APART_LOCK_MS}`),
      max: PIPELINED_CONNECTIONS[name],
      application_name: `${applicationName} ${name}`,
      pipeline: true,
      waitMs,
      silenceMs,
    });
    prepareAll(each);
    return wrap(each);
  };
  guard(lane);
  const db = wrap(pool);
  const apart = {
    door: openApart('door'),
    webhooks: openApart('webhooks'),
    reservations: openApart('reservations'),
    checkout: openPipelined('checkout'),
    payments: openPipelined('payments'),
  };
  const close = async () => {
    await Promise.all([...[db, ...Object.values(apart)].map((each) => each.destroy()), lane.end()]);
  };
  return { db, pool, lane, apart, close };
}

const pools = new WeakMap<Db, pg.Pool>();

/** A statement that each connection plans once. `name` must be unique for its text. */
export type Prepared = { name: string; text: string };

/**
 * Runs one statement outside any transaction, with the plan that its connection keeps. For hot paths, where
 * planning costs more than running. Takes only the pool. Throws the error of the database.
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
 * Runs a query like `runPrepared` if it gets the pool. In a transaction the query is planned again. For
 * look-ups by ids: planning costs more than running, and the planner would take a list of a thousand ids for
 * half of a table. The text of the query must always be the same, so lists are passed as arrays. `name` must
 * be unique for that text.
 */
export async function runByName<Row>(tx: Tx | Db, name: string, query: CompiledQuery<Row>): Promise<Row[]> {
  const pool = pools.get(tx);
  if (!pool) return (await tx.executeQuery(query)).rows;
  return (await pool.query({ name, text: query.sql, values: [...query.parameters] })).rows as Row[];
}

/** `pipeline`: a connection sends a query before the one before it is answered. */
type PoolOptions = pg.PoolConfig & { waitMs: number; silenceMs: number | null; pipeline?: boolean };

function openPool({ waitMs, silenceMs, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
  });
  boundWaits(pool, waitMs);
  if (silenceMs !== null) closeSilent(pool, silenceMs);
  leaveReadOnly(pool);
  return pool;
}

type TakeConnection = Parameters<pg.Pool['connect']>[0];

/**
 * Refuses a query that has waited `waitMs` for a connection, counted only while this process runs. A busy machine
 * may pause a process for longer. After such a pause timers run first, so pg's own timeout would refuse everybody
 * who waits although connections are free. One clock serves all waiting queries and stops when nobody waits.
 */
function boundWaits(pool: pg.Pool, waitMs: number): void {
  const connect = pool.connect.bind(pool);
  const waiting = new Set<{ leftMs: number; refuse: () => void }>();
  let clock: NodeJS.Timeout | undefined;
  const tick = () => {
    for (const one of waiting) {
      one.leftMs -= WAIT_TICK_MS;
      if (one.leftMs <= 0) one.refuse();
    }
    if (waiting.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
  const wait = (take: TakeConnection) => {
    const end: TakeConnection = (error, client, release) => {
      if (waiting.delete(mine)) take(error, client, release);
      else if (client) release();
    };
    const refuse = () =>
      end(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
    const mine = { leftMs: waitMs, refuse };
    waiting.add(mine);
    clock ??= setInterval(tick, WAIT_TICK_MS).unref();
    connect(end);
  };
  const promise = () =>
    new Promise<pg.PoolClient>((done, fail) => {
      wait((error, client) => (client ? done(client) : fail(error)));
    });
  pool.connect = ((take?: TakeConnection) => (take ? wait(take) : promise())) as pg.Pool['connect'];
}

/**
 * Runs `fn` in one transaction. Returns its result after the commit. Any error rolls back. Takes only the
 * pool: a function that gets a transaction works inside that transaction.
 */
export function inTransaction<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('inTransaction was given a transaction: use it directly');
  const pool = pools.get(db);
  const { pipeline = false } = (pool?.options ?? {}) as Partial<PoolOptions>;
  return pool && pipeline ? runPipelined(pool, fn) : db.transaction().execute(fn);
}
