import { expect, test } from 'vitest';
import { eachOnce } from './each-once.ts';

test('who has several tickets is named once, with their number', () => {
  const people = ['Lucía Márquez', 'Tomás O’Brien', 'Lucía Márquez'].map((name) => ({ name }));
  expect(eachOnce(people)).toEqual([{ name: 'Lucía Márquez × 2' }, { name: 'Tomás O’Brien' }]);
  expect(eachOnce([])).toEqual([]);
});
