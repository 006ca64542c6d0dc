import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseJsonQuickly } from './parse.ts';

async function post(payload: string, isQuick = true) {
  const app = Fastify({ onProtoPoisoning: 'error', onConstructorPoisoning: 'error' });
  if (isQuick) parseJsonQuickly(app);
  app.post('/', async (request) => ({ got: request.body }));
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() as unknown };
}

test.each([
  '{"items":[{"priceId":1,"quantity":2}]}',
  'null',
  '0',
  '""',
  '{"name":"a \\"protocol\\" in prototype"}',
  '{"constructor":"a builder"}',
  `${String.fromCharCode(0xfeff)}{"a":1}`,
  '',
  ' ',
  '{"a":1',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":{"\\u005f_proto__":{}}}',
  '{"a":{"__pr\\u006fto__":{}}}',
  '[{"constructor":{"prototype":{}}}]',
  '[{"c\\u006fnstructor":{"prot\\u006ftype":{}}}]',
])('the body %s is read and refused as by Fastify itself', async (text) => {
  expect(await post(text)).toEqual(await post(text, false));
});

test('what would change the prototype is refused', async () => {
  expect((await post('{"__proto__":{}}')).status).toBe(400);
  expect((await post('{"\\u005f_proto__":{}}')).status).toBe(400);
  expect((await post('{"a":1}')).body).toEqual({ got: { a: 1 } });
});
