import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { loggerOptions, withoutSecrets } from './log.ts';
import { newShortId, newToken } from './secrets.ts';

test('what opens something is hidden from logged addresses', () => {
  const token = newToken();
  expect(withoutSecrets(`/api/auth/reset-password/${token}`)).toBe('/api/auth/reset-password/[hidden]');
  for (const prefix of ['o', 'a', 'cl'] as const) {
    expect(withoutSecrets(`/order/1/${newShortId(prefix)}/print`)).toBe(`/order/1/${prefix}_[hidden]/print`);
  }
  expect(withoutSecrets('/api/events/1/orders?query=lucia%40example.org&page=2')).toBe(
    '/api/events/1/orders?query=[hidden]&page=2',
  );
  expect(withoutSecrets('/api/public/events/12/promo-codes/FRIENDS-20?x=1')).toBe(
    '/api/public/events/12/promo-codes/[hidden]?x=1',
  );
  expect(withoutSecrets('/en/o/a/e.data?aff=ana&promo_code=FRIENDS-20&_routes=x')).toBe(
    '/en/o/a/e.data?aff=ana&promo_code=[hidden]&_routes=x',
  );
  expect(withoutSecrets('/api/events/12/promo-codes/7?page=1')).toBe('/api/events/12/promo-codes/7?page=1');
  expect(withoutSecrets('/api/events/12/tickets')).toBe('/api/events/12/tickets');
});

test('a whole log of requests holds no session, token or address of a person', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ logger: { ...loggerOptions('trace'), stream } });
  app.post('/*', async (request, reply) => {
    request.log.info({ req: request, res: reply }, 'seen');
    return reply
      .header('set-cookie', 'entrada_session=canary-out')
      .header('x-auth-token', 'canary-token')
      .send('ok');
  });
  await app.inject({
    method: 'POST',
    url: `/auth/reset-password/${newToken()}?email=canary@example.org`,
    headers: {
      cookie: 'entrada_session=canary-in',
      authorization: 'Bearer canary-bearer',
      'x-xsrf-token': 'canary-xsrf',
    },
    payload: { password: 'canary-password' },
  });
  await app.close();
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('\n')).not.toContain('canary');
});
