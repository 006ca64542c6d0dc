import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAsking } from './asking.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('where no stream ever says anything it asks now and then, until one gets through', () => {
  const ask = vi.fn();
  const asking = createAsking(ask);
  expect([asking.heard('away'), asking.heard('away'), asking.heard('away')]).toEqual([false, false, true]);
  vi.advanceTimersByTime(61_000);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(asking.heard('away')).toBe(true);
  expect(asking.heard('live')).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('a stream that worked comes back by itself, so nothing is asked meanwhile', () => {
  const ask = vi.fn();
  const asking = createAsking(ask);
  asking.heard('live');
  for (let nth = 0; nth < 9; nth += 1) expect(asking.heard('away')).toBe(false);
  vi.advanceTimersByTime(600_000);
  expect(ask).not.toHaveBeenCalled();
});

test('a browser without streams asks from the beginning, and no more after the end', () => {
  const ask = vi.fn();
  const asking = createAsking(ask);
  asking.start();
  vi.advanceTimersByTime(20_000);
  asking.stop();
  vi.advanceTimersByTime(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
