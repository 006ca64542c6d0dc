import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { COOKIES } from '@entrada/contract/constants';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp } from './app.ts';
import { IS_DEEP } from './deep.ts';
import { buildShop } from './shop.ts';

// What no client library sends: each request is written to a real socket, byte by byte.

const app = await buildTestApp({
  pages: 'built',
  config: { rateLimits: { 'public-read': { points: 100_000, seconds: 60 } } },
});
const shop = await buildShop(app.db, {});
const page = `/event/${shop.eventId}/${shop.slug}`;
const reading = `/api/public/events/${shop.eventId}`;
const order = `${reading}/orders`;
let port = 0;
beforeAll(async () => {
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

/** The status of the answer to these bytes; 0 if the connection is closed without one. */
async function ask(request: string): Promise<{ status: number; answer: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request.replaceAll('\n', '\r\n'), 'latin1');
  const answer = await text(socket).catch(() => '');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), answer };
}

type Odd = { method?: string; host?: string; headers?: readonly string[]; body?: string };

const write = (path: string, { method = 'GET', host = 'localhost', headers = [], body = '' }: Odd = {}) =>
  ask([`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', body].join('\n'));

const refused = async (answer: Promise<{ status: number; answer: string }>, note: string) => {
  const { status, answer: said } = await answer;
  expect(status, `${note}: ${said.slice(0, 300)}`).toBeLessThan(500);
  return status;
};

/** In the sample every third one, beginning at another one each time. */
const some = <T>(all: readonly T[], from: number) =>
  IS_DEEP ? all : all.filter((_, at) => at % 3 === from % 3);

test('an ordinary request is answered', async () => {
  for (const path of [page, '/auth/login', reading]) expect((await write(path)).status, path).toBe(200);
});

const cookies = Object.values(COOKIES).flatMap((name) =>
  ['%', '%E0%A4%A', 'a=b;=;;', '"', '\u00ff', 'x'.repeat(4_000)].map((value) => `${name}=${value}`),
);
test.each(['/', page, `${page}?promo=x`, '/auth/login', '/manage/events', reading])(
  'no cookie is too odd for %s',
  async (path) => {
    for (const cookie of [...some(cookies, path.length), '%', '=', '__proto__=1'])
      expect(await refused(write(path, { headers: [`Cookie: ${cookie}`] }), cookie)).not.toBe(0);
  },
);

const METHODS = ['TRACE', 'CONNECT', 'PROPFIND', 'LOCK', 'QUERY', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];
test.each(METHODS)('the method %s', async (method) => {
  for (const path of ['/', page, reading, order, '/robots.txt', '/assets/x.js'])
    await refused(write(path, { method }), path);
});

test('a page names the methods that it knows to whom asks with another', async () => {
  const { status, answer } = await write(page, { method: 'TRACE' });
  expect(status).toBe(405);
  expect(answer).toMatch(/^allow: GET, HEAD, POST/im);
});

const HOSTS = [
  'user@x',
  'user:password@localhost',
  '@',
  '',
  ' ',
  'x/y',
  'x?y',
  'x#y',
  'x\\y',
  '%',
  '%00',
  '[::1',
  '[::1]:0',
  'localhost:99999',
  'localhost:x',
  '..',
  '1.2.3.4.5',
  '0x7f.1',
  'ß.example',
  'xn--',
  'a b',
  '<script>',
  'x'.repeat(5_000),
];
test.each(['/', page, `${page}?promo=x`, '/auth/login', reading])(
  'no host is too odd for %s',
  async (path) => {
    for (const host of some(HOSTS, path.length)) {
      await refused(write(path, { host }), host);
      await refused(write(path, { headers: [`X-Forwarded-Host: ${host}`] }), `forwarded ${host}`);
    }
  },
);

test('a host with a name in it is refused by pages', async () => {
  for (const host of ['user@x', 'x/y', 'x?y', 'x#y'])
    expect((await write('/', { host })).status, host).toBe(400);
});

const HEADERS = [
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 0x10',
  'Content-Length: 1, 1',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked, identity',
  'If-Match: *',
  'If-Match: "',
  'If-None-Match: W/',
  'If-Modified-Since: never',
  'If-Range: x',
  'Accept-Language: *;q=x,;;,q=,en;q=99999999999999999999,de;q=.',
  `Accept-Language: ${'en,'.repeat(2_000)}`,
  'Accept-Encoding: ;;q=,gzip;q=x',
  'Accept: */',
  'Range: bytes=',
  'Range: bytes=5-1',
  'Range: bytes=-99999999999999999999',
  'Range: lines=1-2',
  'Forwarded: for="[',
  'X-Forwarded-For: ',
  'X-Forwarded-For: ::ffff:1.2.3.4.5, [::1',
  `X-Forwarded-For: ${'1.1.1.1,'.repeat(500)}`,
  'X-Forwarded-Proto: javascript',
  'X-Forwarded-Proto: http, https',
  'Origin: null',
  'Origin: user@x',
  'Referer: //',
  'Authorization: Bearer',
  'Authorization: Basic %',
  'Idempotency-Key: \u00ff',
  'X-Entrada-Locale: __proto__',
  'X-Entrada-Proof: e30.e30',
  'X-XSRF-TOKEN: %',
  'Content-Type: ',
  'Content-Type: application/json; charset=%',
  'Content-Type: multipart/form-data',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: tea',
  'Upgrade: websocket\nConnection: Upgrade',
  'Cache-Control: only-if-cached',
];
describe.each(HEADERS.map((header, nth) => [header, nth] as const))('the header %s', (header, nth) => {
  test.each(['GET', 'POST'])('of %s', async (method) => {
    const body = method === 'POST' ? '{}' : '';
    const length = /^(content-length|transfer-encoding)/i.test(header)
      ? []
      : [`Content-Length: ${body.length}`];
    const type = /^content-type/i.test(header) ? [] : ['Content-Type: application/json'];
    const paths = ['/', reading, '/robots.txt', page, order, '/api/images/nothing'];
    for (const path of some(paths, nth))
      await refused(write(path, { method, headers: [header, ...length, ...type], body }), path);
  });
});

const PATHS = [
  '//',
  '//user@x',
  '///',
  '/%',
  '/%00',
  '/\\',
  '/?%',
  '/?__proto__[x]=1',
  '/..%2f..%2fetc',
  '/.%2e/',
  '*',
  'http://x/',
  'http://user@x/',
  `/${'x'.repeat(6_000)}`,
  `${page}?promo=%ED%A0%80`,
  `${page}?promo=%00`,
  `${page}?tickets=%5B`,
  `/event/99999999999999999999/x`,
  '/event/1%00/x',
  '/files/%',
  '/files/..%2f',
  '/widget/1?locale=%',
  '/checkout/1/o_%00',
  '/api/%',
  '/api/public/events/%00',
  `${reading}?x=1&x=2`,
];
test.each(PATHS.map((path) => [path.slice(0, 60), path] as const))('the path %j', async (_name, path) => {
  for (const method of ['GET', 'HEAD', 'POST']) await refused(write(path, { method }), method);
  await refused(
    write(path, { headers: [`Cookie: ${COOKIES.session}=%; ${COOKIES.xsrf}=%`] }),
    'with cookies',
  );
});

test.each([
  'GET / HTTP/1.0\n\n',
  'GET / HTTP/2.0\n\n',
  'GET / HTTP/1.1\nConnection: close\n\n',
  'GET /\n\n',
  'NOTHING\n\n',
  '\u0000\u0001\u0002\n\n',
])('what is no proper request: %j', async (request) => {
  await refused(ask(request), request);
});
