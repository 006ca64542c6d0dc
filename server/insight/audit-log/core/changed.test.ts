import { expect, test } from 'vitest';
import { changedFields, formerName } from './changed.ts';

test('only what differs is a change, in the order of its name', () => {
  expect(
    changedFields({ title: 'A', city: 'Vigo', ids: [1] }, { title: 'B', ids: [1], city: 'Lugo' }),
  ).toEqual([
    { field: 'city', from: 'Vigo', to: 'Lugo' },
    { field: 'title', from: 'A', to: 'B' },
  ]);
});

test('a field of one side is null on the other', () => {
  expect(changedFields(null, { name: 'VAT' })).toEqual([{ field: 'name', from: null, to: 'VAT' }]);
  expect(changedFields({ name: 'VAT' }, null)).toEqual([{ field: 'name', from: 'VAT', to: null }]);
  expect(changedFields({ endsAt: null }, {})).toEqual([]);
});

test('an entry that holds a list has no fields', () => {
  expect(changedFields([1], [2])).toEqual([]);
});

test('a deleted record keeps the name that its entry holds', () => {
  expect(formerName({ title: 'Compás' }, null)).toBe('Compás');
  expect(formerName(null, { code: 'SUMMER' })).toBe('SUMMER');
  expect(formerName({ name: '' }, { rate: '10' })).toBeNull();
});
