import { type ListQuery, type ListRules, listQuery } from '@entrada/contract/list';

/** The query of a list as its parameters, without a page. The order is always named. */
export type ViewQuery = Record<string, string>;

/** The same values with their keys in order, so that equal ones are written alike. */
export const byKey = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What a view keeps of a list's query. */
export function toViewQuery({ query, sortBy, sortDirection, filters }: ListQuery): ViewQuery {
  return byKey({
    ...(query && { query }),
    sort_by: sortBy,
    sort_direction: sortDirection,
    ...Object.fromEntries(
      filters.map(({ field, operator, value }) => [`filter_fields[${field}][${operator}]`, value]),
    ),
  });
}

/**
 * Reads a stored query by the rules that the list has now. What the list no longer knows, and values that it cannot read,
 * are left out: `dropped` names the filters, or `sort_by`, whose place the list's own order takes. `canRead` says whether the
 * list reads the values of a query.
 */
export function openQuery(
  rules: ListRules,
  stored: ViewQuery,
  canRead: (query: ListQuery) => boolean,
): { query: ViewQuery; dropped: string[] } {
  const one = listQuery(rules);
  const isKnownPart = (key: string, value: string): boolean => {
    const part = one.safeParse({ [key]: value });
    return part.success && canRead(part.data);
  };
  const unknown = Object.entries(stored)
    .map(([key, value]) => ({ key, isKnown: isKnownPart(key, value) }))
    .flatMap(({ key, isKnown }) => (isKnown ? [] : [key]));
  // A direction alone means nothing.
  const without = new Set(unknown.includes('sort_by') ? [...unknown, 'sort_direction'] : unknown);
  const kept = Object.entries(stored).filter(([key]) => !without.has(key));
  return { query: toViewQuery(one.parse(Object.fromEntries(kept))), dropped: unknown.map(fieldOf) };
}

const fieldOf = (key: string): string => /^filter_fields\[([^\]]*)\]/.exec(key)?.[1] ?? key;

/** What filters of a list name that can be deleted: ids of tickets and affiliates, and parts of promo codes. */
export type Named = { ticketIds: number[]; affiliateIds: number[]; promoCodes: string[] };

/** What the filters of a view name that can be deleted, each value by its field. */
export function namedBy(query: ViewQuery): { field: keyof typeof KINDS; value: string }[] {
  return Object.entries(query).flatMap(([key, text]) => {
    const field = fieldOf(key);
    if (!isNaming(field)) return [];
    const values = key.endsWith('[like]') ? [text] : text.split(',');
    const isValue = (value: string) => KINDS[field] === 'promoCodes' || /^[1-9]\d{0,14}$/.test(value);
    return values.filter(isValue).map((value) => ({ field, value }));
  });
}

const KINDS = { ticket_id: 'ticketIds', affiliate_id: 'affiliateIds', promo_code: 'promoCodes' } as const;
const isNaming = (field: string): field is keyof typeof KINDS => Object.hasOwn(KINDS, field);

/** The same of many views, as one question to the database. */
export function allNamed(named: readonly { field: keyof typeof KINDS; value: string }[]): Named {
  const of = (field: keyof typeof KINDS) => [
    ...new Set(named.filter((one) => one.field === field).map(({ value }) => value)),
  ];
  return {
    ticketIds: of('ticket_id').map(Number),
    affiliateIds: of('affiliate_id').map(Number),
    promoCodes: of('promo_code'),
  };
}

/** Views in the order that a person gave them. Those without a place follow, oldest first. */
export function inChosenOrder<View extends { id: number }>(
  views: readonly View[],
  sorted: readonly number[],
): View[] {
  const place = new Map(sorted.map((id, index) => [id, index]));
  const placeOf = ({ id }: View) => place.get(id) ?? sorted.length;
  return [...views].sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id);
}
