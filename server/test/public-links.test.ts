import { getOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { eventPath } from '../catalog/events/service.ts';
import { buildTestApp } from './app.ts';
import { buildShop, detailsAs, reserveAs } from './shop.ts';

const app = await buildTestApp({
  pages: 'built',
  config: { rateLimits: { 'public-read': { points: 100_000, seconds: 60 } } },
});
const { db } = app;

const shop = await buildShop(db, { event: { title: 'Luz de Gas' }, ticket: { quantity: 5 } });
const over = await buildShop(db, {
  event: { startsAt: new Date('2020-05-01T18:00:00Z'), endsAt: new Date('2020-05-01T22:00:00Z') },
});
const soldOut = await buildShop(db, { ticket: { quantity: 0 } });
const slugOf = async ({ organizerId }: { organizerId: number }) =>
  (await db.selectFrom('organizers').select('slug').where('id', '=', organizerId).executeTakeFirstOrThrow())
    .slug;
const pageOf = async (one: typeof shop) =>
  eventPath({ id: one.eventId, slug: one.slug, organizerSlug: await slugOf(one) });

/** The addresses of one buyer: an open order, one that is complete, with its ticket, and one whose time ran out. */
const buyer = app.as();
const hold = async () => {
  const { body } = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  return body.data.shortId;
};
const done = await hold();
await detailsAs(buyer, done);
const order = (await buyer.call(getOrder, { params: { orderShortId: done } })).body.data;
const late = await hold();
await db
  .updateTable('orders')
  .set({ expires_at: new Date(0) })
  .where('short_id', '=', late)
  .execute();
const open = await hold();
const ticket = `/ticket/${shop.eventId}/${order.tickets[0]?.shortId}`;

const visit = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await buyer.send({
    method: 'GET',
    url,
    headers: { 'accept-language': 'en', accept: 'text/html', ...headers },
  });
  const links = [...reply.body.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)].map(([, href]) => href ?? '');
  return { status: reply.statusCode, links, html: reply.body };
};

test.each<[string, number, string]>([
  ['an event', 200, await pageOf(shop)],
  ['an event that is over', 200, await pageOf(over)],
  ['an event that is sold out', 200, await pageOf(soldOut)],
  ['an organizer', 200, `/${await slugOf(shop)}`],
  ['the directory', 200, '/event'],
  ['the details of an order', 200, `/checkout/${shop.eventId}/${open}/details`],
  ['the end of a checkout', 200, `/checkout/${shop.eventId}/${done}/summary`],
  ['an order', 200, `/order/${shop.eventId}/${done}`],
  ['an order whose time ran out', 200, `/checkout/${shop.eventId}/${late}/details`],
  ['no order', 404, `/order/${shop.eventId}/o_nothing`],
  ['no ticket', 404, `/ticket/${shop.eventId}/a_nothing`],
  ['no event', 404, '/event/999999/nothing'],
  ['no organizer', 404, '/nobody-at-all'],
  ['no page', 404, '/no/such/page'],
  ['the search for lost tickets', 200, '/tickets/find'],
  ['the terms', 200, '/terms'],
  ['the privacy policy', 200, '/privacy'],
])('%s leads buyers to the directory before the organizers’ login', async (_, status, url) => {
  const page = await visit(url);
  expect(page.status).toBe(status);
  const [directory, home] = [page.links.indexOf('/event'), page.links.indexOf('/')];
  expect(directory).toBeGreaterThanOrEqual(0);
  if (home >= 0) expect(directory).toBeLessThan(home);
  expect(page.links.filter((href) => /^\/(auth|manage|account)/.test(href))).toEqual([]);
});

test.each([ticket, `${ticket}/print`, `/order/${shop.eventId}/${done}/print`])(
  'what a buyer shows or prints leads nobody to a login: %s',
  async (url) => {
    const page = await visit(url);
    expect(page.status).toBe(200);
    expect(page.links.filter((href) => href === '/' || /^\/(auth|manage|account)/.test(href))).toEqual([]);
  },
);

test('a widget that fails leads nowhere inside of the frame of another site', async () => {
  const limited = await buildTestApp({
    pages: 'built',
    config: { rateLimits: { 'public-read': { points: 1, seconds: 60 } } },
    database: app.database,
  });
  const stranger = limited.as();
  const url = `/widget/${shop.eventId}?locale=en`;
  const replies = [];
  for (let n = 0; n < 6; n += 1)
    replies.push(await stranger.send({ method: 'GET', url, headers: { 'accept-language': 'en' } }));
  const failed = replies.find(({ statusCode }) => statusCode === 429);
  expect(failed?.body).toContain('Try again');
  const links = [...(failed?.body ?? '').matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([url]);
});
