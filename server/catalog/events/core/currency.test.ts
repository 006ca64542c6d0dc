import { MAX_MINOR } from '@entrada/contract/money';
import { expect, test } from 'vitest';
import { inCurrency } from './currency.ts';

test.each([
  ['EUR', 'USD', [1250, 0], [1250, 0]],
  ['EUR', 'JPY', [1200], [12]],
  ['EUR', 'KWD', [1250], [12_500]],
  ['JPY', 'EUR', [12], [1200]],
  ['KWD', 'EUR', [12_500], [1250]],
])('from %s to %s an amount reads the same', (from, to, amounts, changed) => {
  expect(inCurrency(amounts, { from, to })).toEqual({ ok: true, amounts: changed });
});

test('one amount with decimals that the new currency lacks refuses all of them', () => {
  expect(inCurrency([1200, 1250], { from: 'EUR', to: 'JPY' })).toEqual({ ok: false });
  expect(inCurrency([12_505], { from: 'KWD', to: 'EUR' })).toEqual({ ok: false });
});

test('no amount grows beyond the largest one', () => {
  expect(inCurrency([MAX_MINOR], { from: 'JPY', to: 'EUR' })).toEqual({ ok: false });
});
