import { expect, test } from 'vitest';
import { createRepeatGuard } from './repeat-guard.ts';

test('a code held before the camera is sent once', () => {
  const guard = createRepeatGuard(3_000);
  const sent = [0, 100, 2_900, 5_000, 7_900].map((now) => guard.isNew('a', now));
  expect(sent).toEqual([true, false, false, false, false]);
});

test('a code comes again after it was out of sight', () => {
  const guard = createRepeatGuard(3_000);
  guard.isNew('a', 0);
  expect(guard.isNew('a', 3_000)).toBe(true);
});

test('another code is new at once', () => {
  const guard = createRepeatGuard(3_000);
  guard.isNew('a', 0);
  expect(guard.isNew('b', 10)).toBe(true);
});

test('what was in view when a verdict came up is still known when the camera returns', () => {
  const guard = createRepeatGuard(3_000);
  guard.isNew('a', 0);
  guard.resume(20_000);
  expect(guard.isNew('a', 20_100)).toBe(false);
});

test('an undone ticket may be scanned again at once', () => {
  const guard = createRepeatGuard(3_000);
  guard.isNew('a', 0);
  guard.forget();
  expect(guard.isNew('a', 10)).toBe(true);
});
