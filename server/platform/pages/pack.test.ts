import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packOwn } from './pack.ts';
import type { RenderedPage } from './rendered-page.ts';

const html = Buffer.from('<li>Ana Ferrer bought two seats</li>'.repeat(500));
const page: RenderedPage = { status: 200, headers: [['content-type', 'text/html']], cookies: [], body: html };
const asked = (url: string, encoding = 'gzip, br', method = 'GET') => ({
  method,
  url,
  headers: { 'accept-encoding': encoding },
});

test('a page of the workspace is packed, and is the same page', async () => {
  for (const url of ['/manage/event/1/orders?q=ana', '/account/payment', '/manage']) {
    const sent = await packOwn(asked(url), page);
    expect(Object.fromEntries(sent.headers)).toEqual({
      'content-type': 'text/html',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(sent.body?.length).toBeLessThan(html.length / 10);
    expect(sent.body && gunzipSync(sent.body).equals(html)).toBe(true);
  }
});

test('its length is not the same twice in a row for long', async () => {
  const lengths = new Set<number | undefined>();
  for (let nth = 0; nth < 20; nth += 1) lengths.add((await packOwn(asked('/manage'), page)).body?.length);
  expect(lengths.size).toBeGreaterThan(5);
});

test.each([
  ['a page of a buyer', asked('/order/1/o_abc'), page],
  ['an address that only begins like one', asked('/managers'), page],
  ['a form that was sent', asked('/manage/events', 'gzip', 'POST'), page],
  ['a small page', asked('/manage'), { ...page, body: Buffer.from('<p>Hi</p>') }],
  ['no page', asked('/manage'), { ...page, body: null }],
])('%s stays as it is', async (_, request, given) => {
  expect(await packOwn(request, given)).toBe(given);
});

test('a browser that takes no gzip gets the page unpacked', async () => {
  const sent = await packOwn(asked('/manage', 'br, gzip;q=0'), page);
  expect(sent.body).toBe(html);
  expect(Object.fromEntries(sent.headers)).not.toHaveProperty('content-encoding');
});
