import { expect, test } from 'vitest';
import { markOf, REGISTERS } from './sketch.ts';

test('a visitor leaves the same mark on one day, and another one at another event and on another day', () => {
  const at = { eventId: 1, salt: 'monday' };
  const mark = markOf('10.0.0.1 Firefox', at);
  expect(markOf('10.0.0.1 Firefox', at)).toEqual(mark);
  const others = [
    markOf('10.0.0.1 Firefox', { ...at, eventId: 2 }),
    markOf('10.0.0.1 Firefox', { ...at, salt: 'tuesday' }),
  ];
  for (const other of others) expect(other).not.toEqual(mark);
});

test('marks spread evenly, and each further zero bit is half as likely', () => {
  const marks = Array.from({ length: 40_960 }, (_, nth) => markOf(`${nth}`, { eventId: 1, salt: 'x' }));
  const filled = new Set(marks.map(({ register }) => register));
  expect(filled.size).toBeGreaterThan(REGISTERS * 0.998);
  for (const [run, share] of [
    [1, 0.5],
    [2, 0.25],
    [3, 0.125],
  ] as const) {
    const part = marks.filter((mark) => mark.run === run).length / marks.length;
    expect(Math.abs(part - share)).toBeLessThan(0.02);
  }
});
