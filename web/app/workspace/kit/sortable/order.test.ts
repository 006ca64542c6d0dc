import { describe, expect, it } from 'vitest';
import { inOrder, keepRows, moveEntry, orderWithin, placeAfter } from './order.ts';

describe('moving an entry', () => {
  it('takes it out and puts it in', () => {
    expect(moveEntry(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moveEntry(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(moveEntry(['a'], 5, 0)).toEqual(['a']);
  });

  it('ends where the move leads and never outside', () => {
    expect(placeAfter('up', 0, 3)).toBe(0);
    expect(placeAfter('up', 2, 3)).toBe(1);
    expect(placeAfter('down', 2, 3)).toBe(2);
    expect(placeAfter('top', 2, 3)).toBe(0);
    expect(placeAfter('bottom', 0, 3)).toBe(2);
  });
});

describe('the order of a group', () => {
  it('moves within the places of the group and leaves the others where they are', () => {
    expect(orderWithin([1, 2, 3, 4, 5], [5, 1, 3])).toEqual([5, 2, 1, 4, 3]);
    expect(orderWithin([1, 2], [])).toEqual([1, 2]);
  });

  it('keeps rows that came later', () => {
    const rows = [{ id: 1 }, { id: 2 }, { id: 9 }];
    expect(inOrder(rows, [2, 1], (row) => row.id)).toEqual([{ id: 2 }, { id: 1 }, { id: 9 }]);
  });
});

it('keeps the objects of rows that only moved', () => {
  const idOf = (row: { id: number; name: string; position: number }) => row.id;
  const a = { id: 1, name: 'A', position: 1 };
  const before = keepRows(new Map(), [a, { id: 2, name: 'B', position: 2 }], idOf);
  const after = keepRows(
    before,
    [
      { id: 2, name: 'Changed', position: 1 },
      { id: 1, name: 'A', position: 2 },
    ],
    idOf,
  );
  expect([...after.keys()]).toEqual([2, 1]);
  expect(after.get(1)).toBe(a);
  expect(after.get(2)).toMatchObject({ name: 'Changed' });
});
