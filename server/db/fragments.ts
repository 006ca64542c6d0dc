import { sql } from 'kysely';

/** For updates of rows that have a version: raises the version and sets the time. */
export const raisedVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`app.now()` };

/**
 * Whether a column holds one of these ids. Any number of ids is one parameter, so that a statement keeps its
 * plan.
 */
export const isAmong = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;
