import { expect, test } from 'vitest';
import { contentSecurityPolicy, pageHeaders } from './web-headers.ts';

const STRIPE = { apiOrigin: 'https://api.stripe.com' };
const policyOf = (url: string, stripe: typeof STRIPE | null = STRIPE) =>
  Object.fromEntries(
    contentSecurityPolicy({ nonce: 'n', url, dev: false, stripe })
      .split('; ')
      .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  );

test.each([
  '/checkout/7/o_abc/payment',
  '/checkout/7/o_abc/payment?locale=de',
  '/checkout/7/o_abc/payment/',
  '/checkout/7/o_abc/payment.data',
])('%s takes the script, the frames and the calls of Stripe', (url) => {
  const policy = policyOf(url);
  expect(policy['script-src']).toBe("'self' 'nonce-n' https://js.stripe.com https://*.js.stripe.com");
  expect(policy['frame-src']).toBe(
    "'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  );
  expect(policy['connect-src']).toBe("'self' https://api.stripe.com");
  const headers = pageHeaders(url, STRIPE);
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com"');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});

test('a server that stands in for Stripe takes the calls', () => {
  const policy = policyOf('/checkout/7/o_abc/payment', { apiOrigin: 'http://127.0.0.1:4010' });
  expect(policy['connect-src']).toBe("'self' http://127.0.0.1:4010");
});

test.each([
  ['the payment page without Stripe', '/checkout/7/o_abc/payment', null],
  ['the details', '/checkout/7/o_abc/details', STRIPE],
  ['the way back', '/checkout/7/o_abc/payment_return', STRIPE],
  ['an event', '/event/7/payment', STRIPE],
  ['a name in a query', '/?next=/checkout/7/o_abc/payment', STRIPE],
  ['the workspace', '/account/payment', STRIPE],
] as const)('%s knows nothing of Stripe', (_name, url, stripe) => {
  expect(contentSecurityPolicy({ nonce: 'n', url, dev: false, stripe })).not.toContain('stripe');
  expect(policyOf(url, stripe)['connect-src']).toBe("'self'");
  const headers = pageHeaders(url, stripe);
  expect(headers['permissions-policy']).toContain('payment=()');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

test.each([
  ['/widget/7', '*'],
  ['/widget/7?page_color=%23ffffff', '*'],
  ['/widget', "'none'"],
  ['/widget/7/details', "'none'"],
  ['/widget/seven', "'none'"],
  ['/widget.js', "'none'"],
  ['/manage/event/7/homepage-designer/preview', "'self'"],
  ['/manage/event/7/homepage-designer', "'none'"],
  ['/manage/event/7/homepage-designer/preview/more', "'none'"],
  ['/manage/event/7/widget', "'none'"],
  ['/event/7/night', "'none'"],
  ['/event/7/night?next=/widget/7', "'none'"],
  ['/checkout/7/o_abc/details', "'none'"],
  ['/checkout/7/o_abc/payment', "'none'"],
  ['/auth/login', "'none'"],
])('%s may be framed by %s', (url, ancestors) => {
  expect(policyOf(url)['frame-ancestors']).toBe(ancestors);
});
