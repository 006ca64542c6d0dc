import { z } from 'zod';
import { LIMITS, PAGE } from './constants.ts';
import { single } from './endpoint.ts';
import { id } from './fields.ts';

const LIST_OPERATORS = ['eq', 'ne', 'in', 'like', 'gt', 'gte', 'lt', 'lte'] as const;
export type ListOperator = (typeof LIST_OPERATORS)[number];

/** The rules of a list: the columns that can sort it, its filters and its default order. */
export type ListRules = {
  sorts: readonly string[];
  defaultSort: { by: string; direction: 'asc' | 'desc' };
  filters: Readonly<Record<string, readonly ListOperator[]>>;
};

const listMeta = z.object({
  page: z.number(),
  perPage: z.number(),
  total: z.number(),
  lastPage: z.number(),
  sortBy: z.string(),
  sortDirection: z.enum(['asc', 'desc']),
  allowedSorts: z.array(z.string()),
  allowedFilters: z.record(z.string(), z.array(z.string())),
});
export type ListMeta = z.output<typeof listMeta>;

/** Wraps rows as `{ data, meta }`. */
export const page = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), meta: listMeta });

export type ListFilter = { field: string; operator: ListOperator; value: string };
export type ListQuery = {
  page: number;
  perPage: number;
  query: string;
  sortBy: string;
  sortDirection: 'asc' | 'desc';
  filters: ListFilter[];
};

const whole = (max: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,6}$/)
    .transform(Number)
    .pipe(z.number().max(max));

/**
 * The query string of a list: `page`, `per_page`, `query`, `sort_by`, `sort_direction` and
 * `filter_fields[field][operator]=value`. An unknown field or operator is refused, and the error names the allowed
 * ones.
 */
export const listQuery = (rules: ListRules) =>
  z
    .record(z.string(), z.string())
    .default({})
    .transform((raw, context): ListQuery => {
      const result: ListQuery = {
        page: PAGE.first,
        perPage: PAGE.size,
        query: '',
        sortBy: rules.defaultSort.by,
        sortDirection: rules.defaultSort.direction,
        filters: [],
      };
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      for (const [key, value] of Object.entries(raw)) {
        if (value.includes('\u0000') || !value.isWellFormed()) {
          refuse(key, 'invalid_characters');
          continue;
        }
        const filter = /^filter_fields\[([a-z_]+)\]\[([a-z]+)\]$/.exec(key);
        if (key === 'page' || key === 'per_page') {
          const parsed = whole(key === 'page' ? 1_000_000 : PAGE.maxSize).safeParse(value);
          if (!parsed.success) refuse(key, 'invalid_format');
          else if (key === 'page') result.page = parsed.data;
          else result.perPage = parsed.data;
        } else if (key === 'query') {
          if (value.length > 200) refuse(key, 'too_long');
          else result.query = value.trim();
        } else if (key === 'sort_by') {
          if (rules.sorts.includes(value)) {
            result.sortBy = value;
          } else refuse(key, `invalid_choice: ${rules.sorts.join(', ')}`);
        } else if (key === 'sort_direction') {
          if (value === 'asc' || value === 'desc') result.sortDirection = value;
          else refuse(key, 'invalid_choice: asc, desc');
        } else if (filter) {
          const [, field = '', operator = ''] = filter;
          const allowed = Object.hasOwn(rules.filters, field) ? rules.filters[field] : undefined;
          if (!allowed) refuse(key, `invalid_choice: ${Object.keys(rules.filters).join(', ')}`);
          else if (!(allowed as readonly string[]).includes(operator))
            refuse(key, `invalid_choice: ${allowed.join(', ')}`);
          else if (value.length > 500) refuse(key, 'too_long');
          else result.filters.push({ field, operator: operator as ListOperator, value });
        } else {
          refuse(key, 'unknown_field');
        }
      }
      return result;
    });

const manyIds = z.array(id).max(LIMITS.selectedRows);

/**
 * The selected rows of a list: the rows in `ids`, or all rows that match the list's query without those in
 * `except`.
 */
export type ChosenRows = { ids: number[] } | { except: number[] };

/** The fields of a body that select rows. The body is refined by `namesRows`. */
export const chosenRows = { ids: manyIds.min(1).optional(), except: manyIds.optional() };

/** Exactly one of `ids` and `except` must be given. An empty body must never mean all rows. */
export const namesRows = [
  ({ ids, except }: { ids?: number[] | undefined; except?: number[] | undefined }) =>
    (ids === undefined) !== (except === undefined),
  { path: ['ids'] as string[], error: 'required' },
] as const;

/**
 * The result for the selected rows: the rows that changed, and the rows that could not, each with the code of the
 * reason.
 */
export const chosenRowsReply = single(
  z.object({
    changed: z.array(z.number()),
    kept: z.array(z.object({ id: z.number(), name: z.string(), code: z.string() })),
  }),
);
export type ChosenRowsReply = z.output<typeof chosenRowsReply>['data'];
