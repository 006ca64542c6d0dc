import { orderListRules } from '@entrada/contract/sales/orders';
import type { SavedView, SavedViews } from '@entrada/contract/sales/views/saved';
import { describe, expect, it } from 'vitest';
import { readView } from '../list/view.ts';
import { isAsSaved, openedSearch, openedView, viewLink, writeOpened } from './opened.ts';

const sort = orderListRules.defaultSort;
const query = {
  'filter_fields[status][in]': 'REFUNDED,CANCELLED',
  sort_by: 'created_at',
  sort_direction: 'desc',
};
const view = { id: 7, name: 'Lost', query } as unknown as SavedView;
const saved: SavedViews = { views: [view], defaultId: null };
const first: SavedViews = { views: [view], defaultId: 7 };

const open = (address: string, views = saved) => openedView(new URLSearchParams(address), views);
const show = (address: string, views = saved) =>
  readView(openedSearch(new URLSearchParams(address), views), orderListRules, sort);
const change = (address: string, next: object, views = saved) =>
  decodeURIComponent(
    writeOpened(new URLSearchParams(address), views, { ...show(address, views), ...next }, sort).toString(),
  );

describe('the view that an address opens', () => {
  it('is the named one, or the first one of an address that says nothing', () => {
    expect(open('view=7&page=2')).toBe(view);
    expect(open('')).toBeNull();
    expect(open('drawer=3', first)).toBe(view);
    expect(open('query=ana', first)).toBeNull();
    expect(open('view=all', first)).toBeNull();
    expect(open('view=8', first)).toBeUndefined();
    expect(openedView(new URLSearchParams('view=7'), undefined)).toBeNull();
  });

  it('gives the list its query, unless the address has one', () => {
    expect(show('view=7').filters).toEqual([
      { field: 'status', operator: 'in', value: 'REFUNDED,CANCELLED' },
    ]);
    expect(show('view=7&query=ana')).toMatchObject({ query: 'ana', filters: [] });
  });

  it('is unchanged whatever the order of the options is', () => {
    const other = 'view=7&filter_fields[status][in]=CANCELLED,REFUNDED';
    expect(isAsSaved(view, show(other))).toBe(true);
    expect(isAsSaved(view, show(`${other}&query=a`))).toBe(false);
  });
});

describe('the address of a changed list', () => {
  it('names the view and has the whole query, until it is as saved again', () => {
    expect(change('view=7', { page: 2 })).toBe('view=7&page=2');
    expect(change('view=7', { filters: [] })).toBe('view=7&sort_by=created_at&sort_direction=desc');
    const other = 'view=7&sort_by=created_at&sort_direction=desc';
    expect(change(other, { filters: show('view=7').filters })).toBe('view=7');
  });

  it('of the first view names it as well, and a cleared list does not open it again', () => {
    expect(change('', { query: 'ana', filters: [] }, first)).toBe(
      'query=ana&view=7&sort_by=created_at&sort_direction=desc',
    );
    expect(change('query=ana', { query: '' }, first)).toBe('view=all');
    expect(change('query=ana', { query: '' })).toBe('');
  });

  it('forgets a view that is not there', () => {
    expect(change('view=9', { query: 'ana' })).toBe('query=ana');
  });
});

it('a link to a view keeps the number of rows', () => {
  const search = new URLSearchParams('per_page=50&query=ana');
  expect([viewLink(search, saved, 7), viewLink(search, saved, null), viewLink(search, first, null)]).toEqual([
    '?view=7&per_page=50',
    '?per_page=50',
    '?view=all&per_page=50',
  ]);
});
