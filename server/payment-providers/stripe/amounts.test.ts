import { CURRENCIES } from '@entrada/contract/money';
import { describe, expect, test } from 'vitest';
import { ProviderError } from '../port.ts';
import { checkAmount, fromStripeAmount, toStripeAmount, unitOf } from './amounts.ts';

test.each([
  ['EUR', 2500, 2500],
  ['JPY', 500, 500],
  ['KWD', 5120, 5120],
  ['HUF', 17_555, 17_555],
  ['TWD', 80_045, 80_045],
  // Without decimals in ISO 4217, but Stripe uses two.
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  // Two decimals in ISO 4217, but Stripe uses none.
  ['MGA', 500, 5],
])('%s: %i in our minor units is %i at Stripe, and back', (currency, minor, amount) => {
  expect(toStripeAmount(minor, currency)).toBe(amount);
  expect(fromStripeAmount(amount, currency.toLowerCase())).toEqual({ minor, currency });
});

test('every amount that passes the check can be expressed, in every currency, and comes back the same', () => {
  for (const currency of CURRENCIES) {
    const unit = unitOf(currency);
    for (const minor of [unit, 50 * unit, 12_340 * unit, 17_500 * unit, 1_000_000 * unit]) {
      if (!checkAmount({ minor, currency }).ok) continue;
      expect(fromStripeAmount(toStripeAmount(minor, currency), currency)).toEqual({ minor, currency });
    }
  }
});

test('what cannot be expressed is refused on the way out, and not understood on the way in', () => {
  for (const [minor, currency] of [
    [5124, 'KWD'],
    [150, 'MGA'],
    [1.5, 'EUR'],
  ] as const) {
    const refused = expect.objectContaining({ kind: 'rejected', code: 'AMOUNT_NOT_A_MULTIPLE' });
    expect(() => toStripeAmount(minor, currency)).toThrow(ProviderError);
    try {
      toStripeAmount(minor, currency);
    } catch (error) {
      expect(error).toEqual(refused);
    }
  }
  expect(() => fromStripeAmount(550, 'isk')).toThrow(RangeError);
});

describe('limits', () => {
  test.each([
    ['EUR', 49, 'AMOUNT_TOO_SMALL', 50],
    ['GBP', 29, 'AMOUNT_TOO_SMALL', 30],
    ['JPY', 49, 'AMOUNT_TOO_SMALL', 50],
    ['HUF', 17_499, 'AMOUNT_TOO_SMALL', 17_500],
    ['KWD', 9, 'AMOUNT_TOO_SMALL', 10],
    ['KWD', 5124, 'AMOUNT_NOT_A_MULTIPLE', 10],
    ['MGA', 50_050, 'AMOUNT_NOT_A_MULTIPLE', 100],
    ['EUR', 0, 'AMOUNT_TOO_SMALL', 50],
    ['EUR', -100, 'AMOUNT_TOO_SMALL', 50],
    ['EUR', 1_000_000_000_000, 'AMOUNT_TOO_LARGE', 999_999_999_999],
    ['ISK', 10_000_000_000, 'AMOUNT_TOO_LARGE', 9_999_999_999],
    ['IQD', 5000, 'CURRENCY_NOT_SUPPORTED', null],
    ['XXX', 5000, 'CURRENCY_NOT_SUPPORTED', null],
  ] as const)('%s %i is refused with %s', (currency, minor, code, bound) => {
    expect(checkAmount({ minor, currency })).toEqual({ ok: false, code, bound });
  });

  test.each([
    ['EUR', 50],
    ['USD', 999_999_99],
    ['JPY', 50],
    ['KWD', 5120],
    ['ISK', 5],
    ['MGA', 50_000],
    ['IDR', 15_000_000_00],
    ['LBP', 9_000_000_00],
  ])('%s %i passes', (currency, minor) => {
    expect(checkAmount({ minor, currency })).toEqual({ ok: true });
  });
});
