import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { errorCodeOf, isDatabaseUnavailable, SQLSTATE } from '../../db/errors.ts';

const PAUSE_MS = 200;

/** The statements of graphile-worker that record how a job ended. Each does no harm if it runs twice. */
const RECORDS = /^(complete|fail)_job/;

const isRecord = ({ name }: pg.QueryConfig) => RECORDS.test(name ?? '');

const WILL_PASS: ReadonlySet<string> = new Set([
  SQLSTATE.queryCanceled,
  SQLSTATE.lockNotAvailable,
  SQLSTATE.deadlockDetected,
  SQLSTATE.serializationFailure,
]);

const willPass = (error: unknown) => isDatabaseUnavailable(error) || WILL_PASS.has(errorCodeOf(error));

type Patience = {
  /** From then on every wait ends with its error. */
  isOver: () => boolean;
  /** Called again and again during a wait, so that a wait is not taken for a standstill. */
  onWait: () => void;
};

export type PatientPool = {
  pool: pg.Pool;
  /** How many ends of jobs are being recorded now, or wait for a connection and may be that. */
  recording: () => number;
};

/**
 * The pool as graphile-worker may use it. Whoever asks for a connection waits until the database gives one, and the end
 * of a job is recorded however long that takes. With the pool itself graphile-worker 0.18 gives up at the first record
 * that fails, and if two fail at once it waits for ever for its own end: no job runs any more, and nothing says so.
 */
export function patientPool(pool: pg.Pool, patience: Patience): PatientPool {
  let recording = 0;

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (patience.isOver() || pool.ending || !willPass(error)) throw error;
        patience.onWait();
        await wait(PAUSE_MS);
      }
    }
  }

  /** A connection that is replaced if it breaks under a record. Everything else runs on the first one and may fail. */
  function steady(first: pg.PoolClient): pg.PoolClient {
    let client: pg.PoolClient | null = first;
    const ask = async (query: pg.QueryConfig, values?: unknown[]) => {
      for (;;) {
        client ??= await take();
        try {
          return await client.query(query, values);
        } catch (error) {
          if (patience.isOver() || !isRecord(query) || !willPass(error)) throw error;
          client.release(true);
          client = null;
          patience.onWait();
          await wait(PAUSE_MS);
        }
      }
    };
    const query = async (given: pg.QueryConfig, values?: unknown[]) => {
      if (!isRecord(given)) return ask(given, values);
      recording += 1;
      return ask(given, values).finally(() => {
        recording -= 1;
      });
    };
    const release = (error?: Error | boolean) => client?.release(error);
    return Object.assign(Object.create(first), { query, release });
  }

  type Give = (error: Error | undefined, client?: pg.PoolClient, done?: pg.PoolClient['release']) => void;
  const connect = (give?: Give) => {
    if (!give) {
      recording += 1;
      return take()
        .then(steady)
        .finally(() => {
          recording -= 1;
        });
    }
    // With a callback graphile-worker takes the connection on which it listens. It must be a real one.
    return void take().then(
      (client) => give(undefined, client, client.release),
      (error: Error) => give(error),
    );
  };
  return { pool: Object.assign(Object.create(pool), { connect }), recording: () => recording };
}
