import { LIMITS } from '@entrada/contract/constants';
import { type ListQuery, type ListRules, listQuery } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import { fail, failFields } from './errors.ts';
import { fieldErrors } from './http/field-errors.ts';

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
  const chosen = ids === undefined ? null : readIds('ids', ids);
  return {
    query: everything(parsed.data, chosen !== null),
    ids: chosen,
    except: except === undefined ? [] : readIds('except', except),
  };
}

/** A query for all rows of a list that it finds; of rows that are named, whatever else it says but their order. */
export const everything = (query: ListQuery, isNamed: boolean): ListQuery => ({
  ...query,
  ...(isNamed && { query: '', filters: [] }),
  page: 1,
  perPage: EVERYTHING,
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

/** What a selection adds to the conditions of its list. */
export function selectionConditions(
  id: RawBuilder<unknown>,
  { ids, except }: Pick<ListSelection, 'ids' | 'except'>,
): RawBuilder<unknown>[] {
  return [
    ...(ids ? [sql`${id} = any(${ids}::bigint[])`] : []),
    ...(except.length > 0 ? [sql`${id} <> all(${except}::bigint[])`] : []),
  ];
}

/** What was chosen, for the audit. */
export const auditableSelection = ({ query, ids, except }: ListSelection) => ({
  query: query.query,
  filters: query.filters,
  ids,
  except,
});

/** Rows in the order of their ids, so many at a time. */
export async function* inChunks<Row>(
  ids: readonly number[],
  find: (ids: number[]) => Promise<Row[]>,
  size = 1000,
): AsyncGenerator<Row[]> {
  for (let at = 0; at < ids.length; at += size) yield await find(ids.slice(at, at + size));
}

/** An instant on an event's own clock, as spreadsheets read it; empty for none. */
export function localTime(at: Date | null, timezone: string): string {
  if (!at) return '';
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
