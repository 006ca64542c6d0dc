import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveDoorWorker } from './door-worker.ts';

const client = await mkdtemp(join(tmpdir(), 'entrada-worker-'));
await mkdir(join(client, 'check-in'));
await writeFile(join(client, 'check-in/worker.js'), 'built');
afterAll(() => rm(client, { recursive: true }));

async function ask(folder: string | null) {
  const app = Fastify();
  await serveDoorWorker(app, folder);
  return app.inject('/check-in/worker.js');
}

test('the worker is never cached, and calls this site only', async () => {
  const reply = await ask(client);
  expect(reply.body).toBe('built');
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
});

test.each([null, '/missing'])(
  'where there is none (%s), the one that browsers have removes what it kept and itself',
  async (folder) => {
    const { body } = await ask(folder);
    const handlers = new Map<string, (event: object) => void>();
    const caches = new Set(['entrada-door-pages', 'entrada-door-assets-1', 'of-somebody-else']);
    const did: string[] = [];
    const work: Promise<void>[] = [];
    const self = {
      addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
      skipWaiting: () => did.push('skipWaiting'),
      registration: { unregister: async () => did.push('unregister') },
    };
    const storage = { keys: async () => [...caches], delete: async (name: string) => caches.delete(name) };
    new Function('self', 'caches', body)(self, storage);
    handlers.get('install')?.({});
    handlers.get('activate')?.({ waitUntil: (promise: Promise<void>) => work.push(promise) });
    await Promise.all(work);
    expect(did).toEqual(['skipWaiting', 'unregister']);
    expect([...caches]).toEqual(['of-somebody-else']);
  },
);
