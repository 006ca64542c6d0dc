import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../db/client.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { lockShiftedCounters, type Moved, type Shift, shiftUnits, writeShift } from './unit-queries.ts';

/** A shift with the places that its assignment is to have; null has no limit. */
export type Settled = Shift & { quantity: number | null };

/** Orders kept coming for its tickets so often in a row: honest to give up. */
const TRIES = 10;
const LOCKED = '55P03';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String((error as { code: unknown }).code) : '';

/**
 * Lets each counter stand at what its tickets have sold and hold, those that come and go counted, with the wanted
 * capacity. The catalogue must have been changed in this transaction. Orders of all of them are locked first, then their
 * counters, each in id order, as everybody does; the many lines before the counters, so that reservations hardly wait. An
 * order that was made meanwhile is taken along if nobody is at work on it; otherwise the counters are let go, and it is
 * waited for. UNAVAILABLE where that never ends.
 */
export async function settle(tx: Tx, scope: AccountScope, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const shifts = settled.filter(({ added, removed }) => added.length + removed.length > 0);
  const moved = await shiftUnits(tx, scope, shifts, { which: 'settled' });
  for (let attempt = 1; ; attempt += 1) {
    moved.push(...(await shiftUnits(tx, scope, shifts, { which: attempt === 1 ? 'held' : 'any' })));
    await sql`savepoint settling`.execute(tx);
    try {
      await lockShiftedCounters(tx, scope, settled);
      moved.push(...(await shiftUnits(tx, scope, shifts, { which: 'any', nowait: true })));
      break;
    } catch (error) {
      if (codeOf(error) !== LOCKED) throw error;
      if (attempt === TRIES) throw fail('UNAVAILABLE', { retryAfter: 1, cause: error });
      await sql`rollback to savepoint settling`.execute(tx);
    }
  }
  for (const { counterId, quantity } of settled) {
    await writeShift(tx, scope, { ...sumOf(moved, counterId), quantity });
  }
}

function sumOf(moved: readonly Moved[], counterId: number): Moved {
  const own = moved.filter((one) => one.counterId === counterId);
  const sum = (of: (one: Moved) => number) => own.reduce((total, one) => total + of(one), 0);
  return { counterId, sold: sum(({ sold }) => sold), reserved: sum(({ reserved }) => reserved) };
}

const DEADLOCK = '40P01';

/**
 * Runs a transaction that settles. Whoever works on several of its orders at once may wait for it while it waits for
 * them: one begins anew.
 */
export async function inTurn<T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(ctx.db, run);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === TRIES) throw error;
    }
  }
}
