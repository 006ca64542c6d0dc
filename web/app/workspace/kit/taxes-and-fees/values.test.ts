import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { describe, expect, it } from 'vitest';
import { formatRateInput, parseRateInput } from '../fields/rate.ts';
import { addsToNewTickets, emptyTaxOrFee, readTaxOrFee, taxOrFeeValues } from './values.ts';

describe('percentages', () => {
  it.each([
    ['21', '21'],
    ['21 %', '21'],
    ['5,1234', '5.1234'],
    ['5.5', '5.5'],
    ['.5', '0.5'],
    ['007', '7'],
    ['100', '100'],
    ['100.0000', '100.0000'],
    ['0', '0'],
  ])('%j reads as %s', (text, rate) => expect(parseRateInput(text)).toBe(rate));

  it.each([
    ['', 'rate_empty'],
    [' % ', 'rate_empty'],
    ['abc', 'rate_invalid'],
    ['-1', 'rate_invalid'],
    ['1,2,3', 'rate_invalid'],
    ['1.23456', 'rate_too_many_decimals'],
    ['100.0001', 'rate_too_large'],
    ['1000', 'rate_too_large'],
  ])('%j is %s', (text, error) => expect(parseRateInput(text)).toEqual({ error }));

  it('are shown without idle zeros, in the reader’s way', () => {
    expect(formatRateInput('21.0000', 'en')).toBe('21');
    expect(formatRateInput('7.2500', 'de')).toBe('7,25');
  });
});

describe('the form', () => {
  it('sends what the calculation needs and nothing else', () => {
    const values = { ...emptyTaxOrFee('KWD'), name: 'Booking', rate: '6', amount: '1.250', included: true };
    const percentage = readTaxOrFee(values, 'en').body;
    expect(percentage).toMatchObject({ rate: '6', amount: null, currency: null, included: false });
    const fixed = readTaxOrFee({ ...values, calculation: 'fixed' }, 'en').body;
    expect(fixed).toMatchObject({ rate: null, amount: 1250, currency: 'KWD' });
    for (const body of [percentage, fixed]) expect(createTaxOrFee.body.safeParse(body).success).toBe(true);
  });

  it('a new tax is included and on new tickets where that is the custom, until the user decides', () => {
    const tax = (currency: 'EUR' | 'USD', change = {}) =>
      readTaxOrFee({ ...emptyTaxOrFee(currency), type: 'tax', name: 'VAT', rate: '10', ...change }, 'en')
        .body;
    expect(tax('EUR')).toMatchObject({ included: true, isDefault: true });
    expect(tax('USD')).toMatchObject({ included: false, isDefault: false });
    expect(tax('EUR', { included: false, isDefault: false })).toMatchObject({
      included: false,
      isDefault: false,
    });
    expect(tax('EUR', { type: 'fee' })).toMatchObject({ included: false, isDefault: false });
    expect(addsToNewTickets({ ...emptyTaxOrFee('EUR'), isDefault: true })).toBe(true);
  });

  it('says what can’t be read', () => {
    expect(readTaxOrFee(emptyTaxOrFee('EUR'), 'en').wrong).toEqual([
      { path: 'rate', code: 'rate_empty' },
      { path: 'name', code: 'required' },
    ]);
    expect(
      readTaxOrFee({ ...emptyTaxOrFee('JPY'), name: 'x', calculation: 'fixed', amount: '1.5' }, 'en').wrong,
    ).toEqual([{ path: 'amount', code: 'too_many_decimals' }]);
  });

  it('shows a stored one and reads it back', () => {
    const stored = {
      id: 1,
      version: 3,
      name: 'IVA',
      type: 'tax' as const,
      calculation: 'percentage' as const,
      rate: '10.5000',
      amount: null,
      currency: null,
      included: true,
      isDefault: true,
      tickets: 2,
    };
    const values = taxOrFeeValues(stored, 'EUR', 'de');
    expect(values.rate).toBe('10,5');
    expect(readTaxOrFee(values, 'de').body).toMatchObject({ rate: '10.5', included: true, isDefault: true });
  });
});
