import { expect, test } from 'vitest';
import { arrange } from './arrange.ts';

const places = [11, 12, 13, 14].map((id, index) => ({ id, position: index + 1 }));
const order = (ids: number[], from = places) => {
  const moved = new Map(arrange(from, ids).map(({ id, position }) => [id, position]));
  return from
    .map(({ id, position }) => ({ id, position: moved.get(id) ?? position }))
    .sort((a, b) => a.position - b.position)
    .map(({ id }) => id);
};

test.each([
  [
    [14, 13, 12, 11],
    [14, 13, 12, 11],
  ],
  [
    [13, 11],
    [13, 12, 11, 14],
  ],
  [
    [14, 12],
    [11, 14, 13, 12],
  ],
  [[12], [11, 12, 13, 14]],
])('%j gives %j: what is not named stays where it is', (ids, expected) => {
  expect(order(ids)).toEqual(expected);
});

test('nothing moves where the order is that already, and shared places are told apart', () => {
  expect(arrange(places, [11, 12, 13, 14])).toEqual([]);
  const shared = places.map(({ id }) => ({ id, position: 1 }));
  expect(arrange(shared, [11, 12])).toEqual([
    { id: 12, position: 2 },
    { id: 13, position: 3 },
    { id: 14, position: 4 },
  ]);
});
