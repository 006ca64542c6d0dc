import { COOKIES } from '@entrada/contract/constants';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { sharedBy } from './shared-pages.ts';

const PAGE = '/event/7/summer-night';
const by = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  sharedBy({ method, url, headers } as unknown as FastifyRequest);
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  by(url, headers, method) !== null;

test.each([PAGE, '/e/7/summer-night', '/blue-note/event/7/summer-night'])('%s is for anybody', (url) => {
  expect(ask(url)).toBe(true);
});

test.each([
  '?utm_source=news&utm_medium=mail&utm_campaign=may',
  '?fbclid=IwAR0&utm_source=a%20b',
  '?gclid=1',
  '?mc_cid=1&mc_eid=2',
  '?',
])('what others add to a link (%s) changes no page', (query) => {
  expect(by(PAGE + query)).toEqual({ address: PAGE, site: '', linkedEventId: null });
});

test.each(['?aff=ana', '?utm_source=news&aff=ana'])(
  'an affiliate (%s) changes no page but counts',
  (query) => {
    expect(by(`/blue-note${PAGE}${query}`)).toEqual({
      address: `/blue-note${PAGE}`,
      site: '',
      linkedEventId: 7,
    });
  },
);

test.each([
  `${PAGE}?promo_code=FRIENDS`,
  `${PAGE}?aff=ana&promo_code=FRIENDS`,
  `${PAGE}?utm_source=news&price-4=2`,
  `${PAGE}?locale=de`,
  `${PAGE}.data`,
  `${PAGE}/`,
  '/event/7',
  '/event/seven/summer-night',
  '/event/7/Summer-Night',
  '/event/7/summer%2Fnight',
  '/event',
  '/blue-note',
  '/manage/event/7/tickets',
  '/manage/event/7/homepage-designer',
  '/checkout/event/7/details',
  '/widget/7/x',
  '/widget/7.data',
  '/widget/7?promo_code=FRIENDS',
  '/widget/7?price-4=2',
  '/checkout/7/o_abc/details',
  '/order/7/o_abc',
  '/ticket/7/a_abc',
  '/auth/login',
])('%s is not', (url) => {
  expect(ask(url)).toBe(false);
});

test.each([COOKIES.session, `__Host-${COOKIES.session}`, COOKIES.xsrf])(
  'who has a cookie %s gets a page of their own',
  (name) => {
    expect(ask(PAGE, { cookie: `${name}=x` })).toBe(false);
    expect(ask(PAGE, { cookie: `theme=dark;${name}=x; ${COOKIES.locale}=de` })).toBe(false);
  },
);

test('a language, an affiliate, a cart and the cookies of others are no reason for one', () => {
  const cookie = `${COOKIES.locale}=de; ${COOKIES.affiliates}=x; ${COOKIES.cart}=x; consent=1`;
  expect(ask(PAGE, { cookie, 'accept-language': 'fr' })).toBe(true);
});

test('neither is for anybody what names a bearer, nor a form, nor a look at the headers', () => {
  expect(ask(PAGE, { authorization: 'Bearer x' })).toBe(false);
  expect(ask(PAGE, {}, 'POST')).toBe(false);
  expect(ask(PAGE, {}, 'HEAD')).toBe(false);
});

test('a widget is shared by all who see it on one site with the same options', () => {
  const from = (referer: string, query = '?target=blank&padding=8') => by(`/widget/7${query}`, { referer });
  const one = {
    address: '/widget/7?padding=8&target=blank',
    site: 'https://band.example',
    linkedEventId: null,
  };
  expect(from('https://band.example/tour?page=2')).toEqual(one);
  expect(from('https://band.example/', '?padding=8&target=blank&page_color=nonsense')).toEqual(one);
  expect(from('nonsense', '?padding=16')).toEqual({ address: '/widget/7', site: '', linkedEventId: null });
  expect(from(`https://${'a'.repeat(300)}.example/`)?.site).toBe('');
});
