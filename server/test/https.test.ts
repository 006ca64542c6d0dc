import { expect, test } from 'vitest';
import { buildTestApp } from './app.ts';

const ADDRESSES = ['/api/public/events', '/api/no-such-address', '/healthz', '/api/docs'];
const HSTS = 'strict-transport-security';

test('with an https address browsers are told to stay with https, on every reply', async () => {
  const { app } = await buildTestApp({ config: { baseUrl: 'https://tickets.example.org' } });
  for (const url of ADDRESSES) {
    expect((await app.inject({ url })).headers[HSTS], url).toBe('max-age=31536000');
  }
});

test('without https nothing is said about it', async () => {
  const { app } = await buildTestApp();
  for (const url of ADDRESSES) expect((await app.inject({ url })).headers[HSTS], url).toBeUndefined();
});
