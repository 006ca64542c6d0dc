import { listQuery } from '@entrada/contract/list';
import { orderListRules } from '@entrada/contract/sales/orders';
import { expect, test } from 'vitest';
import { allNamed, inChosenOrder, namedBy, openQuery, toViewQuery } from './query.ts';

const sort = { sort_by: 'created_at', sort_direction: 'desc' };
const saved = (raw: Record<string, string>) => toViewQuery(listQuery(orderListRules).parse(raw));

test('a view keeps search, order and filters, and no page', () => {
  expect(
    saved({ page: '3', per_page: '50', query: ' ana ', 'filter_fields[status][ne]': 'EXPIRED' }),
  ).toEqual({
    query: 'ana',
    ...sort,
    'filter_fields[status][ne]': 'EXPIRED',
  });
});

test('what the list knows is opened as it was saved', () => {
  const query = saved({ sort_by: 'total', sort_direction: 'asc', 'filter_fields[total][gt]': '1000' });
  expect(openQuery(orderListRules, query, () => true)).toEqual({ query, dropped: [] });
});

test('what the list no longer knows is left out and named', () => {
  const stored = {
    sort_by: 'mood',
    sort_direction: 'asc',
    'filter_fields[moon][eq]': 'full',
    'filter_fields[status][like]': 'x',
    'filter_fields[total][gt]': '1000',
  };
  expect(openQuery(orderListRules, stored, () => true)).toEqual({
    query: { ...sort, 'filter_fields[total][gt]': '1000' },
    dropped: ['sort_by', 'moon', 'status'],
  });
});

test('filters name tickets, affiliates and parts of codes', () => {
  const named = namedBy({
    'filter_fields[ticket_id][in]': '3,4,x',
    'filter_fields[affiliate_id][ne]': '4',
    'filter_fields[promo_code][like]': 'A,B',
    'filter_fields[status][in]': '3',
  });
  expect(allNamed([...named, ...named])).toEqual({
    ticketIds: [3, 4],
    affiliateIds: [4],
    promoCodes: ['A,B'],
  });
});

test('views without a place follow those with one', () => {
  const views = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
  expect(inChosenOrder(views, [3, 9, 1]).map(({ id }) => id)).toEqual([3, 1, 2, 4]);
});
