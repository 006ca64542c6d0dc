import { nameSpellings } from '@entrada/contract/accounts/person-name';
import type { ListFilter, ListMeta, ListOperator, ListQuery, ListRules } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { failFields } from '../errors.ts';
import { findTotal } from './total.ts';

type Condition = RawBuilder<unknown>;

/** Translates the names of a list into SQL. The rules in the contract say which names exist. */
export type ListSource = {
  /** `app.orders o`, with an alias that the other fragments use. */
  from: RawBuilder<unknown>;
  /** Applies to every query and names the account or the event. */
  where: readonly Condition[];
  id: RawBuilder<unknown>;
  /** Never null, so that one index serves both directions. */
  sorts: Record<string, RawBuilder<unknown>>;
  filters: Record<string, (filter: ListFilter) => Condition>;
  /** The folded search column, or none. A list that finds its rows by several columns puts each condition together. */
  search?: RawBuilder<unknown> | SearchIn;
};

/** The condition for one word of a search. `holds` says whether a folded column contains the word. */
export type SearchIn = (holds: (column: RawBuilder<unknown>) => Condition) => Condition;

type Page = { ids: number[]; total: number };

type PageQuery = {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  sort: RawBuilder<unknown>;
  isDown: boolean;
  offset: number;
  limit: number;
};

const inOrder = (sort: RawBuilder<unknown>, id: RawBuilder<unknown>, isDown: boolean) => {
  const direction = isDown ? sql`desc` : sql`asc`;
  return sql`order by ${sort} ${direction}, ${id} ${direction}`;
};

/** The most hits of a search that are collected and sorted together. */
const FEW = 5000;

/**
 * A page of the hits of a search and their number, from one read of the index. Null if there are more than
 * FEW hits.
 */
async function findHits(
  tx: Tx | Db,
  { from, where, id, sort, isDown, offset, limit }: PageQuery,
): Promise<Page | null> {
  const { rows } = await sql<{ n: number; id: number | null }>`
    with hits as materialized (select ${id} as id, ${sort} as place from ${from} where ${where} limit ${FEW + 1})
    select c.n, p.id from (select count(*) as n from hits) c left join lateral (
      select h.id, h.place from hits h ${inOrder(sql`h.place`, sql`h.id`, isDown)} limit ${limit} offset ${offset}) p on true
    ${inOrder(sql`p.place`, sql`p.id`, isDown)}`.execute(tx);
  const total = rows[0]?.n ?? 0;
  return total > FEW ? null : { total, ids: rows.flatMap((row) => row.id ?? []) };
}

/**
 * A page along the index that matches the sort. It is read from the nearer end, so the last page is as fast
 * as the first.
 */
async function findAlong(tx: Tx | Db, query: PageQuery): Promise<Page> {
  const { from, where, id, sort, isDown, offset } = query;
  const total = await findTotal(tx, sql<{ n: number }>`select count(*) as n from ${from} where ${where}`);
  const limit = Math.min(query.limit, total - offset);
  if (limit <= 0) return { ids: [], total };
  const after = total - offset - limit;
  const isFromEnd = after < offset;
  const { rows } = await sql<{ id: number }>`select ${id} as id from ${from} where ${where}
    ${inOrder(sort, id, isDown !== isFromEnd)} limit ${limit} offset ${isFromEnd ? after : offset}`.execute(
    tx,
  );
  const ids = rows.map((row) => row.id);
  return { ids: isFromEnd ? ids.reverse() : ids, total };
}

/**
 * One page of ids in the requested order, and the meta of the reply. The rows are then fetched by id (a
 * deferred join), so that sorting never carries wide rows. A total of ten thousand or more may be some
 * seconds old. `tx` may be the pool.
 */
export async function findPage(
  tx: Tx | Db,
  rules: ListRules,
  source: ListSource,
  query: ListQuery,
): Promise<{ ids: number[]; meta: ListMeta }> {
  const words = searchOf(source, query);
  const conditions = [...conditionsOf(source, query), ...words];
  const pageQuery: PageQuery = {
    from: source.from,
    where: sql.join(conditions, sql` and `),
    id: source.id,
    sort: sortOf(source, query),
    isDown: query.sortDirection === 'desc',
    offset: (query.page - 1) * query.perPage,
    limit: query.perPage,
  };
  const { ids, total } =
    (words.length > 0 ? await findHits(tx, pageQuery) : null) ?? (await findAlong(tx, pageQuery));
  return {
    ids,
    meta: {
      page: query.page,
      perPage: query.perPage,
      total,
      lastPage: Math.max(1, Math.ceil(total / query.perPage)),
      sortBy: query.sortBy,
      sortDirection: query.sortDirection,
      allowedSorts: [...rules.sorts],
      allowedFilters: Object.fromEntries(
        Object.entries(rules.filters).map(([field, operators]) => [field, [...operators]]),
      ),
    },
  };
}

/** One page of a list with its rows in the requested order. `find` finds rows by their ids, in any order. */
export async function readPage<Row extends { id: number }>(
  tx: Tx | Db,
  { rules, source, query }: { rules: ListRules; source: ListSource; query: ListQuery },
  find: (ids: number[]) => Promise<Row[]>,
): Promise<{ data: Row[]; meta: ListMeta }> {
  const { ids, meta } = await findPage(tx, rules, source, query);
  return { data: inOrderOf(ids, await find(ids)), meta };
}

/** All that a list finds, as the end of a statement: from and where. */
export const foundBy = (source: ListSource, query: ListQuery): RawBuilder<unknown> =>
  sql`from ${source.from} where ${sql.join([...conditionsOf(source, query), ...searchOf(source, query)], sql` and `)}`;

/** The ids of everything that a list finds now, in the requested order. */
export async function findIds(tx: Tx | Db, source: ListSource, query: ListQuery): Promise<number[]> {
  const order = inOrder(sortOf(source, query), source.id, query.sortDirection === 'desc');
  const { rows } = await sql<{
    id: number;
  }>`select ${source.id} as id ${foundBy(source, query)} ${order}`.execute(tx);
  return rows.map((row) => row.id);
}

/** A row where the next stretch of a list begins. `place` is its sort value as PostgreSQL writes it. */
export type Place = { id: number; place: string };

/**
 * The next `most` rows of a list after a place, or its first ones. It walks by key: a row that comes or goes meanwhile
 * moves no other, and the last rows cost no more than the first.
 */
export async function findStretch(
  tx: Tx | Db,
  source: ListSource,
  query: ListQuery,
  { after, most }: { after: Place | null; most: number },
): Promise<Place[]> {
  const { id } = source;
  const sort = sortOf(source, query);
  const isDown = query.sortDirection === 'desc';
  const conditions = [...conditionsOf(source, query), ...searchOf(source, query)];
  // The text has no type of its own here, so PostgreSQL reads it as a value of the sort, to the microsecond.
  if (after) {
    const beyond = isDown ? sql`<` : sql`>`;
    conditions.push(sql`(${sort}, ${id}) ${beyond} (${after.place}, ${after.id}::bigint)`);
  }
  const { rows } = await sql<Place>`select ${id} as id, (${sort})::text as place from ${source.from}
    where ${sql.join(conditions, sql` and `)} ${inOrder(sort, id, isDown)} limit ${most}`.execute(tx);
  return rows;
}

function sortOf({ sorts }: ListSource, { sortBy }: ListQuery): RawBuilder<unknown> {
  const sort = sorts[sortBy];
  if (!sort) throw new Error(`List sort ${sortBy} has no SQL`);
  return sort;
}

const searchOf = ({ search }: ListSource, { query }: ListQuery): Condition[] =>
  query && search
    ? searchConditions(typeof search === 'function' ? search : (holds) => holds(search), query)
    : [];

const conditionsOf = (source: ListSource, query: ListQuery): Condition[] => [
  ...source.where,
  ...query.filters.map((filter) => {
    const build = source.filters[filter.field];
    if (!build) throw new Error(`List filter ${filter.field} has no SQL`);
    return build(filter);
  }),
];

/**
 * Refuses a query whose filters hold a value that they cannot read, as the list itself would. Reads nothing. Throws
 * VALIDATION_FAILED, which names the filter.
 */
export function expectReadable(source: ListSource, query: ListQuery): void {
  conditionsOf(source, query);
}

/** Sorts rows into the order of their ids. */
export function inOrderOf<T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Every word must occur, a name in one of its spellings. The input of the user is text and never a pattern. */
function searchConditions(search: SearchIn, query: string): Condition[] {
  return query
    .split(/\s+/)
    .slice(0, 8)
    .map((word) =>
      search((column) => {
        const found = nameSpellings(word).map(
          (spelling) => sql`${column} like '%' || app.like_text(app.fold(${spelling})) || '%'`,
        );
        return sql`(${sql.join(found, sql` or `)})`;
      }),
    );
}

const COMPARISONS: Record<Exclude<ListOperator, 'in' | 'ne' | 'like'>, RawBuilder<unknown>> = {
  eq: sql`=`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/**
 * A filter on a column of text, numbers or instants. `in` means one of some values, `ne` none of them: a row without any
 * value has none. `within` puts the condition into another one, such as a row that must exist. A value that does not
 * parse is refused with the name of its filter.
 */
export function columnFilter(
  column: RawBuilder<unknown>,
  kind: 'text' | 'number' | 'instant' | 'boolean',
  within: (condition: Condition) => Condition = (condition) => condition,
) {
  return ({ field, operator, value: given }: ListFilter): Condition => {
    const value = (text: string): RawBuilder<unknown> => {
      const parsed = readValue(text, kind);
      if (!parsed)
        throw failFields([{ path: `filter_fields[${field}][${operator}]`, code: 'invalid_format' }]);
      return parsed;
    };
    const amongThem = () => sql`${column} in (${sql.join(given.split(',').map(value))})`;
    if (operator === 'in') return within(amongThem());
    if (operator === 'ne') return sql`(${within(amongThem())}) is not true`;
    if (operator === 'like')
      return within(sql`app.fold(${column}::text) like '%' || app.like_text(app.fold(${given})) || '%'`);
    return within(sql`${column} ${COMPARISONS[operator]} ${value(given)}`);
  };
}

/** A value of a filter as SQL. Null if it cannot be read. */
function readValue(text: string, kind: Parameters<typeof columnFilter>[1]): RawBuilder<unknown> | null {
  if (kind === 'number') return /^-?\d{1,15}$/.test(text) ? sql`${Number(text)}::bigint` : null;
  if (kind === 'instant') return Number.isNaN(Date.parse(text)) ? null : sql`${new Date(text)}::timestamptz`;
  if (kind === 'boolean')
    return text === 'true' || text === 'false' ? sql`${text === 'true'}::boolean` : null;
  return sql`${text}::text`;
}
