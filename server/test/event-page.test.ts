import { gunzipSync } from 'node:zlib';
import { setEventStatus, updateEvent } from '@entrada/contract/catalog/events';
import { COOKIES, LOCALES } from '@entrada/contract/constants';
import { describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import { openEventPages } from './requests/event-visits.ts';
import { reserveAs } from './shop.ts';

const { app, asked, clock, pass, openShop, visit } = await openEventPages();
const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? '';
const keysOf = (html: string) => [
  ...new Set([...html.matchAll(/<button[^>]* value="([^"]+)"[^>]* name="key"/g)].map((found) => found[1])),
];

describe('strangers within a second', () => {
  test('are given one rendering, each with a nonce and a form key of their own', async () => {
    const shop = await openShop();
    const replies = [];
    for (let n = 0; n < 5; n += 1) replies.push(await visit(shop.path));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(shop.renderings()).toBe(1);
    const nonces = replies.map(({ headers }) => nonceOf(headers['content-security-policy']));
    const keys = replies.map(({ body }) => keysOf(body));
    expect(new Set(nonces).size).toBe(5);
    expect(new Set(keys.flat()).size).toBe(5);
    for (const [n, { body, headers }] of replies.entries()) {
      const nonce = nonces[n] ?? '';
      const [key = ''] = keys[n] ?? [];
      expect(keys[n]).toHaveLength(1);
      expect(new Set([...body.matchAll(/nonce="([^"]+)"/g)].map((found) => found[1]))).toEqual(
        new Set([nonce]),
      );
      const plain = (reply: string, ...own: string[]) =>
        own.reduce((text, value, nth) => text.replaceAll(value, `own-${nth}`), reply);
      expect(plain(body, nonce, key)).toBe(
        plain(replies[0]?.body ?? '', nonces[0] ?? '', keys[0]?.[0] ?? ''),
      );
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(5);
  });

  test('get what somebody with a page of their own gets', async () => {
    const shop = await openShop();
    const plain = ({ body, headers }: Awaited<ReturnType<typeof visit>>) =>
      body
        .replaceAll(nonceOf(headers['content-security-policy']), 'N')
        .replaceAll(keysOf(body)[0] ?? '', 'K');
    const shared = [await visit(shop.path), await visit(shop.path)];
    const own = await visit(shop.path, { cookie: `${COOKIES.session}=x` });
    expect(shop.renderings()).toBe(2);
    expect(shared.map(plain)).toEqual([plain(own), plain(own)]);
    expect(Object.keys(shared[1]?.headers ?? {}).sort()).toEqual(Object.keys(own.headers).sort());
  });

  test('get it as gzip if they take it', async () => {
    const shop = await openShop();
    const plain = await visit(shop.path);
    const packed = await visit(shop.path, { 'accept-encoding': 'gzip, deflate, br' });
    const again = await visit(shop.path, { 'accept-encoding': 'gzip' });
    expect(shop.renderings()).toBe(1);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const reply of [packed, again]) {
      expect(reply.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(reply.rawPayload.length),
        'cache-control': 'private, no-store',
      });
      const html = gunzipSync(reply.rawPayload).toString();
      const nonce = nonceOf(reply.headers['content-security-policy']);
      expect(html.includes(`nonce="${nonce}"`)).toBe(true);
      expect(html.length).toBe(plain.body.length);
      expect(reply.rawPayload.length * 3).toBeLessThan(html.length);
    }
  });

  test('who ask at once wait for one rendering', async () => {
    const shop = await openShop();
    const replies = await Promise.all(Array.from({ length: 30 }, () => visit(shop.path)));
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(shop.renderings()).toBe(1);
    expect(new Set(replies.flatMap(({ body }) => keysOf(body))).size).toBe(30);
  });

  test('order each for themselves without scripts', async () => {
    const shop = await openShop();
    const orders = [];
    for (const client of [app.as(), app.as()]) {
      const { body } = await visit(shop.path, {}, client);
      const [key = ''] = keysOf(body);
      const form = new URLSearchParams({ key, [`price-${shop.priceId}`]: '1' });
      const reply = await client.send({
        method: 'POST',
        url: shop.path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      });
      expect(reply.statusCode).toBe(303);
      orders.push(reply.headers.location);
    }
    expect(shop.renderings()).toBeLessThanOrEqual(3);
    expect(new Set(orders).size).toBe(2);
  });

  test('are given every address of the page as it is, and wrong ones lead to the right one', async () => {
    const shop = await openShop();
    const paths = [`/event/${shop.eventId}/${shop.slug}`, `/e/${shop.eventId}/${shop.slug}`, shop.path];
    for (const path of paths) for (const _ of [1, 2]) expect((await visit(path)).statusCode).toBe(200);
    expect(shop.renderings()).toBe(3);
    for (const _ of [1, 2]) {
      const moved = await visit(`/event/${shop.eventId}/another-name`);
      expect([moved.statusCode, moved.headers.location]).toEqual([301, paths[0]]);
    }
    expect(shop.renderings()).toBe(5);
    for (const query of ['?utm_source=news', '?aff=RADIO'])
      expect((await visit(`/event/${shop.eventId}/another-name${query}`)).headers.location).toBe(
        paths[0] + query,
      );
  });
});

describe('a widget', () => {
  const formOf = (html: string, name: string) =>
    new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1];

  test('is one rendering for all who see it on one site, each with a form key of their own', async () => {
    const shop = await openShop();
    const see = (site: string, query = '') =>
      visit(`/widget/${shop.eventId}${query}`, { referer: `${site}/tour?name=ada` });
    const replies = [await see('https://band.example'), await see('https://band.example')];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(shop.renderings()).toBe(1);
    expect(new Set(replies.flatMap(({ body }) => keysOf(body))).size).toBe(2);
    for (const { body, headers } of replies) {
      expect(formOf(body, 'widget_on')).toBe('https://band.example');
      expect(body.includes('name=ada')).toBe(false);
      expect(headers['content-security-policy']).toContain('frame-ancestors *');
    }
    const other = await see('https://other.example');
    expect(formOf(other.body, 'widget_on')).toBe('https://other.example');
    await see('https://other.example', '?button_text=Come%20in');
    expect(shop.renderings()).toBe(3);
  });

  test('with a code is rendered for each visitor, whose guesses are counted', async () => {
    const shop = await openShop();
    for (const _ of [1, 2]) await visit(`/widget/${shop.eventId}?promo_code=FRIENDS`);
    expect(
      asked.filter((url) => url.startsWith(`/api/public/events/${shop.eventId}?promo_code`)),
    ).toHaveLength(2);
  });
});

describe('what is new', () => {
  test('is seen after 900 ms, and not before the page is rendered anew', async () => {
    const shop = await openShop();
    const owner = app.as({ token: shop.token });
    const isNew = async () => (await visit(shop.path)).body.includes('Now with a matinee');
    expect(await isNew()).toBe(false);
    const params = { eventId: String(shop.eventId) };
    const body = { version: 1, description: 'Now with a matinee' };
    expect((await owner.call(updateEvent, { params, body })).status).toBe(200);
    pass(899);
    expect(await isNew()).toBe(false);
    pass(1);
    expect(await isNew()).toBe(true);
    expect(shop.renderings()).toBe(2);
  });

  test('sold out is said within a second', async () => {
    const shop = await openShop({ ticket: { quantity: 1 } });
    const offer = async () => /schema\.org\/(InStock|SoldOut)/.exec((await visit(shop.path)).body)?.[1];
    expect(await offer()).toBe('InStock');
    const reply = await reserveAs(app.as(), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect(reply.status).toBe(201);
    expect(await offer()).toBe('InStock');
    pass(900);
    expect(await offer()).toBe('SoldOut');
  });

  test.each(['draft', 'archived'] as const)('a page that is %s is gone within a second', async (status) => {
    const shop = await openShop();
    const owner = app.as({ token: shop.token });
    expect((await visit(shop.path)).statusCode).toBe(200);
    const params = { eventId: String(shop.eventId) };
    expect((await owner.call(setEventStatus, { params, body: { status } })).status).toBe(200);
    pass(900);
    for (const _ of [1, 2]) expect((await visit(shop.path)).statusCode).toBe(404);
    expect(shop.renderings()).toBe(3);
  });
});

describe('languages', () => {
  test('each has a rendering of its own, by choice, browser or default', async () => {
    const shop = await openShop();
    const langOf = async (headers: Record<string, string>) =>
      /data-locale="([^"]+)"/.exec((await visit(shop.path, headers)).body)?.[1];
    for (const round of [1, 2]) {
      for (const locale of LOCALES) {
        expect(await langOf({ 'accept-language': `${locale},en;q=0.5` })).toBe(locale);
        expect(await langOf({ 'accept-language': 'xx', cookie: `${COOKIES.locale}=${locale}` })).toBe(locale);
      }
      expect(await langOf({ 'accept-language': 'xx' })).toBe('es');
      expect(shop.renderings(), `round ${round}`).toBe(LOCALES.length);
    }
  });
});

describe('around it', () => {
  test('a page counts as one public read, rendered for the visitor or not', async () => {
    const shop = await openShop();
    const address = '172.20.0.1';
    const times = async (n: number, headers = {}) => {
      const client = app.as({ address });
      const codes = [];
      for (let nth = 0; nth < n; nth += 1) codes.push((await visit(shop.path, headers, client)).statusCode);
      return codes;
    };
    await visit(shop.path);
    expect(new Set(await times(299))).toEqual(new Set([200]));
    pass(900);
    // The 300th visit renders the page.
    expect(await times(3)).toEqual([200, 429, 429]);
    expect((await visit(shop.path)).statusCode).toBe(200);
  });

  test('the first of a crowd who reads too much spoils it for nobody', async () => {
    const shop = await openShop();
    const greedy = app.as({ address: '172.20.0.2' });
    for (let nth = 0; nth < 300; nth += 1) await visit(shop.path, {}, greedy);
    pass(900);
    const replies = await Promise.all([
      visit(shop.path, {}, greedy),
      ...Array.from({ length: 5 }, () => visit(shop.path)),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([429, 200, 200, 200, 200, 200]);
  });

  test('a look at the headers alone has no body', async () => {
    const shop = await openShop();
    await visit(shop.path);
    const reply = await app.as().send({ method: 'HEAD', url: shop.path });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('what a visitor sends is in nobody’s page', async () => {
    const shop = await openShop();
    const odd = 'canary-9f2';
    await visit(shop.path, {
      host: `${odd}.example`,
      'x-forwarded-host': `${odd}.example`,
      'user-agent': odd,
      referer: `https://${odd}.example/`,
      cookie: `theme=${odd}`,
      'accept-language': `en,${odd}`,
    });
    expect(JSON.stringify([(await visit(shop.path)).body, (await visit(shop.path)).headers])).not.toContain(
      odd,
    );
    expect(shop.renderings()).toBe(1);
  });
});

describe('two processes', () => {
  test('each see within a second what is changed at the other', async () => {
    const other: TestApp = await buildTestApp({ pages: 'built', clock, database: app.database });
    const shop = await openShop();
    for (const one of [app, other]) await visit(shop.path, {}, one.as());
    const owner = app.as({ token: shop.token });
    const params = { eventId: String(shop.eventId) };
    const body = { version: 1, title: 'The longest night' };
    expect((await owner.call(updateEvent, { params, body })).status).toBe(200);
    pass(900);
    for (const one of [app, other]) {
      const path = shop.path.replace(/[^/]+$/, 'the-longest-night');
      expect((await visit(path, {}, one.as())).body.includes('The longest night')).toBe(true);
    }
  });
});
