import type { Tx } from '../../db/client.ts';
import { errorCodeOf, SQLSTATE } from '../../db/errors.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import {
  lockCountersOfChanges,
  type MovedUnits,
  moveUnits,
  rollbackToSavepoint,
  setSavepoint,
  type TicketChange,
  waitPatiently,
  writeCounter,
} from './unit-queries.ts';

/** A change of a counter's tickets, with the new capacity of its assignment; null has no limit. */
export type CapacityChange = TicketChange & { quantity: number | null };

/** If new orders still come for its tickets after this many tries, the change is refused. */
const TRIES = 10;

/**
 * Corrects counters after a change of their tickets: each shows what its tickets have sold and hold, and gets the
 * wanted capacity. The caller has changed the catalogue in this transaction. Locks the orders of all these tickets
 * first and then their counters, each in id order, as every writer does. Most lines are written before the counters are
 * locked, so that reservations hardly wait. An order that was made meanwhile is included if nobody has locked it.
 * Otherwise the counters are released, and this transaction waits for the order. Throws UNAVAILABLE if that never ends.
 */
export async function recountUnits(
  tx: Tx,
  scope: AccountScope,
  changes: readonly CapacityChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const moving = changes.filter(({ added, removed }) => added.length + removed.length > 0);
  const moved = await moveUnits(tx, scope, moving, { orders: 'not_held' });
  for (let attempt = 1; ; attempt += 1) {
    moved.push(...(await moveUnits(tx, scope, moving, { orders: attempt === 1 ? 'held' : 'any' })));
    await setSavepoint(tx);
    await lockCountersOfChanges(tx, scope, changes);
    try {
      moved.push(...(await moveUnits(tx, scope, moving, { orders: 'any', nowait: true })));
      break;
    } catch (error) {
      if (errorCodeOf(error) !== SQLSTATE.lockNotAvailable) throw error;
      if (attempt === TRIES) throw fail('UNAVAILABLE', { retryAfter: 1, cause: error });
      await rollbackToSavepoint(tx);
    }
  }
  for (const { counterId, quantity } of changes) {
    await writeCounter(tx, scope, { ...sumOf(moved, counterId), quantity });
  }
}

function sumOf(moved: readonly MovedUnits[], counterId: number): MovedUnits {
  const own = moved.filter((one) => one.counterId === counterId);
  const sum = (of: (one: MovedUnits) => number) => own.reduce((total, one) => total + of(one), 0);
  return { counterId, sold: sum(({ sold }) => sold), reserved: sum(({ reserved }) => reserved) };
}

/**
 * Runs a transaction that recounts counters of an event. It can deadlock with a transaction that locks several of the same orders.
 * PostgreSQL then ends one of the two. If it ends this one, it begins again here.
 */
export async function retryOnDeadlock<T>(ctx: Ctx, eventId: number, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTurn(ctx.db, [`event ${eventId}`], async (tx) => {
        await waitPatiently(tx);
        return run(tx);
      });
    } catch (error) {
      if (errorCodeOf(error) !== SQLSTATE.deadlockDetected || attempt === TRIES) throw error;
    }
  }
}
