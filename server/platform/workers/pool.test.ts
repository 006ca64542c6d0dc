import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import type * as testTasks from '../../test/drawing/worker-tasks.ts';
import { AppError } from '../errors.ts';
import { openWorkers } from './pool.ts';
import { workers as shared } from './shared.ts';

const FILE = new URL('../../test/drawing/worker-tasks.ts', import.meta.url);
const opened: { close: () => Promise<void> }[] = [];
function open(options: Parameters<typeof openWorkers>[1] = {}) {
  const workers = openWorkers<typeof testTasks>(FILE, { threads: 1, ...options });
  opened.push(workers);
  return workers;
}
afterEach(() => Promise.all(opened.splice(0).map((workers) => workers.close())));

test('a task runs in another thread, which starts with the first call and ends with the pool', async () => {
  const workers = open();
  expect(workers.threads()).toBe(0);
  expect(await workers.run('whoRuns', null)).not.toBe(threadId);
  expect(await workers.run('add', { a: 2, b: 3 })).toBe(5);
  expect(workers.threads()).toBe(1);
  await workers.close();
  expect(workers.threads()).toBe(0);
  expect(await workers.run('add', { a: 1, b: 1 })).toBe(2);
});

test('an error of a task reaches its caller', async () => {
  await expect(open().run('refuse', 'no such font')).rejects.toThrow('no such font');
});

test('a file that cannot be loaded fails the call, not the process', async () => {
  const missing = openWorkers(new URL('./missing.ts', import.meta.url), { threads: 1 });
  opened.push(missing);
  await expect(missing.run('draw' as never, null as never)).rejects.toThrow(/missing/);
});

test('a thread out of memory fails its own call, and the pool goes on', async () => {
  const workers = open({ heapMb: 64 });
  const dead = workers.run('fillMemory', null);
  const waiting = workers.run('add', { a: 2, b: 2 });
  await expect(dead).rejects.toThrow(/memory/);
  expect(await waiting).toBe(4);
});

test('a thread that ends fails its own call, and the pool goes on', async () => {
  const workers = open();
  const dead = workers.run('end', 7);
  const waiting = workers.run('add', { a: 2, b: 2 });
  await expect(dead).rejects.toThrow();
  expect(await waiting).toBe(4);
});

test('a task that never ends is ended with its thread', async () => {
  const workers = open({ maxCpuMs: 300 });
  await expect(workers.run('stopLoop', null)).rejects.toThrow();
  await vi.waitFor(() => expect(workers.threads()).toBe(0));
});

test('a task that waits for ever is ended', async () => {
  const workers = open({ maxRunMs: 300 });
  await expect(workers.run('sleep', 1_000_000)).rejects.toThrow();
});

test('a task that gets little of the processor may take long', async () => {
  const workers = open({ maxCpuMs: 400 });
  // The thread's own start counts as little as what another call used before.
  await workers.run('add', { a: 1, b: 1 });
  expect(await workers.run('sleep', 1500)).toBe('slept');
});

test('too much work is refused with Retry-After', async () => {
  const workers = open({ maxWaiting: 1 });
  const first = workers.run('sleep', 200);
  const second = workers.run('sleep', 1);
  const third = await workers.run('sleep', 1).catch((error: unknown) => error);
  expect(third).toBeInstanceOf(AppError);
  expect(third).toMatchObject({ code: 'UNAVAILABLE', retryAfter: expect.any(Number) });
  expect(await Promise.all([first, second])).toEqual(['slept', 'slept']);
});

test('closing ends a thread that works', async () => {
  const workers = open();
  const stuck = workers.run('stopLoop', null).catch(() => 'ended');
  await vi.waitFor(() => expect(workers.threads()).toBe(1));
  await workers.close();
  expect(await stuck).toBe('ended');
  expect(workers.threads()).toBe(0);
});

test('a thread that draws does not change the priority of this one', async () => {
  const before = getPriority();
  await shared.run('writeLetter', {
    kind: 'reset_password',
    data: { baseUrl: 'https://x.example', firstName: 'Ana', url: 'https://x.example/r' },
    locale: 'es',
  });
  expect(getPriority()).toBe(before);
});
