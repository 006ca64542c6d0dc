import { LOCALES } from '@entrada/contract/constants';
import { describe, expect, test } from 'vitest';
import { mayReplacePaymentStatus, mayReplaceRefundStatus } from '../port.ts';
import { checkAmount } from './ledger/amounts.ts';
import { TEST_CARDS } from './ledger/test-cards.ts';
import { NO_MISCHIEF, planDeliveries } from './mischief.ts';
import { isLuhnValid, parseExpiry, readCard } from './pages/card-form.ts';
import { CHALLENGE_WORDS, pickLocale } from './pages/challenge-words.ts';
import { createTestBankProvider } from './provider.ts';
import { deriveKeys, SIGNATURE_HEADER, signWebhook } from './signature.ts';

const NOW = new Date('2027-05-01T10:00:00.000Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('webhook signatures', () => {
  const secret = 'a secret';
  const provider = createTestBankProvider({ baseUrl: 'http://localhost', secret });
  const body = JSON.stringify({
    id: 'tb_evt_1',
    type: 'payment.succeeded',
    account: null,
    createdAt: NOW.toISOString(),
    data: { payment: { id: 'tb_pay_1' }, refund: null },
  });
  const header = signWebhook({ key: deriveKeys(secret).webhook, rawBody: body, now: NOW });
  const parse = (given: { header?: string; body?: string; now?: Date }) =>
    provider.parseWebhook({
      rawBody: Buffer.from(given.body ?? body),
      headers: { [SIGNATURE_HEADER]: given.header ?? header },
      now: given.now ?? NOW,
    });

  test('a genuine one is read', () => {
    expect(parse({})).toEqual({
      ok: true,
      event: {
        eventId: 'tb_evt_1',
        type: 'payment.succeeded',
        subject: 'payment',
        providerPaymentId: 'tb_pay_1',
        providerRefundId: null,
        providerDisputeId: null,
        account: null,
        createdAt: NOW,
      },
    });
    expect(parse({ now: inSeconds(300) }).ok).toBe(true);
    expect(parse({ header: `${header},v1=${'0'.repeat(64)}` }).ok).toBe(true);
  });

  const otherKey = signWebhook({ key: deriveKeys('another').webhook, rawBody: body, now: NOW });
  const signedRubbish = signWebhook({ key: deriveKeys(secret).webhook, rawBody: '{"id":1}', now: NOW });
  test.each([
    ['a changed body', { body: body.replace('succeeded', 'cancelled') }, 'signature_wrong'],
    [
      'a changed time',
      { header: header.replace(/t=\d+/, `t=${NOW.getTime() / 1000 + 1}`) },
      'signature_wrong',
    ],
    ['another secret', { header: otherKey }, 'signature_wrong'],
    ['an old one', { now: inSeconds(301) }, 'timestamp_too_far'],
    ['one from the future', { now: inSeconds(-301) }, 'timestamp_too_far'],
    ['no header', { header: '' }, 'signature_missing'],
    ['a header without signature', { header: 't=1' }, 'signature_malformed'],
    ['a header of nonsense', { header: '=,=,v1=xyz' }, 'signature_malformed'],
    ['a signed body that is no event', { header: signedRubbish, body: '{"id":1}' }, 'body_malformed'],
  ])('%s is refused', (_name, given, code) => {
    expect(parse(given)).toEqual({ ok: false, code });
  });
});

describe('card form', () => {
  test('every test number passes Luhn', () => {
    for (const { number } of TEST_CARDS) expect(isLuhnValid(number), number).toBe(true);
    expect(isLuhnValid('4242424242424241')).toBe(false);
  });

  test.each([
    ['04/29', { month: 4, year: 2029 }],
    ['04 / 2029', { month: 4, year: 2029 }],
    ['0429', { month: 4, year: 2029 }],
    ['4/29', { month: 4, year: 2029 }],
    ['13/29', null],
    ['429', null],
    ['', null],
  ])('expiry %j', (typed, expiry) => {
    expect(parseExpiry(typed)).toEqual(expiry);
  });

  const good = { number: '4242 4242 4242 4242', expiry: '05/27', cvc: '123' };
  test.each([
    [{}, []],
    [{ number: '4242-4242-4242-4242' }, []],
    [{ number: '4242424242424241' }, [{ path: 'number', code: 'card_number_invalid' }]],
    [{ number: '4111111111111111' }, [{ path: 'number', code: 'card_number_not_a_test_number' }]],
    [{ expiry: '03/27' }, [{ path: 'expiry', code: 'card_expired' }]],
    [{ expiry: '99/27' }, [{ path: 'expiry', code: 'card_expiry_invalid' }]],
    [{ cvc: '12' }, [{ path: 'cvc', code: 'card_cvc_invalid' }]],
    [{ number: '378282246310005' }, [{ path: 'cvc', code: 'card_cvc_invalid' }]],
    [{ number: '378282246310005', cvc: '1234' }, []],
  ])('%j', (change, errors) => {
    const reading = readCard({ ...good, ...change }, NOW);
    expect(reading.ok ? [] : reading.errors).toEqual(errors);
  });
});

test.each([
  [50, 'EUR', true],
  [49, 'EUR', 'AMOUNT_TOO_SMALL'],
  [0, 'EUR', 'AMOUNT_TOO_SMALL'],
  [50, 'JPY', true],
  [49, 'JPY', 'AMOUNT_TOO_SMALL'],
  [5000, 'KWD', true],
  [5001, 'KWD', 'AMOUNT_NOT_A_MULTIPLE'],
  [490, 'KWD', 'AMOUNT_TOO_SMALL'],
  [100_000_000, 'EUR', 'AMOUNT_TOO_LARGE'],
  [1000, 'XXX', 'CURRENCY_NOT_SUPPORTED'],
])('charging %d %s: %s', (minor, currency, expected) => {
  const check = checkAmount({ minor, currency });
  expect(check.ok ? true : check.code).toBe(expected);
});

describe('mischief', () => {
  const many = Array.from({ length: 2000 }, (_, sequence) => sequence);

  test('none delivers each event once and at once', () => {
    expect(many.every((sequence) => planDeliveries(NO_MISCHIEF, sequence).join() === '0')).toBe(true);
  });

  test('is the same for the same seed and near its probabilities', () => {
    const mischief = { seed: 's', duplicate: 0.3, shuffle: 0.5, drop: 0.1, delayMs: 10, shuffleMs: 1000 };
    const plans = many.map((sequence) => planDeliveries(mischief, sequence));
    expect(many.map((sequence) => planDeliveries(mischief, sequence))).toEqual(plans);
    const share = (count: number) => count / many.length;
    expect(share(plans.filter((plan) => plan.length === 0).length)).toBeCloseTo(0.1, 1);
    expect(share(plans.filter((plan) => plan.length === 2).length)).toBeCloseTo(0.27, 1);
    expect(plans.flat().every((wait) => wait >= 10 && wait <= 1010)).toBe(true);
  });
});

describe('language of the 3-D Secure page', () => {
  test.each([
    ['de-AT,en;q=0.5', 'de'],
    ['en;q=0.3, pt-BR', 'pt-br'],
    ['pt-PT', 'pt'],
    ['zh-TW', 'zh-cn'],
    ['xx, fr;q=0.1', 'fr'],
    ['*', 'es'],
    [undefined, 'es'],
  ])('%s -> %s', (header, locale) => {
    expect(pickLocale(header, 'es')).toBe(locale);
  });

  test('every language has every word, and its own', () => {
    for (const locale of LOCALES) {
      const own = CHALLENGE_WORDS[locale];
      for (const [key, word] of Object.entries(own)) expect(word.trim(), `${locale} ${key}`).not.toBe('');
      if (locale !== 'en') expect(own.question).not.toBe(CHALLENGE_WORDS.en.question);
    }
  });
});

test('statuses fetched in any order end in the same final one', () => {
  expect(mayReplacePaymentStatus('requires_action', 'requires_payment')).toBe(true);
  expect(mayReplacePaymentStatus('processing', 'succeeded')).toBe(true);
  for (const final of ['succeeded', 'failed', 'cancelled'] as const) {
    expect(mayReplacePaymentStatus(final, 'processing')).toBe(false);
    expect(mayReplacePaymentStatus(final, 'succeeded')).toBe(false);
  }
  expect(mayReplaceRefundStatus('succeeded', 'failed')).toBe(true);
  expect(mayReplaceRefundStatus('failed', 'succeeded')).toBe(false);
  expect(mayReplaceRefundStatus('succeeded', 'pending')).toBe(false);
});
