import type { ListFilter } from '@entrada/contract/list';
import { expect, test } from 'vitest';
import { amountBounds } from './fields.ts';

const filter = (operator: ListFilter['operator'], value: string): ListFilter => ({
  field: 'total',
  operator,
  value,
});

test.each<[string, ListFilter[], string[]]>([
  ['at least and at most', [filter('gte', '500'), filter('lte', '900')], ['500', '900', '']],
  ['more and less than', [filter('gt', '500'), filter('lt', '900')], ['501', '899', '']],
  ['exactly', [filter('eq', '0')], ['0', '0', '']],
  ['all but one, and what is no amount', [filter('gte', 'x'), filter('ne', '5')], ['', '', '5']],
])('%s', (_name, filters, [from, to, except]) => {
  const list = { view: { filters }, change: () => undefined } as unknown as Parameters<
    typeof amountBounds
  >[0];
  expect(amountBounds(list, 'total')).toEqual({ from, to, except });
});
