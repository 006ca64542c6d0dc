import { currencyExponent, isCurrency } from '@entrada/contract/money';
import { type AmountCheck, ProviderError } from '../port.ts';

/** Currencies that we sell in and Stripe does not charge. */
// biome-ignore format: a list is read by rows
const NOT_AT_STRIPE: ReadonlySet<string> = new Set([
  'BTN', 'CUP', 'ERN', 'GHS', 'IQD', 'IRR', 'KPW', 'LYD', 'MRU', 'SDG', 'SSP', 'STN', 'SVC', 'SYP',
  'TMT', 'VED', 'VES', 'ZWG',
]);

/**
 * Places that Stripe counts with where they are not those of ISO 4217: ISK and UGX became whole currencies later and are
 * still given with two places, MGA is taken as whole.
 */
const STRIPE_EXPONENTS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/**
 * Smallest charge in minor units where Stripe publishes one. It depends on the currency that the account is paid out in:
 * in other currencies it is what the rate of the day makes of it, and Stripe's to refuse.
 */
// biome-ignore format: a table is read by rows
const SMALLEST: Readonly<Record<string, number>> = {
  AED: 200, ARS: 50, AUD: 50, BRL: 50, CAD: 50, CHF: 50, COP: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30,
  HKD: 400, HUF: 17500, IDR: 50, ILS: 50, INR: 50, JPY: 50, KRW: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50,
  PHP: 50, PLN: 200, RON: 200, RUB: 50, SEK: 300, SGD: 50, THB: 1000, USD: 50, ZAR: 50,
};

/** Twelve digits in Stripe's units, as cards carry; single networks and other methods take less and say so. */
const LARGEST = 999_999_999_999;

const stripeExponent = (currency: string) => STRIPE_EXPONENTS[currency] ?? currencyExponent(currency);

/** What every amount in this currency is a multiple of, in our minor units: 10 where the networks carry two of three places. */
export function unitOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === 3) return 10;
  return 10 ** Math.max(0, exponent - stripeExponent(currency));
}

/** Our minor units (ISO 4217) as Stripe counts them. Throws `rejected` for an amount that Stripe cannot express. */
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

/** Stripe's amount and lower-case currency in our minor units. Throws RangeError for what is no whole number of them. */
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

/** Whether Stripe can charge this amount (our minor units), as far as that can be known before. */
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
