import { expect, test } from 'vitest';
import { currencyOfLanguages, currencyOfVisitor } from './region-currency.ts';

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

test.each([
  ['Europe/Madrid', 'en-US,en;q=0.9', 'EUR'],
  ['America/Mexico_City', 'es-ES,es;q=0.9', 'MXN'],
  ['Europe/Zurich', 'de-DE', 'CHF'],
  ['Asia/Kolkata', 'en-US', 'INR'],
  ['America/Argentina/Buenos_Aires', 'en', 'ARS'],
  ['America/New_York', 'es-ES', 'USD'],
  ['America/Puerto_Rico', 'es-ES', 'USD'],
  // Senegal's currency is that of many countries, which its code does not name.
  ['Africa/Dakar', 'fr-FR', 'EUR'],
  ['UTC', 'en-GB', 'GBP'],
  ['', 'de', 'EUR'],
  ['Nowhere/Else', 'de', 'EUR'],
  [null, 'pt-BR', 'BRL'],
  [null, null, null],
])('in %s with %s: %s', (timezone, languages, currency) => {
  expect(currencyOfVisitor({ timezone, languages })).toBe(currency);
});
