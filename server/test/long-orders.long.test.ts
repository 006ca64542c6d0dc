import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildSession } from '../accounts/factory.ts';
import { buildOrder } from '../sales/reservations/factory.ts';
import { buildTestApp } from './app.ts';
import { costOfDrawingHere } from './drawing/cost.ts';
import { expectOthersServed as expectServed } from './event-loop.ts';
import { buildShop, detailsAs, reserveAs, visitor } from './shop.ts';

// Files are drawn at a low priority: beside busy programs a minute for two seconds of the processor is usual.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });
const app = await buildTestApp({ pages: 'built' });
const { db } = app;

/** The most tickets that an order can have; in the sample as many as nobody could draw in one go either. */
const MOST = 1_000;
const SHOWN = 50;
/** The part of the cost of a hundred drawn tickets that may pass before others are answered: 15 to 22 ms by machine. */
const SHARE = 1 / 10;
let shop: Awaited<ReturnType<typeof buildShop>>;
let long: Awaited<ReturnType<typeof longOrder>>;

const longOrder = (sendMails: boolean) =>
  buildOrder(db, { eventId: shop.eventId, items: [{ priceId: shop.priceId, quantity: MOST }], sendMails });
const get = (url: string) => app.as().send({ method: 'GET', url, headers: { 'accept-language': 'en' } });
/** Reads a file as a stream. A reply of a test is otherwise also made into text, which takes 40 ms for such a PDF. */
async function download(url: string): Promise<{ statusCode: number }> {
  const reply = await app.app.inject({ method: 'GET', url, payloadAsStream: true });
  for await (const _ of reply.stream());
  return reply;
}

beforeAll(async () => {
  shop = await buildShop(db, { ticket: { quantity: 50_000, maxPerOrder: MOST } });
  await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: 1 }],
    sendMails: true,
  });
  await app.runJobs();
  limit.before = await limit.measure();
  long = await longOrder(false);
  // A process that has drawn no page yet compiles while it draws. That is no cost of a long order.
  for (let drawn = 0; drawn < 10; drawn += 1) await get(`/order/${shop.eventId}/${long.shortId}`);
});

const limit = { before: 0, measure: async () => (await costOfDrawingHere(db)) * SHARE };
const expectOthersServed = (prepare: () => Promise<() => Promise<unknown>>) => expectServed(limit, prepare);

const expectStatus = async (reply: Promise<{ statusCode: number }>, status = 200) =>
  expect((await reply).statusCode).toBe(status);

describe(`an order of ${MOST} tickets`, () => {
  test('its page', () =>
    expectOthersServed(async () => () => expectStatus(get(`/order/${shop.eventId}/${long.shortId}`))));
  test('its page has fifty of them, and links to the others', async () => {
    const html = async (query: string) => (await get(`/order/${shop.eventId}/${long.shortId}${query}`)).body;
    const numbersOf = (page: string) =>
      new Set([...page.matchAll(/aria-label="View ticket, [^"]*-(\d+)"/g)].map((found) => Number(found[1])));
    const first = await html('');
    expect(numbersOf(first).size).toBe(SHOWN);
    expect(first.includes('?tickets=2#your-tickets"')).toBe(true);
    const last = await html(`?tickets=${MOST / SHOWN}`);
    expect([...numbersOf(last)]).toEqual(Array.from({ length: SHOWN }, (_, n) => MOST - SHOWN + 1 + n));
    expect(numbersOf(await html('?tickets=999'))).toEqual(numbersOf(last));
    expect(numbersOf(await html('?tickets=x'))).toEqual(numbersOf(await html('')));
    expect(first.includes('/tickets.pdf')).toBe(true);
  });
  test('its page to print', () =>
    expectOthersServed(async () => () => expectStatus(get(`/order/${shop.eventId}/${long.shortId}/print`))));
  test('its summary', () =>
    expectOthersServed(
      async () => () => expectStatus(get(`/checkout/${shop.eventId}/${long.shortId}/summary`)),
    ));
  test('its data', () =>
    expectOthersServed(async () => () => expectStatus(get(`/api/public/orders/${long.shortId}`))));
  test('its calendar', () =>
    expectOthersServed(
      async () => () => expectStatus(get(`/api/public/orders/${long.shortId}/calendar.ics`)),
    ));
  test('its PDF, first and again', async () => {
    const pdf = () => expectStatus(download(`/api/public/orders/${long.shortId}/tickets.pdf`));
    await expectOthersServed(async () => {
      long = await longOrder(false);
      return pdf;
    });
    await expectOthersServed(async () => pdf);
  });
  test('its mails', () =>
    expectOthersServed(async () => {
      await longOrder(true);
      return () => app.runJobs();
    }));
  test('itself, from its hold to its completion', () =>
    expectOthersServed(async () => {
      const client = visitor(app);
      return async () => {
        const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: MOST }]);
        expect((await detailsAs(client, held.body.data.shortId)).body.data.badge).toBe('COMPLETED');
      };
    }));
  test('what its organizer reads of it', async () => {
    const owner = app.as({ token: await buildSession(db, shop.userId, shop.accountId) });
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', long.shortId)
      .executeTakeFirstOrThrow();
    const path = `/api/events/${shop.eventId}/orders/${id}`;
    await expectOthersServed(
      async () => () => expectStatus(owner.send({ method: 'GET', url: path }) as never),
    );
    for (const part of ['refunds', 'answers'])
      await expectOthersServed(
        async () => () => expectStatus(owner.send({ method: 'GET', url: `${path}/${part}` }) as never),
      );
  });
});
