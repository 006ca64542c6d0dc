import { type Db, inTransaction, type Tx } from '../db/client.ts';
import { errorCodeOf, SQLSTATE } from '../db/errors.ts';
import { AppError } from './errors.ts';
import { createSlots, type Slots } from './slots.ts';

/** Transactions of a process that may want the same row at once. The row itself serves one after the other anyway. */
const AT_ONCE = 2;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 2_000;

type Queue = { slots: Slots; users: number };

/** By the connections that the transactions share. */
const queues = new WeakMap<Db, Map<string, Queue>>();

const isLocked = (error: unknown): boolean =>
  errorCodeOf(error) === SQLSTATE.lockNotAvailable || (error instanceof AppError && isLocked(error.cause));

/** Runs work when it is its turn for what `name` names. Whoever gets no lock is refused together with all who wait. */
async function inOneTurn<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  const known = queues.get(db) ?? new Map<string, Queue>();
  queues.set(db, known);
  const queue = known.get(name) ?? {
    slots: createSlots({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS }),
    users: 0,
  };
  known.set(name, queue);
  queue.users += 1;
  try {
    return await queue.slots.run(async () => {
      try {
        return await work();
      } catch (error) {
        if (isLocked(error)) queue.slots.refuseWaiting(error);
        throw error;
      }
    });
  } finally {
    queue.users -= 1;
    if (queue.users === 0) known.delete(name);
  }
}

/**
 * Runs a transaction like `inTransaction` that will lock the rows which `names` name, such as `order 5`. While others of
 * this process want the same row it waits without a connection, so that one locked row takes two connections at most and
 * everybody else finds one. Throws UNAVAILABLE with Retry-After after two seconds. If the row is locked by somebody
 * else, everybody who waits gets the error of the first.
 */
export function inTurn<T>(db: Db, names: readonly string[], fn: (tx: Tx) => Promise<T>): Promise<T> {
  const [name, ...rest] = names;
  if (name === undefined) return inTransaction(db, fn);
  return inOneTurn(db, name, () => inTurn(db, rest, fn));
}
