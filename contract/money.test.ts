import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CURRENCIES,
  currencyExponent,
  formatMoney,
  formatMoneyInput,
  isCurrency,
  MAX_MINOR,
  minorToDecimalString,
  parseMoneyInput,
} from './money.ts';
import { formatRate, isRate, parseRate, roundHalfUp, shortRate } from './rates.ts';

const LOCALES = ['en', 'de', 'fr', 'pt', 'es', 'zh-cn', 'pt-br'];

describe('currencies', () => {
  it.each([
    ['EUR', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['HUF', 2],
    ['KWD', 3],
    ['IQD', 3],
    ['TND', 3],
    ['CLF', 4],
  ])('%s has %i places', (code, exponent) => {
    expect(currencyExponent(code)).toBe(exponent);
  });

  it.each(['XXX', 'eur', '', 'toString', '__proto__'])('does not know %j', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => currencyExponent(code)).toThrow(RangeError);
  });

  it('lists every code once, in order, and each can be formatted', () => {
    expect([...new Set(CURRENCIES)].sort()).toEqual([...CURRENCIES]);
    for (const currency of CURRENCIES) {
      expect(formatMoney({ minor: 123_456, currency, locale: 'en' })).toMatch(/\d/);
    }
  });
});

describe('minorToDecimalString', () => {
  it.each([
    [1250, 'EUR', '12.50'],
    [5, 'EUR', '0.05'],
    [-5, 'EUR', '-0.05'],
    [0, 'EUR', '0.00'],
    [1250, 'JPY', '1250'],
    [1250, 'KWD', '1.250'],
    [-5, 'KWD', '-0.005'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
  ])('%i %s is %s', (minor, currency, text) => {
    expect(minorToDecimalString(minor, currency)).toBe(text);
  });

  it.each([0.5, Number.NaN, 2 ** 53])('refuses %d', (minor) => {
    expect(() => minorToDecimalString(minor, 'EUR')).toThrow(RangeError);
  });
});

describe('formatMoney', () => {
  it.each([
    [25_910, 'EUR', 'en', '€259.10'],
    [25_910, 'EUR', 'de', '259,10\u00a0€'],
    [25_910, 'EUR', 'es', '259,10\u00a0€'],
    [25_910, 'JPY', 'en', '¥25,910'],
    [25_910, 'KWD', 'en', 'KWD\u00a025.910'],
    [25_910, 'IQD', 'en', 'IQD\u00a025.910'],
    [-25_910, 'EUR', 'en', '-€259.10'],
    [Number.MAX_SAFE_INTEGER, 'EUR', 'en', '€90,071,992,547,409.91'],
  ])('%i %s in %s is %s', (minor, currency, locale, text) => {
    expect(formatMoney({ minor, currency, locale })).toBe(text);
  });

  it('leaves zeros away only where asked, and only whole ones', () => {
    const money = { currency: 'EUR', locale: 'en', stripZeros: true };
    expect(formatMoney({ ...money, minor: 4500 })).toBe('€45');
    expect(formatMoney({ ...money, minor: 4550 })).toBe('€45.50');
    expect(formatMoney({ minor: 100, currency: 'USD', locale: 'es', display: 'code' })).toBe('1,00\u00a0USD');
  });
});

describe('parseMoneyInput', () => {
  it.each([
    ['12,50', 'EUR', 'en', 1250],
    ['12.50', 'EUR', 'de', 1250],
    ['12.5', 'EUR', 'es', 1250],
    ['12', 'EUR', 'es', 1200],
    ['12,', 'EUR', 'es', 1200],
    ['.5', 'EUR', 'en', 50],
    ['0', 'EUR', 'en', 0],
    ['1 234,5', 'EUR', 'fr', 123_450],
    ['1\u202f234,5', 'EUR', 'fr', 123_450],
    ['1.234,56', 'EUR', 'en', 123_456],
    ['1,234.56', 'EUR', 'de', 123_456],
    ["1'234.50", 'CHF', 'de', 123_450],
    ['1.234.567', 'EUR', 'en', 123_456_700],
    ['1.234', 'EUR', 'de', 123_400],
    ['1,234', 'EUR', 'en', 123_400],
    ['1,234', 'KWD', 'de', 1234],
    ['1.234', 'KWD', 'en', 1234],
    ['0.500', 'KWD', 'de', 500],
    ['1.234', 'JPY', 'es', 1234],
    ['€ 12.50', 'EUR', 'en', 1250],
    ['12,50 €', 'EUR', 'de', 1250],
    ['12.50 eur', 'EUR', 'en', 1250],
    ['US$ 5', 'USD', 'pt-br', 500],
    ['１２．５０', 'EUR', 'zh-cn', 1250],
    ['999999999.99', 'EUR', 'en', MAX_MINOR],
  ])('reads %j %s in %s', (text, currency, locale, minor) => {
    expect(parseMoneyInput(text, currency, locale)).toBe(minor);
  });

  it.each([
    ['', 'EUR', 'en', 'empty'],
    ['  ', 'EUR', 'en', 'empty'],
    ['abc', 'EUR', 'en', 'invalid'],
    ['€', 'EUR', 'en', 'invalid'],
    ['.', 'EUR', 'en', 'invalid'],
    ['1 2', 'EUR', 'en', 'invalid'],
    ['1e3', 'EUR', 'en', 'invalid'],
    ['12.50 $', 'EUR', 'en', 'invalid'],
    ['1,23,456', 'EUR', 'en', 'invalid'],
    ['1.2.3', 'EUR', 'en', 'invalid'],
    ['1,234,5', 'EUR', 'en', 'invalid'],
    ['1.234,567,8', 'EUR', 'en', 'invalid'],
    ['12.345.67,8,9', 'EUR', 'en', 'invalid'],
    ['-5', 'EUR', 'en', 'negative'],
    ['\u22125', 'EUR', 'en', 'negative'],
    ['12.345', 'EUR', 'en', 'too_many_decimals'],
    ['1,234', 'EUR', 'de', 'too_many_decimals'],
    ['12.50', 'JPY', 'en', 'too_many_decimals'],
    ['1.2345', 'KWD', 'en', 'too_many_decimals'],
    ['1000000000', 'EUR', 'en', 'too_large'],
    ['9'.repeat(400), 'EUR', 'en', 'too_large'],
  ])('refuses %j %s in %s as %s', (text, currency, locale, error) => {
    expect(parseMoneyInput(text, currency, locale)).toEqual({ error });
  });

  it('reads back what is prefilled and what is shown, in every language', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_MINOR }),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...LOCALES),
        (minor, currency, locale) => {
          const field = formatMoneyInput(minor, currency, locale);
          expect(parseMoneyInput(field, currency, locale)).toBe(minor);
          const shown = formatMoney({ minor, currency, locale });
          expect(parseMoneyInput(shown, currency, locale)).toBe(minor);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('answers any text with a bounded amount or a reason', () => {
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(..."0159.,  '-€$"), { maxLength: 14 }).map((c) => c.join('')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('JPY', 'EUR', 'KWD'), (typed, currency) => {
        const read = parseMoneyInput(typed, currency, 'es');
        if (typeof read === 'number') {
          expect(Number.isSafeInteger(read) && read >= 0 && read <= MAX_MINOR).toBe(true);
        } else {
          expect(typeof read.error).toBe('string');
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('rates', () => {
  it.each([
    ['6', 60_000n],
    ['6.0000', 60_000n],
    ['21.5', 215_000n],
    ['0.0001', 1n],
    ['999.9999', 9_999_999n],
  ])('reads %s', (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });

  it.each(['', '6.', '.5', '-1', '+1', '1e2', '1.00001', '1000', '6,5', ' 6', '6\n'])(
    'refuses %j',
    (text) => {
      expect(isRate(text)).toBe(false);
      expect(() => parseRate(text)).toThrow(RangeError);
    },
  );

  it('are written as the locale writes them', () => {
    expect(formatRate('6.0000', 'en')).toBe('6%');
    expect(formatRate('21.5', 'de')).toBe('21,5\u00a0%');
    expect(formatRate('0.0001', 'en')).toBe('0.0001%');
    expect(formatRate('100', 'en')).toBe('100%');
    expect(['50.0000', '21.5000', '0.0001', '100', '100.0000'].map(shortRate)).toEqual([
      '50',
      '21.5',
      '0.0001',
      '100',
      '100',
    ]);
  });

  it('round half up', () => {
    expect([1n, 2n, 3n, 5n, 7n].map((n) => roundHalfUp(n, 2n))).toEqual([1n, 1n, 2n, 3n, 4n]);
    expect(roundHalfUp(333n, 1000n)).toBe(0n);
    expect(() => roundHalfUp(-1n, 2n)).toThrow(RangeError);
    expect(() => roundHalfUp(1n, 0n)).toThrow(RangeError);
  });
});
