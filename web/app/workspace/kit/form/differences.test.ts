import { expect, test } from 'vitest';
import { differing, sayLocalTime } from './differences.ts';

const labels = { name: 'Name', price: 'Price', hidden: 'Hidden' };
const words = (values: Record<keyof typeof labels, string>, field: keyof typeof labels) => values[field];
const base = { name: 'Seat', price: '10', hidden: 'No' };

test('only fields that differ are named, and who changed them', () => {
  const yours = { ...base, name: 'Stalls', hidden: 'Yes' };
  const theirs = { ...base, price: '12', hidden: 'Yes' };
  expect(differing(labels, words, { base, theirs, yours })).toEqual([
    { field: 'name', label: 'Name', theirs: 'Seat', yours: 'Stalls', isMine: true },
    { field: 'price', label: 'Price', theirs: '12', yours: '10', isMine: false },
  ]);
});

test.each([
  ['2027-06-11T18:00', 'en', 'Jun 11, 2027, 6:00 PM'],
  ['2027-06-11T18:00', 'de', '11.06.2027, 18:00'],
  ['Seat', 'de', 'Seat'],
])('%s in %s: %s', (text, locale, said) => {
  expect(sayLocalTime(text, locale).replaceAll('\u202f', ' ')).toBe(said);
});
