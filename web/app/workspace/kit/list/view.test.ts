import { listQuery } from '@entrada/contract/list';
import { orderListRules } from '@entrada/contract/sales/orders';
import { describe, expect, it } from 'vitest';
import { readView, viewParams, writeView } from './view.ts';

const sort = orderListRules.defaultSort;
const read = (search: string) => readView(new URLSearchParams(search), orderListRules, sort);

describe('list view', () => {
  it('starts where the list starts', () => {
    expect(read('')).toEqual({
      page: 1,
      perPage: 20,
      query: '',
      sortBy: 'created_at',
      sortDirection: 'desc',
      filters: [],
    });
  });

  it('passes over what the list does not know', () => {
    const view = read(
      'page=0&per_page=9999&sort_by=secret&filter_fields[nope][eq]=1&filter_fields[status][like]=x',
    );
    expect(view).toEqual({ ...read(''), perPage: 100 });
  });

  it('says in the address only what differs, and keeps the rest of it', () => {
    const view = {
      ...read(''),
      page: 3,
      query: ' mar ',
      filters: [{ field: 'status', operator: 'in', value: 'COMPLETED' }] as const,
    };
    const search = writeView(
      new URLSearchParams('new=1&page=9'),
      { ...view, filters: [...view.filters] },
      sort,
    );
    expect(search.toString()).toBe('new=1&page=3&query=mar&filter_fields%5Bstatus%5D%5Bin%5D=COMPLETED');
    expect(readView(search, orderListRules, sort)).toEqual({ ...view, query: 'mar' });
  });

  it('asks the API in words it accepts', () => {
    const params = viewParams(
      read('page=2&sort_by=total&query=ana&filter_fields[status][in]=REFUNDED,CANCELLED'),
    );
    expect(listQuery(orderListRules).parse(params)).toMatchObject({ page: 2, sortBy: 'total', query: 'ana' });
  });
});
