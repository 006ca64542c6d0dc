import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatches } from './batches.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const settled = () => new Promise((done) => setImmediate(done));

test('whoever comes alone waits for nobody; whoever comes within the millisecond leaves with the others', async () => {
  const next = createBatches();
  const gone: string[] = [];
  const come = (who: string) => void next().then(() => gone.push(who));
  come('first');
  come('second');
  come('third');
  await settled();
  expect(gone).toEqual(['first']);
  vi.advanceTimersByTime(1);
  await settled();
  expect(gone).toEqual(['first', 'second', 'third']);
  // Under load each waits for the end of its millisecond.
  come('fourth');
  await settled();
  expect(gone).toHaveLength(3);
  vi.advanceTimersByTime(1);
  await settled();
  expect(gone).toHaveLength(4);
  // After a millisecond without anybody the next one is alone again, and no timer is left.
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  come('fifth');
  await settled();
  expect(gone.at(-1)).toBe('fifth');
});
