import type { ListFilter, ListOperator } from '@entrada/contract/list';
import type { ListControls } from '../list/use-list.ts';

export type FilterOption = { value: string; label: string };

/** A field that filters the list by several options or by only one. */
export type ChoiceField = {
  kind?: 'choice';
  field: string;
  label: string;
  operator: 'in' | 'eq';
  /** Whether all rows but those of the chosen options can be found. */
  canExclude?: boolean;
  /** All options are here, so that any other value was deleted. */
  isWhole?: boolean;
  options: FilterOption[];
};

/** The days of the event's time zone between which something happened. */
export type DaysField = { kind: 'days'; field: string; label: string; timezone: string };
/** The least and the most of an amount. */
export type AmountField = { kind: 'amount'; field: string; label: string; currency: string };
/** A part of a text. */
export type TextField = { kind: 'text'; field: string; label: string };

/** A field that filters the list. */
export type FilterField = ChoiceField | DaysField | AmountField | TextField;

type Controls = Pick<ListControls, 'view' | 'change'>;

/** The value of a filter, or an empty text. */
export const filterValue = ({ view }: Controls, field: string, operator: ListOperator): string =>
  view.filters.find((filter) => filter.field === field && filter.operator === operator)?.value ?? '';

/** Replaces the filters of a field. An empty value is no filter. Typing adds no step for the back button. */
export function setFilters(
  list: Controls,
  field: string,
  next: readonly Pick<ListFilter, 'operator' | 'value'>[],
  how: { replace?: boolean } = {},
): void {
  const others = list.view.filters.filter((filter) => filter.field !== field);
  const own = next.filter(({ value }) => value !== '').map((filter) => ({ field, ...filter }));
  list.change({ filters: [...others, ...own] }, how);
}

/** The chosen options of a field, and whether all but these are meant. */
export function chosenOptions(
  list: Controls,
  { field, operator }: ChoiceField,
): { values: string[]; isExcluded: boolean } {
  const excluded = filterValue(list, field, 'ne');
  const value = excluded || filterValue(list, field, operator) || filterValue(list, field, 'eq');
  return { values: value === '' ? [] : value.split(','), isExcluded: excluded !== '' };
}

/** The least, the most and the left out of what a filter of an amount finds, in minor units. Empty where there is none. */
export function amountBounds(list: Controls, field: string): { from: string; to: string; except: string } {
  const bound = (operator: ListOperator, by: number): string => {
    const stored = filterValue(list, field, operator);
    return /^\d{1,15}$/.test(stored) ? String(Number(stored) + by) : '';
  };
  const exact = bound('eq', 0);
  return {
    from: exact || bound('gte', 0) || bound('gt', 1),
    to: exact || bound('lte', 0) || bound('lt', -1),
    except: bound('ne', 0),
  };
}
