import { COOKIES } from '@entrada/contract/constants';
import { abandonOrder } from '@entrada/contract/sales/checkout';
import { describe, expect, test } from 'vitest';
import type { Client } from './app.ts';
import { openEventPages } from './requests/event-visits.ts';
import { reserveAs } from './shop.ts';

const { app, asked, openShop, visit } = await openEventPages();

describe('a page of their own', () => {
  test.each([
    ['a session', { cookie: `${COOKIES.session}=x` }],
    ['a bearer', { authorization: 'Bearer x' }],
  ])('is for who brings %s', async (_what, headers) => {
    const shop = await openShop();
    for (const _ of [1, 2]) expect((await visit(shop.path, headers)).statusCode).toBe(200);
    expect(shop.renderings()).toBe(2);
    await visit(shop.path);
    await visit(shop.path, headers);
    expect(shop.renderings()).toBe(4);
  });

  test('is for a browser with an unfinished order, and not for one that was refused', async () => {
    const shop = await openShop({ ticket: { quantity: 1 } });
    const [holder, refused, left] = [app.as(), app.as(), app.as()];
    const reserve = (client: Client) =>
      reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const first = await reserve(left);
    await left.call(abandonOrder, { params: { orderShortId: first.body.data.shortId } });
    expect((await reserve(holder)).status).toBe(201);
    expect((await reserve(refused)).problem.code).toBe('SOLD_OUT');
    const pages: string[] = [];
    for (const client of [app.as(), refused, holder, refused, left]) {
      pages.push((await visit(shop.path, {}, client)).body);
    }
    // Two for everybody in one rendering, one with the order, and one for whoever gave an order up.
    expect(shop.renderings()).toBe(3);
    expect(pages.map((html) => html.includes('data-own-hold="true"'))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  test('is not for what changes no page: an affiliate, a cart without an order, a cookie that is none of ours, a campaign', async () => {
    const shop = await openShop();
    await visit(shop.path);
    for (const cookie of [
      `${COOKIES.affiliates}=x`,
      `${COOKIES.cart}=${'c'.repeat(43)}`,
      `${COOKIES.cart}=none`,
      'consent=1',
    ]) {
      expect((await visit(shop.path, { cookie })).statusCode).toBe(200);
    }
    await visit(`${shop.path}?utm_source=news&utm_campaign=may`);
    expect(shop.renderings()).toBe(1);
  });

  test('members see a draft, and nobody after them', async () => {
    const shop = await openShop({ event: { status: 'draft' } });
    const member = app.as({ token: shop.token });
    for (const _ of [1, 2]) {
      const preview = await visit(shop.path, {}, member);
      expect(preview.statusCode).toBe(200);
      expect(preview.body.includes(shop.title)).toBe(true);
      const strangers = await visit(shop.path);
      expect(strangers.statusCode).toBe(404);
      expect(strangers.body.includes(shop.title)).toBe(false);
    }
    expect(shop.renderings()).toBe(4);
  });

  test('the link of an affiliate shares the page, counts each visitor and sets the cookie for nobody else', async () => {
    const shop = await openShop();
    const code = 'RADIO';
    await app.db
      .insertInto('affiliates')
      .values({ account_id: shop.accountId, event_id: shop.eventId, code, name: 'Radio' })
      .execute();
    const browser = { 'user-agent': 'Mozilla/5.0 Firefox/130.0' };
    for (const _ of [1, 2, 3]) {
      const reply = await visit(`${shop.path}?utm_source=radio&aff=${code}`, browser);
      expect(reply.cookies.map(({ name }) => name)).toEqual([COOKIES.affiliates]);
      expect((await visit(shop.path)).cookies).toEqual([]);
    }
    for (const headers of [{ 'user-agent': 'Googlebot/2.1' }, { ...browser, 'sec-purpose': 'prefetch' }])
      expect((await visit(`${shop.path}?aff=${code}`, headers)).cookies).toEqual([]);
    expect((await visit(`${shop.path}?aff=NOBODY`, browser)).cookies).toEqual([]);
    expect(shop.renderings()).toBe(1);
    const { clicks } = await app.db
      .selectFrom('affiliate_clicks')
      .innerJoin('affiliates', 'affiliates.id', 'affiliate_clicks.affiliate_id')
      .select((eb) => eb.fn.sum<number>('clicks').as('clicks'))
      .where('event_id', '=', shop.eventId)
      .executeTakeFirstOrThrow();
    expect(Number(clicks)).toBe(3);
  });

  test('a code in the address is looked at each time', async () => {
    const shop = await openShop();
    for (const _ of [1, 2]) await visit(`${shop.path}?promo_code=NOTHING`);
    await visit(shop.path);
    expect(asked.filter((url) => url.startsWith(`/api/public/events/${shop.eventId}?`))).toHaveLength(2);
    expect((await visit(shop.path)).body.includes('NOTHING')).toBe(false);
  });
});
