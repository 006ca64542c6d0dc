import { RESERVED_SLUGS } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { buildTestApp } from './app.ts';
import { buildShop } from './shop.ts';

const app = await buildTestApp({ pages: 'built' });
const shop = await buildShop(app.db, {});
const visit = (url: string, client = app.as()) =>
  client.send({ method: 'GET', url, headers: { 'accept-language': 'en' } });
const NOT_FOUND = 'We couldn’t find that page.';

test('no reserved word leads to the page of an event', async () => {
  for (const word of RESERVED_SLUGS) {
    if (word === 'manage' || word === 'account') continue;
    for (const path of [`/${word}/event/${shop.eventId}`, `/${word}/event/${shop.eventId}/x`]) {
      const reply = await visit(path);
      expect([path, reply.statusCode]).toEqual([path, 404]);
      expect(reply.headers.location, path).toBeUndefined();
    }
  }
  // The form of a page without scripts leads nowhere either.
  const order = await app.as().send({
    method: 'POST',
    url: `/auth/event/${shop.eventId}/x`,
    payload: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(order.statusCode).toBe(404);
  const reply = await visit(`/Auth/event/${shop.eventId}/${shop.slug}`);
  expect(reply.statusCode).toBe(404);
  expect(reply.body).toContain(NOT_FOUND);
});

test('any other word leads to the organizer’s own page of the event', async () => {
  const reply = await visit(`/nobody/event/${shop.eventId}`);
  expect(reply.statusCode).toBe(301);
  expect(reply.headers.location).toContain(`/event/${shop.eventId}/${shop.slug}`);
});

const unknown = [
  `/manage/event/${shop.eventId}/nothing`,
  `/manage/event/${shop.eventId}/reports/deeper`,
  '/manage/nothing',
  '/manage',
  '/account/event/1',
  `/account/event/${shop.eventId}/x`,
  '/account/nothing',
];

test.each(unknown)('an unknown page of the workspace: %s', async (path) => {
  const signedOut = await visit(path);
  expect(signedOut.statusCode).toBe(302);
  expect(signedOut.headers.location).toContain('/auth/login');
  const reply = await visit(path, app.as({ token: shop.token }));
  expect(reply.statusCode).toBe(404);
  for (const part of [NOT_FOUND, '<nav', 'href="/manage/events"', 'href="/"'])
    expect([part, reply.body.includes(part)]).toEqual([part, true]);
});
