import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveAssets } from './assets.ts';

const folder = await mkdtemp(join(tmpdir(), 'entrada-assets-'));
afterAll(() => rm(folder, { recursive: true }));
const LARGE = 'x'.repeat(300 * 1024);
for (const [name, text] of [
  ['a-1.js', 'plain'],
  ['a-1.js.br', 'packed by br'],
  ['a-1.js.gz', 'packed by gz'],
  ['b-2.css', 'styles'],
  ['c-3.wasm', LARGE],
] as const) {
  await writeFile(join(folder, name), text);
}
const app = Fastify();
await serveAssets(app, folder);

const get = (name: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/assets/${name}`, headers });

test.each([
  ['gzip, deflate, br', 'br', 'packed by br'],
  ['gzip', 'gzip', 'packed by gz'],
  ['br;q=0, gzip', 'gzip', 'packed by gz'],
  ['', undefined, 'plain'],
])('who takes %j gets the file packed as %s', async (accepted, coding, body) => {
  for (const _ of ['from the disk', 'kept']) {
    const reply = await get('a-1.js', { 'accept-encoding': accepted });
    expect([reply.statusCode, reply.body]).toEqual([200, body]);
    expect(reply.headers['content-encoding']).toBe(coding);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
  }
});

test('a file that was not packed is sent as it is, and a large one from the disk', async () => {
  const styles = await get('b-2.css', { 'accept-encoding': 'gzip, br' });
  expect([styles.body, styles.headers['content-encoding']]).toEqual(['styles', undefined]);
  const large = await get('c-3.wasm');
  expect(large.body).toBe(LARGE);
  expect(large.headers).toMatchObject({
    'content-type': 'application/wasm',
    'content-length': String(LARGE.length),
  });
});

test('who has the file is told so', async () => {
  const first = await get('b-2.css');
  const again = await get('b-2.css', { 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await app.inject({ method: 'HEAD', url: '/assets/b-2.css' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '6']);
});

test.each(['d-4.js', 'a-1.js.br', '..%2Fassets.test.ts', '%2e%2e', 'constructor'])(
  '%s is not there',
  async (name) => {
    expect((await get(name)).statusCode).toBe(404);
  },
);

test('a file of an unknown kind does not start', async () => {
  const other = await mkdtemp(join(tmpdir(), 'entrada-assets-'));
  await writeFile(join(other, 'a.unknown'), '');
  await expect(serveAssets(Fastify(), other)).rejects.toThrow('a.unknown');
  await rm(other, { recursive: true });
});
