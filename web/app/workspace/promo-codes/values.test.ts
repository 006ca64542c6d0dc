import { describe, expect, test } from 'vitest';
import {
  emptyGeneration,
  emptyPromo,
  type PromoValues,
  promoValues,
  readGeneration,
  readPromo,
} from './values.ts';

const frame = { currency: 'EUR', timezone: 'Europe/Madrid', locale: 'de' } as const;
const values = (more: Partial<PromoValues> = {}): PromoValues => ({
  ...emptyPromo,
  code: 'VERANO',
  percentage: '12,5',
  ...more,
});

test('what is read is what the form shows again', () => {
  const given = values({ usageLimit: '100', expiresAt: '2027-06-11T18:00', disabled: true });
  const { body } = readPromo(given, frame);
  expect(body).toEqual({
    code: 'VERANO',
    discountType: 'percentage',
    percentage: '12.5',
    amount: null,
    allTickets: true,
    ticketIds: [],
    usageLimit: 100,
    expiresAt: '2027-06-11T16:00:00.000Z',
    disabled: true,
  });
  const { ticketIds: _, ...saved } = body ?? {};
  const code = { ...saved, percentage: '12.5000', tickets: [], id: 1, version: 1 };
  expect(promoValues(code as unknown as Parameters<typeof promoValues>[0], frame)).toEqual(given);
});

test('amounts are of the currency, with its decimals', () => {
  const fixed = values({ discountType: 'fixed', amount: '1.234' });
  expect(readPromo(fixed, { ...frame, currency: 'KWD', locale: 'en' }).body?.amount).toBe(1234);
  expect(readPromo(fixed, { ...frame, currency: 'JPY' }).body?.amount).toBe(1234);
});

describe('refused', () => {
  test.each<[string, string, Partial<PromoValues>]>([
    ['code', 'required', { code: '  ' }],
    ['code', 'too_short', { code: 'AB' }],
    ['code', 'too_short', { code: '🎟️'.slice(0, 2) }],
    ['percentage', 'rate_empty', { percentage: '' }],
    ['percentage', 'rate_zero', { percentage: '0' }],
    ['percentage', 'rate_too_large', { percentage: '100,0001' }],
    ['percentage', 'rate_too_many_decimals', { percentage: '1,23456' }],
    ['amount', 'too_small', { discountType: 'fixed', amount: '0' }],
    ['ticketIds', 'required', { allTickets: false }],
    ['usageLimit', 'too_small', { usageLimit: '0' }],
    ['usageLimit', 'not_whole', { usageLimit: 'many' }],
    ['usageLimit', 'too_big', { usageLimit: '2147483648' }],
  ])('%s: %s', (path, code, more) => {
    expect(readPromo(values(more), frame).wrong).toContainEqual(expect.objectContaining({ path, code }));
  });

  test.each([
    ['length', 'too_small', { length: '5' }],
    ['length', 'too_big', { length: '21' }],
    ['count', 'required', { count: '' }],
    ['count', 'too_big', { count: '10.001' }],
  ])('%s: %s, of many codes', (path, code, more) => {
    const { wrong } = readGeneration({ ...emptyGeneration, percentage: '5', ...more }, frame);
    expect(wrong).toEqual([expect.objectContaining({ path, code })]);
  });
});

test('a group of digits in a count is read as such', () => {
  expect(readGeneration({ ...emptyGeneration, percentage: '5', count: '10.000' }, frame).body?.count).toBe(
    10_000,
  );
});
