import { expect, test } from 'vitest';
import { currencyOfLanguages } from './region-currency.ts';

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'MXN'],
  ['en,es-AR;q=0.8', 'ARS'],
  ['en-GB', 'GBP'],
  ['pt-BR', 'BRL'],
  ['zh-CN', 'CNY'],
  ['de', 'EUR'],
  ['fr-CH, fr;q=0.9', 'CHF'],
  ['de-LI', 'CHF'],
  ['es-EC', 'USD'],
  ['en', null],
  ['fr-SN', null],
  ['*', null],
  ['%%,,;q', null],
  [null, null],
])('%s: %s', (languages, currency) => {
  expect(currencyOfLanguages(languages)).toBe(currency);
});
