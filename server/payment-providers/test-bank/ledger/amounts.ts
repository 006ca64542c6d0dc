import { currencyExponent, isCurrency } from '@entrada/contract/money';
import type { AmountCheck } from '../../port.ts';

/**
 * Smallest charges in minor units, as card processors publish them. Below them the settlement costs more than
 * the charge.
 */
const SMALLEST: Readonly<Record<string, number>> = {
  AED: 200, AUD: 50, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30, HKD: 400, HUF: 17500,
  INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300, SGD: 50, THB: 1000, USD: 50,
}; // biome-ignore format: a table is read by rows

/** Half a major unit, or 50 if the currency has no minor unit. */
const SMALLEST_BY_EXPONENT: Readonly<Record<number, number>> = { 0: 50, 2: 50, 3: 500 };

/** Eight digits, the maximum of the card networks. */
const LARGEST = 99_999_999;

/**
 * Whether the test bank can charge this amount (minor units). Amounts in three-decimal currencies must end in
 * 0, because the card networks carry two decimals.
 */
export function checkAmount({ minor, currency }: { minor: number; currency: string }): AmountCheck {
  if (!isCurrency(currency)) return { ok: false, code: 'CURRENCY_NOT_SUPPORTED', bound: null };
  const exponent = currencyExponent(currency);
  const smallest = SMALLEST[currency] ?? SMALLEST_BY_EXPONENT[exponent] ?? 1;
  if (!Number.isSafeInteger(minor) || minor < smallest)
    return { ok: false, code: 'AMOUNT_TOO_SMALL', bound: smallest };
  if (minor > LARGEST) return { ok: false, code: 'AMOUNT_TOO_LARGE', bound: LARGEST };
  if (exponent === 3 && minor % 10 !== 0) return { ok: false, code: 'AMOUNT_NOT_A_MULTIPLE', bound: 10 };
  return { ok: true };
}
