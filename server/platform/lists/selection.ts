import { LIMITS } from '@entrada/contract/constants';
import { fieldErrors } from '@entrada/contract/field-errors';
import { type ListQuery, type ListRules, listQuery } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { fail, failFields } from '../errors.ts';
import { findIds, type ListSource } from './page.ts';

/** Rows of a list that somebody chose: those of these ids, or all that the query finds but a few. */
export type ListSelection = { query: ListQuery; ids: number[] | null; except: number[] };

/** All that a list finds, by one query for the ids. */
const EVERYTHING = 10_000_000;

/**
 * Reads a list's query with `ids` or `except` beside it, each some ids with commas between. Rows that are named are meant
 * whatever the query says besides its order. VALIDATION_FAILED as the list itself, and for more than LIMITS.selectedRows.
 */
export function readSelection(rules: ListRules, raw: Record<string, unknown>): ListSelection {
  const { ids, except, ...rest } = raw;
  const parsed = listQuery(rules).safeParse(rest, { reportInput: true });
  if (!parsed.success) throw fail('VALIDATION_FAILED', { errors: fieldErrors(parsed.error.issues) });
  return selectionOf({
    query: parsed.data,
    ids: ids === undefined ? undefined : readIds('ids', ids),
    except: except === undefined ? undefined : readIds('except', except),
  });
}

/** A list's query, with the rows that a body names beside it. */
export type NamedRows = { query: ListQuery; ids?: number[] | undefined; except?: number[] | undefined };

/** What `ids` or `except` mean beside a list's query. Rows that are named are meant whatever it says besides its order. */
export const selectionOf = ({ query, ids, except = [] }: NamedRows): ListSelection => ({
  query: { ...query, ...(ids && { query: '', filters: [] }), page: 1, perPage: EVERYTHING },
  ids: ids ?? null,
  except,
});

function readIds(path: string, value: unknown): number[] {
  if (typeof value !== 'string' || !/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(value)) {
    throw failFields([{ path, code: 'invalid_format' }]);
  }
  const ids = value.split(',').map(Number);
  if (ids.length > LIMITS.selectedRows)
    throw failFields([{ path, code: 'too_long', max: LIMITS.selectedRows }]);
  return ids;
}

/** The ids of the rows of a list that were chosen, of those of which `only` holds as well, in the order of the list. */
export function findChosen(
  tx: Tx | Db,
  source: ListSource,
  { query, ids, except }: ListSelection,
  only?: RawBuilder<unknown>,
): Promise<number[]> {
  const where = [
    ...source.where,
    ...(ids ? [sql`${source.id} = any(${ids}::bigint[])`] : []),
    ...(except.length > 0 ? [sql`${source.id} <> all(${except}::bigint[])`] : []),
    ...(only ? [only] : []),
  ];
  return findIds(tx, { ...source, where }, query);
}

/** What was chosen, for the audit. */
export const auditableSelection = ({ query, ids, except }: ListSelection) => ({
  query: query.query,
  filters: query.filters,
  ids,
  except,
});

/**
 * Rows in the order of their ids, so many at a time. The next ones are already looked for while the last are worked on;
 * should that fail, it is thrown in their place.
 */
export async function* inChunks<Row>(
  ids: readonly number[],
  find: (ids: number[]) => Promise<Row[]>,
  size = 1000,
): AsyncGenerator<Row[]> {
  const chunkAt = (at: number) => {
    if (at >= ids.length) return null;
    const rows = find(ids.slice(at, at + size));
    // Whoever stops reading is told nothing, and nothing may be left without an ear.
    rows.catch(() => undefined);
    return rows;
  };
  let next = chunkAt(0);
  for (let at = size; next; at += size) {
    const rows = await next;
    next = chunkAt(at);
    yield rows;
  }
}

/** The clocks of the world are put forward and back at whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000;

/**
 * Instants on an event's own clock, as spreadsheets read them; empty for none. How far the clock is from UTC is asked once
 * for each quarter of an hour, which for a file of many rows is far cheaper than once for each.
 */
export function localTimes(timezone: string): (at: Date | null) => string {
  const offsets = new Map<number, number>();
  const offsetOf = (ms: number) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const instant = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER_MS);
      offset = instant.toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
      offsets.set(quarter, offset);
    }
    return offset;
  };
  return (at) => {
    if (!at) return '';
    const ms = at.getTime();
    return new Date(ms + offsetOf(ms)).toISOString().slice(0, 16).replace('T', ' ');
  };
}
