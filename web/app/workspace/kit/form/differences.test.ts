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
  ['2027-06-11T18:00', 'en', /^(11 Jun|Jun 11,?) 2027, (18:00|6:00 PM)$/],
  ['2027-06-11T18:00', 'de', /^11\. Juni? 2027, 18:00$/],
  ['2027-10-31T02:30+01:00', 'fr', /^31 oct\. 2027, 02:30 GMT\+1$/],
])('a time reads as in its field: %s in %s', (text, locale, said) => {
  expect(sayLocalTime(text, locale)).toMatch(said);
});

test('another text stays as it is', () => {
  expect(sayLocalTime('Seat 5', 'de')).toBe('Seat 5');
});
