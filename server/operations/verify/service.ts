import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { accountInvariant } from './account-invariant.ts';
import { WORKER_IS_ALIVE } from './deadline-invariants.ts';
import { INVARIANTS } from './invariants.ts';
import { findLateWork, type LateWork } from './late-work.ts';
import type { Invariant } from './types.ts';

/** One record that breaks a rule. `drift` describes it in words. The other fields are for machines. */
type DriftRow = { drift: string } & Record<string, unknown>;

export type Drift = {
  id: string;
  rule: string;
  /** The number of records that break the rule. `rows` holds the first of them. */
  count: number;
  rows: DriftRow[];
};

export type Looked = { counters: number; orders: number; payments: number; attendees: number };

export type Verification = {
  /** The time of the snapshot, by the database's clock. */
  at: Date;
  checks: number;
  looked: Looked;
  /** False: no process runs jobs. Records past their deadline wait for one and are no drift. */
  workerIsAlive: boolean;
  /** A warning, whether or not a process runs jobs. */
  late: LateWork[];
  drift: Drift[];
};

const ROWS_SHOWN = 20;

async function findRows(tx: Tx, invariant: Invariant, limit: number): Promise<Drift | null> {
  const { rows } = await sql
    .raw<DriftRow & { drift_count: number }>(
      `with broken as (${invariant.query}) select *, count(*) over () as drift_count from broken limit ${limit}`,
    )
    .execute(tx);
  const [first] = rows;
  if (!first) return null;
  const { id, rule } = invariant;
  return { id, rule, count: first.drift_count, rows: rows.map(({ drift_count: _, ...row }) => row) };
}

/** What breaks some rules, in the snapshot of the caller's transaction. */
export async function findDrift(
  tx: Tx,
  invariants: readonly Invariant[],
  { rowsShown = ROWS_SHOWN } = {},
): Promise<Drift[]> {
  const drift: Drift[] = [];
  for (const invariant of invariants) {
    const found = await findRows(tx, invariant, rowsShown);
    if (found) drift.push(found);
  }
  return drift;
}

function inSnapshot<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Sums over a million orders take longer than a normal request may, and need more memory than a
      // look-up.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`set local work_mem = '64MB'`.execute(tx);
      return fn(tx);
    });
}

/**
 * Computes every counter and every invariant again from the base tables, in one read-only snapshot. It is
 * safe to run while the system works. It takes only read locks and repairs nothing.
 */
export const verify = (db: Db, options?: { rowsShown?: number }): Promise<Verification> =>
  inSnapshot(db, (tx) => recompute(tx, options));

/** Verifies within the caller's transaction and its snapshot. */
export async function recompute(tx: Tx, { rowsShown = ROWS_SHOWN } = {}): Promise<Verification> {
  const { rows } = await sql
    .raw<Looked & { at: Date; alive: boolean }>(
      `select app.now() as at, ${WORKER_IS_ALIVE} as alive, (select count(*) from app.counters) as counters,
        (select count(*) from app.orders) as orders, (select count(*) from app.payments) as payments,
        (select count(*) from app.attendees) as attendees`,
    )
    .execute(tx);
  const [facts] = rows;
  if (!facts) throw new Error('The database answers nothing');
  const invariants = [...INVARIANTS, await accountInvariant(tx)];
  const drift = await findDrift(tx, invariants, { rowsShown });
  const { at, alive, ...looked } = facts;
  const late = await findLateWork(tx);
  return { at, checks: invariants.length, looked, workerIsAlive: alive, late, drift };
}
