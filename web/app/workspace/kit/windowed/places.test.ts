import { describe, expect, it } from 'vitest';
import { allPlaces, placesOf, withPinned } from './places.ts';

const rows = (...indexes: number[]) =>
  indexes.map((index) => ({ index, start: 500 + index * 10, end: 510 + index * 10 }));
const list = { top: 500, size: 1000 };

describe('the rows to render', () => {
  it('are those near the window, and a pinned row with its neighbours', () => {
    expect(withPinned([5, 6], [], 100)).toEqual([5, 6]);
    expect(withPinned([50, 51], [7], 100)).toEqual([6, 7, 8, 50, 51]);
    expect(withPinned([50, 51], [51, 99], 100)).toEqual([50, 51, 52, 98, 99]);
  });

  it('never lie outside of the list', () => {
    expect(withPinned([0], [0], 1)).toEqual([0]);
    expect(withPinned([0, 1], [-1, 4], 3)).toEqual([0, 1]);
  });
});

describe('the places of a list', () => {
  it('keep the room of rows that are not rendered, so that the page keeps its height', () => {
    const places = placesOf(rows(2, 3, 60), list);
    expect(places).toEqual([
      { kind: 'room', after: -1, size: 20 },
      { kind: 'row', index: 2 },
      { kind: 'row', index: 3 },
      { kind: 'room', after: 3, size: 560 },
      { kind: 'row', index: 60 },
      { kind: 'room', after: 60, size: 390 },
    ]);
  });

  it('have no room where nothing is left out', () => {
    expect(placesOf(rows(0, 1), { top: 500, size: 20 })).toEqual(allPlaces(2));
    expect(placesOf([], { top: 500, size: 0 })).toEqual([]);
  });
});
