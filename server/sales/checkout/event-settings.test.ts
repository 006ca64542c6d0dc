import { updateEvent } from '@entrada/contract/catalog/events';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { getOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const mailsOf = (orderShortId: string) =>
  db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.id', 'mails.order_id')
    .selectAll('mails')
    .where('orders.short_id', '=', orderShortId)
    .orderBy('mails.id')
    .execute();

test('the public page and the checkout say what the settings say', async () => {
  const shop = await buildShop(db);
  const params = { eventId: String(shop.eventId) };
  const settings = {
    continueButtonText: 'Get tickets',
    hideIntroduction: true,
    seoTitle: 'Marea 2027',
    seoDescription: 'By the sea',
    seoKeywords: 'sea',
    allowIndexing: false,
    attendeeDetails: 'per_order',
    preCheckoutMessage: '<p>Bring warm clothes.</p>',
    postCheckoutMessage: '<p>See you at eight.</p>',
    orderTimeoutMinutes: 20,
  } as const;
  await app.as(shop).call(updateEvent, { params, body: { version: 1, settings } });

  const client = visitor(app);
  const page = (await client.call(getPublicEvent, { params })).body.data;
  expect(page.settings).toMatchObject({
    continueButtonText: 'Get tickets',
    hideIntroduction: true,
    seoTitle: 'Marea 2027',
    seoDescription: 'By the sea',
    seoKeywords: 'sea',
    allowIndexing: false,
  });
  expect(JSON.stringify(page)).not.toContain('warm clothes');
  expect(JSON.stringify(page)).not.toContain('See you at eight');

  const { shortId } = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }])).body
    .data;
  const held = (await client.call(getOrder, { params: { orderShortId: shortId } })).body.data;
  expect(held).toMatchObject({
    attendeeDetails: 'per_order',
    preCheckoutMessage: '<p>Bring warm clothes.</p>',
    postCheckoutMessage: '',
    holdSeconds: 1200,
  });
  await detailsAs(client, shortId);
  const done = (await client.call(getOrder, { params: { orderShortId: shortId } })).body.data;
  expect(done.postCheckoutMessage).toBe('<p>See you at eight.</p>');
  expect(new Set(done.tickets.map(({ email }) => email)).size).toBe(1);
});

test('mails name the support address and carry footer and message; the organizer hears of orders if wanted', async () => {
  const shop = await buildShop(db);
  const params = { eventId: String(shop.eventId) };
  const body = {
    version: 1,
    settings: {
      supportEmail: 'hola@example.com',
      emailFooter: '<p>Follow us at <a href="https://marea.example">Marea</a></p>',
      postCheckoutMessage: '<p>See you <strong>at eight</strong>.</p>',
      notifyOrganizer: false,
    },
  };
  await app.as(shop).call(updateEvent, { params, body });
  const buy = async () => {
    const client = visitor(app);
    const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    await detailsAs(client, held.body.data.shortId);
    await app.runJobs();
    return mailsOf(held.body.data.shortId);
  };
  const quiet = await buy();
  expect(quiet.map(({ kind }) => kind)).toEqual(['order_confirmation']);
  expect(quiet[0]?.html).toContain('href="mailto:hola@example.com"');
  expect(quiet[0]?.html).toContain('Follow us at <a href="https://marea.example" rel="noopener">Marea</a>');
  expect(quiet[0]?.html).toContain('See you <strong>at eight</strong>.');
  expect(quiet[0]?.text_body).toContain('Follow us at Marea (https://marea.example)');
  expect(quiet[0]?.text_body).toContain('See you at eight.');

  await app.as(shop).call(updateEvent, { params, body: { version: 2, settings: { notifyOrganizer: true } } });
  expect((await buy()).map(({ kind }) => kind)).toEqual(['order_confirmation', 'new_order']);
});
