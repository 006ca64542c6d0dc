import pg from 'pg';

export const TIMESTAMPTZ = 1184;

const readAnyInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

/** An instant in UTC as PostgreSQL writes it, "2026-11-23 19:45:48.123456+00". */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/**
 * An instant of the database, to the millisecond. Node reads the usual form in a fourth of the time of pg's own parser,
 * which reads all others, such as "infinity". Pure.
 */
export const readInstant = (text: string): unknown =>
  IN_UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAnyInstant(text);
