import { expect, test } from 'vitest';
import { visitOf } from './page.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const of = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  visitOf({ method, url, host: 'tickets.test', headers: { 'user-agent': BROWSER, ...headers } });

test('each address of an event is its page, and the widget is one too', () => {
  for (const url of ['/e/7/marea', '/event/7/marea', '/marea/event/7/marea', '/event/7/marea?promo=X'])
    expect(of(url)).toEqual({ eventId: 7, source: 'direct' });
  expect(of('/widget/7', { referer: 'https://radio.test/' })).toEqual({
    eventId: 7,
    source: 'widget|radio.test',
  });
});

test('other pages count for no event', () => {
  for (const url of [
    '/',
    '/event',
    '/event/0/x',
    '/manage/event/7/orders',
    '/checkout/event/7/orders',
    '/event/7/a/b',
  ])
    expect(of(url)).toBeNull();
});

test('robots, pages loaded ahead, posted forms, HEAD and the team do not count', () => {
  expect(of('/e/7/marea', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBeNull();
  expect(of('/e/7/marea', { 'user-agent': '' })).toBeNull();
  expect(of('/e/7/marea', { 'sec-purpose': 'prefetch;prerender' })).toBeNull();
  expect(of('/e/7/marea', { 'x-moz': 'prefetch' })).toBeNull();
  expect(of('/e/7/marea', {}, 'HEAD')).toBeNull();
  expect(of('/e/7/marea', {}, 'POST')).toBeNull();
  expect(of('/e/7/marea', { cookie: 'entrada_session=abc' })).toBeNull();
  expect(of('/e/7/marea', { authorization: 'Bearer abc' })).toBeNull();
});
