import { duplicateEvent } from '@entrada/contract/catalog/lifecycle';
import { generatePromoCodes } from '@entrada/contract/catalog/promo-codes';
import { exportPath } from '@entrada/contract/sales/exports';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildSession } from '../accounts/factory.ts';
import { hashPassword } from '../accounts/password.ts';
import { sanitizeRichText } from '../platform/rich-text.ts';
import { buildOrder } from '../sales/reservations/factory.ts';
import { buildTestApp } from './app.ts';
import { costOfDrawingHere } from './drawing/cost.ts';
import { cover, paint, uploader } from './drawing/pictures.ts';
import { expectOthersServed as expectServed } from './event-loop.ts';
import { buildShop, detailsAs, reserveAs, visitor } from './shop.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
const MANY = 100;
const LONGEST_TEXT = 50_000;

/** The part of the cost of a hundred drawn tickets that may pass before others are answered: about 50 ms. */
const SHARE = 1 / 6;
let shop: Awaited<ReturnType<typeof buildShop>>;

const manyTickets = (sendMails: boolean) =>
  buildOrder(db, { eventId: shop.eventId, items: [{ priceId: shop.priceId, quantity: MANY }], sendMails });
const get = (path: string) => app.as().send({ method: 'GET', url: `/api${path}` });

beforeAll(async () => {
  shop = await buildShop(db, { ticket: { quantity: 10_000, maxPerOrder: MANY } });
  await manyTickets(true);
  await app.runJobs();
  limit.before = await limit.measure();
});

const limit = { before: 0, measure: async () => (await costOfDrawingHere(db)) * SHARE };
const expectOthersServed = (prepare: () => Promise<() => Promise<unknown>>) => expectServed(limit, prepare);

const expectStatus = async (reply: Promise<{ statusCode: number }>, status = 200) =>
  expect((await reply).statusCode).toBe(status);

test('what is drawn in this thread is noticed', async () => {
  expect(await costOfDrawingHere(db)).toBeGreaterThan(limit.before);
});

describe('an order of a hundred tickets', () => {
  test('its PDF, first and again', async () => {
    const { shortId } = await manyTickets(false);
    await expectOthersServed(async () => {
      const order = await manyTickets(false);
      return () => expectStatus(get(`/public/orders/${order.shortId}/tickets.pdf`));
    });
    await expectOthersServed(async () => () => expectStatus(get(`/public/orders/${shortId}/tickets.pdf`)));
  });

  test('its mails', async () => {
    await expectOthersServed(async () => {
      await manyTickets(true);
      return () => app.runJobs();
    });
  });

  test('itself, from its hold to its completion', async () => {
    await expectOthersServed(async () => async () => {
      const client = visitor(app);
      const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: MANY }]);
      expect((await detailsAs(client, held.body.data.shortId)).body.data.badge).toBe('COMPLETED');
      await expectStatus(get(`/public/orders/${held.body.data.shortId}`));
    });
  });
});

test.each([
  ['an ordinary text', '<p>Hello <strong>you</strong> <a href="https://x.example">there</a></p>'],
  ['tags without an end', '<b><i>'],
  ['less-than signs', '<'],
  ['ampersands', '&'],
  ['items without a list', '<li>a'],
])('50,000 characters of formatted text: %s', async (_, part) => {
  const text = part.repeat(Math.floor(LONGEST_TEXT / part.length));
  await expectOthersServed(async () => async () => sanitizeRichText(text));
});

test('a password hash', async () => {
  await expectOthersServed(async () => () => hashPassword('a long enough password'));
});

test('a picture', async () => {
  const upload = uploader(app, { token: await buildSession(db, shop.userId, shop.accountId) });
  const content = await paint(2000, 1000).png().toBuffer();
  await expectOthersServed(async () => async () => {
    expect((await upload(shop.eventId, cover(content))).status).toBe(201);
  });
});

test('ten thousand promo codes, their file and a copy of their event', async () => {
  const owner = app.as({ token: await buildSession(db, shop.userId, shop.accountId) });
  const params = { eventId: String(shop.eventId) };
  const terms = { discountType: 'percentage', percentage: '10', amount: null, allTickets: true } as const;
  let prefix = 'A';
  await expectOthersServed(async () => async () => {
    prefix += 'A';
    const body = {
      ...terms,
      prefix,
      length: 8,
      count: 10_000,
      ticketIds: [],
      usageLimit: 1,
      expiresAt: null,
    };
    expect((await owner.call(generatePromoCodes, { params, body })).status).toBe(201);
  });
  await expectOthersServed(
    async () => () =>
      expectStatus(
        owner.send({ method: 'GET', url: `/api${exportPath(shop.eventId, 'promo-codes', 'csv')}` }),
      ),
  );
  await expectOthersServed(async () => async () => {
    const all = { tickets: true, taxesAndFees: true, capacity: true, promoCodes: true, questions: true };
    const copy = { ...all, checkInLists: true, affiliates: true, settings: true, images: false };
    const body = { title: 'Copy', startsAt: '2030-05-01T20:00:00.000Z', endsAt: null, copy };
    expect((await owner.call(duplicateEvent, { params, body })).status).toBe(201);
  });
});
