import { currencyExponent, isCurrency } from '@entrada/contract/money';
import { type AmountCheck, ProviderError } from '../port.ts';

/** Currencies that Entrada sells in and Stripe does not charge. */
// biome-ignore format: a list is read by rows
const NOT_AT_STRIPE: ReadonlySet<string> = new Set([
  'BTN', 'CUP', 'ERN', 'GHS', 'IQD', 'IRR', 'KPW', 'LYD', 'MRU', 'SDG', 'SSP', 'STN', 'SVC', 'SYP',
  'TMT', 'VED', 'VES', 'ZWG',
]);

/**
 * Stripe's numbers of decimal places that differ from ISO 4217. ISK and UGX lost their decimals later, but
 * Stripe still uses two places. Stripe counts MGA without decimals.
 */
const STRIPE_EXPONENTS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/**
 * Smallest charges in minor units that Stripe publishes. They apply if the account is paid out in the same
 * currency. Otherwise the minimum depends on the daily exchange rate, and only Stripe can refuse.
 */
// biome-ignore format: a table is read by rows
const SMALLEST: Readonly<Record<string, number>> = {
  AED: 200, ARS: 50, AUD: 50, BRL: 50, CAD: 50, CHF: 50, COP: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30,
  HKD: 400, HUF: 17500, IDR: 50, ILS: 50, INR: 50, JPY: 50, KRW: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50,
  PHP: 50, PLN: 200, RON: 200, RUB: 50, SEK: 300, SGD: 50, THB: 1000, USD: 50, ZAR: 50,
};

/**
 * Twelve digits in Stripe's units, the maximum for cards. Single networks and other methods accept less and
 * return their own error.
 */
const LARGEST = 999_999_999_999;

const stripeExponent = (currency: string) => STRIPE_EXPONENTS[currency] ?? currencyExponent(currency);

/**
 * Every amount in this currency is a multiple of this number of minor units. It is 10 if the currency has
 * three decimals, because the networks carry two.
 */
export function unitOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === 3) return 10;
  return 10 ** Math.max(0, exponent - stripeExponent(currency));
}

/**
 * Converts minor units (ISO 4217) to Stripe's units. Throws `rejected` for an amount that Stripe cannot
 * express.
 */
export function toStripeAmount(minor: number, currency: string): number {
  if (!Number.isSafeInteger(minor) || minor % unitOf(currency) !== 0) {
    throw new ProviderError('rejected', `Stripe cannot express ${minor} ${currency}`, {
      provider: 'stripe',
      operation: 'amount',
      code: 'AMOUNT_NOT_A_MULTIPLE',
    });
  }
  const shift = stripeExponent(currency) - currencyExponent(currency);
  return shift >= 0 ? minor * 10 ** shift : minor / 10 ** -shift;
}

/**
 * Converts Stripe's amount and lower-case currency to minor units. Throws RangeError if the result is not a
 * whole number.
 */
export function fromStripeAmount(
  amount: number,
  stripeCurrency: string,
): { minor: number; currency: string } {
  const currency = stripeCurrency.toUpperCase();
  const shift = stripeExponent(currency) - currencyExponent(currency);
  const minor = shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift;
  if (!Number.isSafeInteger(minor))
    throw new RangeError(`${amount} ${currency} is no whole number of minor units`);
  return { minor, currency };
}

/** Whether Stripe can charge this amount (minor units), as far as this is known before the charge. */
export function checkAmount({ minor, currency }: { minor: number; currency: string }): AmountCheck {
  if (!isCurrency(currency) || NOT_AT_STRIPE.has(currency)) {
    return { ok: false, code: 'CURRENCY_NOT_SUPPORTED', bound: null };
  }
  const unit = unitOf(currency);
  const smallest = SMALLEST[currency] ?? unit;
  if (!Number.isSafeInteger(minor) || minor < smallest) {
    return { ok: false, code: 'AMOUNT_TOO_SMALL', bound: smallest };
  }
  const shift = stripeExponent(currency) - currencyExponent(currency);
  const largest = Math.floor(LARGEST / 10 ** shift / unit) * unit;
  if (minor > largest) return { ok: false, code: 'AMOUNT_TOO_LARGE', bound: largest };
  if (minor % unit !== 0) return { ok: false, code: 'AMOUNT_NOT_A_MULTIPLE', bound: unit };
  return { ok: true };
}
