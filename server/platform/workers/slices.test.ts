import { expect, test } from 'vitest';
import { mapInSlices } from './slices.ts';

test('every item is mapped in its order, and others run between the slices', async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 0);
  const spin = (n: number) => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    return [n, others] as const;
  };
  const mapped = await mapInSlices([1, 2, 3, 4, 5], 2, spin);
  clearInterval(timer);
  expect(mapped.map(([n]) => n)).toEqual([1, 2, 3, 4, 5]);
  expect(mapped[0]?.[1]).toBe(mapped[1]?.[1]);
  expect(mapped[4]?.[1]).toBeGreaterThan(mapped[1]?.[1] ?? 0);
  expect(await mapInSlices([], 2, spin)).toEqual([]);
});
