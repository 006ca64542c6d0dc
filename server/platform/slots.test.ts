import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from './errors.ts';
import { createSlots } from './slots.ts';

afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to. */
function gate() {
  const open: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((done) => open.push(done));
    running -= 1;
    return 'done';
  };
  const next = async () => {
    open.shift()?.();
    await vi.waitFor(() => undefined);
    await new Promise((turn) => setImmediate(turn));
  };
  return { work, next, most: () => most, running: () => running };
}

const refusal = (error: unknown) => (error instanceof AppError ? [error.code, error.retryAfter] : error);

test('only so many run together, the others wait in the order of arrival', async () => {
  const slots = createSlots({ atOnce: 2, maxWaiting: 10 });
  const { work, next, most } = gate();
  const order: number[] = [];
  const all = [1, 2, 3, 4].map((name) => slots.run(work).then(() => order.push(name)));
  expect(slots.waiting()).toBe(2);
  // A call that comes while a slot changes hands does not slip in.
  void next();
  all.push(slots.run(work).then(() => order.push(5)));
  for (let turn = 0; turn < 6; turn += 1) await next();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most()).toBe(2);
});

test('beyond the queue a call is refused at once and told when to come again; a patient one waits', async () => {
  const slots = createSlots({ atOnce: 1, maxWaiting: 1 });
  const { work, next } = gate();
  const first = slots.run(work);
  const second = slots.run(work);
  expect(refusal(await slots.run(work).catch((error: unknown) => error))).toEqual(['UNAVAILABLE', 1]);
  const patient = slots.run(work, { isPatient: true });
  for (let turn = 0; turn < 3; turn += 1) await next();
  expect(await Promise.all([first, second, patient])).toEqual(['done', 'done', 'done']);
});

test('a call that waits too long is refused and never runs; a patient one runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slots = createSlots({ atOnce: 1, maxWaiting: 5, maxWaitMs: 1000 });
  const { work, next } = gate();
  const first = slots.run(work);
  const late = vi.fn(work);
  const refused = slots.run(late).catch((error: unknown) => error);
  const patient = slots.run(work, { isPatient: true });
  await vi.advanceTimersByTimeAsync(1001);
  expect(refusal(await refused)).toEqual(['UNAVAILABLE', 1]);
  expect(slots.waiting()).toBe(1);
  vi.useRealTimers();
  await next();
  await next();
  await Promise.all([first, patient]);
  expect(late).not.toHaveBeenCalled();
});

test('work that fails gives its slot back', async () => {
  const slots = createSlots({ atOnce: 1, maxWaiting: 1 });
  const failing = () => Promise.reject(new Error('broken'));
  await expect(slots.run(failing)).rejects.toThrow('broken');
  await expect(slots.run(async () => 'next')).resolves.toBe('next');
});

test('whoever waits can be refused together; what runs and what is patient goes on', async () => {
  const slots = createSlots({ atOnce: 1, maxWaiting: 5 });
  const { work, next } = gate();
  const first = slots.run(work);
  const waiting = [slots.run(work), slots.run(work)].map((call) => call.catch((error: unknown) => error));
  const patient = slots.run(work, { isPatient: true });
  const why = new Error('locked');
  slots.refuseWaiting(why);
  expect(await Promise.all(waiting)).toEqual([why, why]);
  expect(slots.waiting()).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) await next();
  expect(await Promise.all([first, patient])).toEqual(['done', 'done']);
});
