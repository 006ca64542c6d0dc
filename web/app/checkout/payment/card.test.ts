import { expect, test, vi } from 'vitest';
import { type CardEntry, confirmCard, formatExpiry, groupDigits, type PaymentStart } from './card.ts';

const card: CardEntry = {
  number: '4242',
  expiry: '04 / 29',
  cvc: '123',
  name: 'Ana',
  country: 'ES',
  postalCode: '',
};
const start: PaymentStart = {
  provider: 'test_bank',
  clientToken: 'secret',
  publishableKey: null,
  account: null,
  confirmUrl: '/confirm',
  returnUrl: '/return',
  amount: 100,
  currency: 'EUR',
  isTestMode: true,
};

function bank(status: number, body: object | null) {
  const fetch = vi.fn(async () => new Response(body && JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test.each([
  [200, { status: 'succeeded' }, { kind: 'done' }],
  [200, { status: 'processing' }, { kind: 'done' }],
  [200, { status: 'requires_action', nextActionUrl: '/3ds/1' }, { kind: 'confirm', url: '/3ds/1' }],
  [
    200,
    { status: 'requires_payment', failure: { code: 'declined' } },
    { kind: 'declined', failure: 'declined' },
  ],
  [409, { code: 'PAYMENT_ENDED' }, { kind: 'ended' }],
  [
    422,
    { code: 'VALIDATION_FAILED', errors: [{ path: 'cvc', code: 'card_cvc_invalid' }] },
    { kind: 'fields', errors: { cvc: 'card_cvc_invalid' } },
  ],
  [503, { code: 'UNAVAILABLE' }, { kind: 'unconfirmed' }],
  [502, null, { kind: 'unconfirmed' }],
])('an answer %i %o means %o', async (status, body, expected) => {
  bank(status, body);
  expect(await confirmCard(start, card, 'es')).toEqual(expected);
});

test('the card goes to the provider with its token and nothing else', async () => {
  const fetch = bank(200, { status: 'succeeded' });
  await confirmCard(start, card, 'es');
  const [, init] = fetch.mock.calls[0] as unknown as [string, { body: string }];
  expect(JSON.parse(init.body)).toEqual({ clientToken: 'secret', ...card, locale: 'es' });
});

test('digits are grouped as they stand on the card', () => {
  expect(groupDigits('4000002760003184')).toBe('4000 0027 6000 3184');
  expect(groupDigits('378282246310005')).toBe('3782 822463 10005');
  expect(formatExpiry('0429')).toBe('04 / 29');
  expect(formatExpiry('4')).toBe('04');
  expect(formatExpiry('1')).toBe('1');
});
