import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  firstInstead,
  isInside,
  type Movement,
  movementsOfEntries,
  type StoredEntry,
  staysOf,
} from './stays.ts';

const at = (kind: Movement['kind'], at: number, receipt = at): Movement => ({
  kind,
  at,
  receipt,
  device: `Door ${receipt}`,
  deviceKey: null,
});
const spans = (movements: Movement[]) =>
  staysOf(movements).map(({ came, left }) => [came.at, left?.at ?? null]);

describe('staysOf', () => {
  test.each<[string, Movement[], [number, number | null][]]>([
    ['nobody', [], []],
    ['in', [at('in', 1)], [[1, null]]],
    [
      'in, out, in',
      [at('in', 1), at('out', 2), at('in', 3)],
      [
        [1, 2],
        [3, null],
      ],
    ],
    ['out without an entry', [at('out', 1), at('in', 2)], [[2, null]]],
    ['in twice', [at('in', 1), at('in', 2), at('out', 3)], [[1, 3]]],
    [
      'an exit that arrives last',
      [at('in', 1, 1), at('in', 5, 2), at('out', 3, 3)],
      [
        [1, 3],
        [5, null],
      ],
    ],
    ['an entry taken back', [at('in', 1), at('undo-in', 2)], []],
    ['one entry of two taken back', [at('in', 1), at('out', 2), at('in', 3), at('undo-in', 4)], [[1, 2]]],
    ['nothing to take back', [at('in', 1), at('out', 2), at('undo-in', 3)], [[1, 2]]],
    ['an exit taken back', [at('in', 1), at('out', 2), at('undo-out', 3)], [[1, null]]],
    ['in after it was taken back', [at('in', 1), at('undo-in', 2), at('in', 3)], [[3, null]]],
  ])('%s', (_, movements, expected) => {
    expect(spans(movements)).toEqual(expected);
  });

  test('of two entries the first that arrived counts, whatever their times are', () => {
    const stays = staysOf([at('in', 14, 1), at('in', 10, 2)]);
    expect(stays).toHaveLength(1);
    expect(stays[0]?.came.at).toBe(14);
    expect(firstInstead(stays, 2)?.at).toBe(14);
    expect(firstInstead(stays, 1)).toBeNull();
  });
});

/** What one phone saw: its movements, with a clock that is wrong by less than the time between two of them or more. */
const log = fc.array(
  fc.record({
    kind: fc.constantFrom<Movement['kind']>('in', 'in', 'out', 'undo-in', 'undo-out'),
    at: fc.integer({ min: 0, max: 40 }),
  }),
  { maxLength: 6 },
);
const logs = fc.array(log, { minLength: 5, maxLength: 5 });

/** Stores uploads one after the other, as the server does. */
function upload(
  order: readonly number[],
  all: readonly (readonly { kind: Movement['kind']; at: number }[])[],
) {
  const scans: Movement[] = [];
  let stored: StoredEntry[] = [];
  let id = 0;
  for (const phone of order) {
    for (const one of all[phone] ?? [])
      scans.push({ ...one, receipt: scans.length + 1, device: `Phone ${phone}`, deviceKey: null });
    const stays = staysOf([...scans, ...movementsOfEntries(stored, scans)]);
    const { gone, changed, added } = changesOf(stored, stays);
    stored = stored
      .filter((entry) => !gone.includes(entry.id))
      .map((entry) => changed.find((one) => one.id === entry.id) ?? entry);
    for (const entry of added) {
      id += 1;
      stored.push({ ...entry, id });
    }
    expect(stored.filter(({ outAt }) => outAt === null).length).toBeLessThanOrEqual(1);
    expect(stored.some(({ outAt }) => outAt === null)).toBe(isInside(stays));
  }
  return { stored, scans: scans.length };
}

test('five phones in any order: the same people are inside, and the exits are the same', () => {
  fc.assert(
    fc.property(logs, fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (all, order) => {
      const [one, other] = [upload([0, 1, 2, 3, 4], all), upload(order, all)];
      const exits = ({ stored }: typeof one) => stored.map(({ outAt }) => outAt).sort();
      expect(exits(other)).toEqual(exits(one));
      expect(other.scans).toBe(one.scans);
    }),
    { numRuns: 400 },
  );
});

test('one way only: whoever was let in by anybody is inside, and the first that arrived counts', () => {
  fc.assert(
    fc.property(logs, fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (all, order) => {
      const ins = all.map((some) => some.map((one) => ({ ...one, kind: 'in' as const })));
      const { stored } = upload(order, ins);
      const first = order.find((phone) => ins[phone]?.length);
      expect(stored).toHaveLength(first === undefined ? 0 : 1);
      if (first !== undefined) expect(stored[0]?.device).toBe(`Phone ${first}`);
    }),
    { numRuns: 200 },
  );
});
