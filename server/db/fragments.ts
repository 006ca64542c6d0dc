import { sql } from 'kysely';

/** For an update of rows that have a version: raises it and notes the time. */
export const raisedVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`app.now()` };

/** Whether a column holds one of these ids. One parameter however many they are, so that a statement keeps its plan. */
export const isAmong = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;
