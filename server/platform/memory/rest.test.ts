import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectAtRest } from './rest.ts';

const MB = 1024 ** 2;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process whose heap and work the test sets. A collection leaves 60 MB of it. */
function watched() {
  const now = { held: 60 * MB, busy: 0, collections: 0 };
  const stop = collectAtRest({
    everyMs: 5000,
    held: () => now.held,
    busy: () => now.busy,
    collect: async () => {
      now.collections += 1;
      now.held = 60 * MB;
    },
  });
  return { now, stop, pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000) };
}

test('what a start left and what a burst left is collected when it is quiet, and not before', async () => {
  const { now, pass } = watched();
  await pass(5);
  expect(now.collections).toBe(1);
  await pass(300);
  expect(now.collections).toBe(1);
  now.held = 250 * MB;
  now.busy = 0.9;
  await pass(300);
  expect(now.collections).toBe(1);
  now.busy = 0.02;
  await pass(5);
  expect(now.collections).toBe(2);
  expect(now.held).toBe(60 * MB);
});

test('little garbage is left alone, and two collections have a minute between them', async () => {
  const { now, pass } = watched();
  await pass(5);
  now.held = 70 * MB;
  await pass(300);
  expect(now.collections).toBe(1);
  now.held = 100 * MB;
  await pass(5);
  expect(now.collections).toBe(2);
  now.held = 100 * MB;
  await pass(50);
  expect(now.collections).toBe(2);
  await pass(10);
  expect(now.collections).toBe(3);
});

test('what the start left holds nothing back: a burst right after it is collected at once, the next in a minute', async () => {
  const { now, pass } = watched();
  await pass(5);
  now.held = 100 * MB;
  await pass(5);
  expect(now.collections).toBe(2);
  now.held = 100 * MB;
  await pass(55);
  expect(now.collections).toBe(2);
  await pass(5);
  expect(now.collections).toBe(3);
});

test('a minute after a burst was collected one more collection follows, and then none', async () => {
  const { now, pass } = watched();
  await pass(5);
  now.held = 100 * MB;
  await pass(5);
  expect(now.collections).toBe(2);
  await pass(55);
  expect(now.collections).toBe(2);
  await pass(5);
  expect(now.collections).toBe(3);
  await pass(600);
  expect(now.collections).toBe(3);
});

test('what V8 gives back later counts as given back', async () => {
  const { now, pass } = watched();
  await pass(5);
  now.held = 40 * MB;
  await pass(60);
  now.held = 65 * MB;
  await pass(5);
  expect(now.collections).toBe(2);
});

test('without a collector, and once it was stopped, nothing happens', async () => {
  const { now, stop, pass } = watched();
  stop();
  await pass(60);
  expect(now.collections).toBe(0);
  collectAtRest({ collect: undefined, held: () => 1e9, busy: () => 0 })();
});
