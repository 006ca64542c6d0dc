import { LIMITS } from '@entrada/contract/constants';
import { type ListQuery, type ListRules, listQuery } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { failFields } from '../errors.ts';
import { parseGiven } from '../http/parse.ts';
import { findIds, findStretch, foundBy, type ListSource, type Place } from './page.ts';

/**
 * Rows of a list that somebody chose: the rows with these ids, or all that the query finds without the
 * exceptions.
 */
export type ListSelection = { query: ListQuery; ids: number[] | null; except: number[] };

/** A page size that covers every row of a list, so that one query finds all ids. */
const EVERYTHING = 10_000_000;

/**
 * Reads a list's query with `ids` or `except`. Both are ids with commas between them. With `ids`, the query
 * sets only the order. Throws VALIDATION_FAILED for a wrong query, as the list does, and for more than
 * LIMITS.selectedRows ids.
 */
export function readSelection(rules: ListRules, raw: Record<string, unknown>): ListSelection {
  const { ids, except, ...rest } = raw;
  return selectionOf({
    query: parseGiven(listQuery(rules), rest),
    ids: ids === undefined ? undefined : readIds('ids', ids),
    except: except === undefined ? undefined : readIds('except', except),
  });
}

/** A list's query, with the ids that a body names. */
export type NamedRows = { query: ListQuery; ids?: number[] | undefined; except?: number[] | undefined };

/** Combines a list's query with `ids` or `except`. With `ids`, the query sets only the order. */
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

/** The list with the conditions of a selection. */
const narrowed = (source: ListSource, { ids, except }: ListSelection, only?: RawBuilder<unknown>) => ({
  ...source,
  where: [
    ...source.where,
    ...(ids ? [sql`${source.id} = any(${ids}::bigint[])`] : []),
    ...(except.length > 0 ? [sql`${source.id} <> all(${except}::bigint[])`] : []),
    ...(only ? [only] : []),
  ],
});

/** The ids of the chosen rows for which `only` also holds, in the order of the list. */
export const findChosen = (
  tx: Tx | Db,
  source: ListSource,
  selection: ListSelection,
  only?: RawBuilder<unknown>,
): Promise<number[]> => findIds(tx, narrowed(source, selection, only), selection.query);

/** All chosen rows, as the end of a statement: from and where. */
export const foundChosen = (source: ListSource, selection: ListSelection): RawBuilder<unknown> =>
  foundBy(narrowed(source, selection), selection.query);

/** The selection as the audit stores it. */
export const auditableSelection = ({ query, ids, except }: ListSelection) => ({
  query: query.query,
  filters: query.filters,
  ids,
  except,
});

/** Every stretch reads the sort once more, so a stretch is long. Its ids take little memory. */
const STRETCH = 20_000;

/**
 * The ids of the chosen rows in the order of the list, some at a time. Reads the first stretch at once, so that a
 * selection that is refused (VALIDATION_FAILED) throws here and not in the middle of a file.
 */
export async function walkChosen(
  tx: Tx | Db,
  source: ListSource,
  selection: ListSelection,
  most = STRETCH,
): Promise<AsyncIterable<number[]>> {
  const chosen = narrowed(source, selection);
  const next = (after: Place | null) => findStretch(tx, chosen, selection.query, { after, most });
  const first = await next(null);
  async function* walk() {
    for (let stretch = first; stretch.length > 0; ) {
      yield stretch.map(({ id }) => id);
      const last = stretch.at(-1);
      if (!last || stretch.length < most) return;
      stretch = await next(last);
    }
  }
  return walk();
}

/**
 * Rows in the order of their ids, in chunks of `size`. The next chunk is read while the caller works on the
 * current one. If reading it fails, the error is thrown in its place.
 */
export async function* inChunks<Row>(
  stretches: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
  find: (ids: number[]) => Promise<Row[]>,
  size = 1000,
): AsyncGenerator<Row[]> {
  let next: Promise<Row[]> | null = null;
  for await (const ids of stretches) {
    for (let at = 0; at < ids.length; at += size) {
      const current = next;
      next = find(ids.slice(at, at + size));
      // A caller who stops reading never awaits this promise. The handler keeps its failure from being an
      // unhandled rejection.
      next.catch(() => undefined);
      if (current !== null) yield await current;
    }
  }
  if (next !== null) yield await next;
}

/** Clocks everywhere change for summer and winter time at whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
/** Minutes that are remembered: rows that are near each other in a list are often near in time. */
const MINUTES = 10_000;

/**
 * Formats instants on the event's own clock, as spreadsheets read them. Null becomes an empty text. The
 * offset from UTC is computed once for each quarter of an hour, and a minute is written once, which is much cheaper than
 * once for each row.
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
  const written = new Map<number, string>();
  return (at) => {
    if (!at) return '';
    const ms = at.getTime();
    const local = Math.floor((ms + offsetOf(ms)) / MINUTE_MS);
    let text = written.get(local);
    if (text === undefined) {
      text = new Date(local * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
      if (written.size >= MINUTES) written.clear();
      written.set(local, text);
    }
    return text;
  };
}
