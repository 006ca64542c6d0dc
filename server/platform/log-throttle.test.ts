import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from './log-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a thousand of one kind are one line a second, and every one is counted', () => {
  const throttle = createThrottle();
  const lines: number[] = [];
  const note = () => throttle('away', (count) => lines.push(count));
  for (let n = 0; n < 1_000; n += 1) note();
  expect(lines).toEqual([1]);
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([1, 999]);
  note();
  vi.advanceTimersByTime(5_000);
  expect(lines).toEqual([1, 999, 1]);
  note();
  expect(lines).toEqual([1, 999, 1, 1]);
});

test('kinds do not hide each other, and endless new kinds share a line', () => {
  const throttle = createThrottle();
  const lines: string[] = [];
  for (let n = 0; n < 500; n += 1) throttle(`kind ${n}`, (count) => lines.push(`${n} ${count}`));
  expect(lines).toHaveLength(51);
  expect(lines.slice(0, 2)).toEqual(['0 1', '1 1']);
  vi.advanceTimersByTime(1_000);
  expect(lines.slice(51)).toEqual(['499 449']);
});
