import { type RawBuilder, sql } from 'kysely';

/** For updates of rows that have a version: raises the version and sets the time. */
export const raisedVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`app.now()` };

/**
 * Whether a column holds one of these ids. Any number of ids is one parameter, so that a statement keeps its
 * plan.
 */
export const isAmong = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

/**
 * A shift of dates: by as much as a start moves, read off the clocks of its zone before and after. `to` is null if only
 * the zone changes, so that the clocks show the same times.
 */
export type DateShift = { from: Date; to: Date | null; timezone: string; toTimezone?: string };

/** A date that is as far from the new start as the old date was from the old start, in local time. Null stays null. */
export const movedDate = (
  column: string,
  { from, to, timezone, toTimezone = timezone }: DateShift,
): RawBuilder<Date> => {
  const by = to
    ? sql`((${to}::timestamptz at time zone ${toTimezone}) - (${from}::timestamptz at time zone ${timezone}))`
    : sql`interval '0'`;
  return sql`(((${sql.ref(column)} at time zone ${timezone}) + ${by}) at time zone ${toTimezone})`;
};

/** The end of a window whose dates are moved. When clocks go back, it could come before its start: then a minute after. */
export const movedEnd = (start: string, end: string, shift: DateShift): RawBuilder<Date> => sql`
  case when ${sql.ref(end)} is null then null
    else greatest(${movedDate(end, shift)}, ${movedDate(start, shift)} + interval '1 minute') end`;
