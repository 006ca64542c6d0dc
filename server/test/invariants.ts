import { afterAll, expect } from 'vitest';
import type { Db } from '../db/client.ts';
import { verify } from '../operations/verify/service.ts';

/**
 * Every record that breaks an invariant, by the invariant's number and rule. Empty if all records are
 * correct.
 */
export async function findBroken(db: Db): Promise<Record<string, unknown[]>> {
  const { drift } = await verify(db, { rowsShown: 5 });
  return Object.fromEntries(drift.map(({ id, rule, rows }) => [`${id} ${rule}`, rows]));
}

/** Checks the invariants after the last test of a file. Call it after opening the database. */
export function keepInvariants(db: Db): void {
  afterAll(async () => expect(await findBroken(db)).toEqual({}));
}
