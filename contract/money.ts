/**
 * Money is an integer of minor units plus an ISO 4217 currency with its true exponent (docs/money.md). Neither this
 * file nor its users hold a fractional amount in a double.
 */

/**
 * ISO 4217 currencies in circulation. Funds, metals and test codes are left out, because nothing is sold in them.
 */
// biome-ignore format: one currency a line would bury the file
export const CURRENCIES = [
  'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF',
  'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY',
  'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD',
  'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR',
  'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW',
  'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK',
  'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR',
  'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF',
  'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP',
  'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU',
  'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW',
  'ZWG',
] as const

export type Currency = (typeof CURRENCIES)[number];

/** Every active ISO 4217 code whose exponent is not 2, including three codes of funds. */
// biome-ignore format: grouped by exponent, as the standard is read
const EXPONENTS: Readonly<Record<string, number>> = {
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0,
  VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
  CLF: 4, UYW: 4,
}

/** Largest single amount, in minor units: a price, a fixed fee, a donation. */
export const MAX_MINOR = 999_999_999_99;

const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

/** Whether Entrada sells in this currency (upper-case ISO 4217 code). */
export function isCurrency(code: string): code is Currency {
  return KNOWN.has(code);
}

/**
 * Decimal places of a currency by ISO 4217: EUR 2, JPY 0, KWD 3. Intl is not used, because its figures follow habit
 * instead of the standard (IQD 0). Throws RangeError for a code that is neither in `CURRENCIES` nor in the table.
 * See docs/money.md, rule 1.
 */
export function currencyExponent(code: string): number {
  const exponent = Object.hasOwn(EXPONENTS, code) ? EXPONENTS[code] : undefined;
  if (exponent !== undefined) return exponent;
  if (isCurrency(code)) return 2;
  throw new RangeError(`Unknown currency: ${JSON.stringify(code)}`);
}

/**
 * Minor units as an exact decimal of the major unit, with a point and every place: (1250, "EUR") -> "12.50", (-5,
 * "KWD") -> "-0.005". For machines (exports, structured data, Intl). For a form field use `formatMoneyInput`.
 * Throws RangeError unless `minor` is a safe integer.
 */
export function minorToDecimalString(minor: number, currency: string): `${number}` {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not an amount in minor units: ${minor}`);
  const exponent = currencyExponent(currency);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${minor < 0 ? '-' : ''}${whole}${fraction}` as `${number}`;
}

type MoneyFormat = {
  /** Minor units; negative ones (refunds) are allowed. */
  minor: number;
  currency: string;
  /** BCP 47 tag of the reader's language. */
  locale: string;
  /** How the currency is written. Default: the symbol of the locale. */
  display?: 'symbol' | 'narrowSymbol' | 'code' | 'name';
  /** Leaves ",00" out for whole amounts, for charts and narrow places. Default: false. */
  stripZeros?: boolean;
};

const formatters = new Map<string, Intl.NumberFormat>();
// Locale tags can come from a request header, so the cache must not grow without limit.
const FORMATTER_LIMIT = 500;

function moneyFormatter(
  locale: string,
  currency: string,
  display: NonNullable<MoneyFormat['display']>,
  stripZeros: boolean,
): Intl.NumberFormat {
  const key = `${locale} ${currency} ${display} ${stripZeros}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const exponent = currencyExponent(currency);
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: display,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    trailingZeroDisplay: stripZeros ? 'stripIfInteger' : 'auto',
  });
  if (formatters.size >= FORMATTER_LIMIT) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

/**
 * An amount as text in the reader's locale, with the currency's true number of places: {25910, EUR, de} -> "259,10
 * €". Intl gets the exact decimal string, never a double. Throws RangeError on an unsafe amount, an unknown
 * currency or a malformed locale. See docs/money.md.
 */
export function formatMoney({
  minor,
  currency,
  locale,
  display = 'symbol',
  stripZeros = false,
}: MoneyFormat): string {
  const exact = minorToDecimalString(minor, currency);
  return moneyFormatter(locale, currency, display, stripZeros).format(exact);
}

type Separators = { decimal: string; group: string };

const separatorsOf = new Map<string, Separators>();

function separators(locale: string): Separators {
  const cached = separatorsOf.get(locale);
  if (cached) return cached;
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.5);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const found = { decimal: value('decimal') || '.', group: value('group') };
  if (separatorsOf.size >= FORMATTER_LIMIT) separatorsOf.clear();
  separatorsOf.set(locale, found);
  return found;
}

/**
 * The text that prefills a form field for money: the locale's decimal mark, no grouping, no symbol: (1250, "EUR",
 * "de") -> "12,50". `parseMoneyInput` in the same locale returns the same amount. Throws RangeError like
 * `minorToDecimalString`.
 */
export function formatMoneyInput(minor: number, currency: string, locale: string): string {
  return minorToDecimalString(minor, currency).replace('.', separators(locale).decimal);
}

/** Why a typed amount is refused. The interface has a message for each. */
export type MoneyInputError = 'empty' | 'invalid' | 'negative' | 'too_many_decimals' | 'too_large';

/** Removes the currency's own code or symbol at either end of the text. */
function withoutCurrency(text: string, currency: string, locale: string): string {
  const symbols = (['symbol', 'narrowSymbol'] as const).flatMap((display) =>
    moneyFormatter(locale, currency, display, false)
      .formatToParts(0)
      .filter((part) => part.type === 'currency')
      .map((part) => part.value.normalize('NFKC')),
  );
  for (const mark of [currency, currency.toLowerCase(), ...symbols]) {
    if (text.startsWith(mark)) return text.slice(mark.length).trim();
    if (text.endsWith(mark)) return text.slice(0, -mark.length).trim();
  }
  return text;
}

/**
 * Splits digits into whole and fraction. If both marks are present, the last one is the decimal mark. A mark that
 * occurs once is the decimal mark, unless exactly three digits follow it and it is the locale's grouping mark.
 */
function splitDecimal(text: string, locale: string): { whole: string; fraction: string } {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return { whole: text, fraction: '' };
  const mark = text.charAt(last);
  const other = mark === '.' ? ',' : '.';
  const repeated = text.indexOf(mark) !== last;
  const groups =
    mark === separators(locale).group && /^[1-9]\d{0,2}$/.test(text.slice(0, last))
      ? text.length - last - 1 === 3
      : false;
  if ((repeated && !text.includes(other)) || groups) return { whole: text, fraction: '' };
  return { whole: text.slice(0, last), fraction: text.slice(last + 1) };
}

/**
 * Reads a typed amount into minor units, or says why it is refused. Decimal point and comma both work in every
 * locale ("12,50", "12.50", "1 234,5", "1.234,50", "1'234.50"). A single mark before exactly three digits follows
 * the locale ("1.234" is 1234 in German). More decimals than the currency has are refused, never rounded. Signs and
 * amounts above MAX_MINOR are refused too. The currency's own symbol or code may stand at either end. Throws
 * RangeError only for an unknown currency. See docs/money.md.
 */
export function parseMoneyInput(
  text: string,
  currency: string,
  locale: string,
): number | { error: MoneyInputError } {
  const exponent = currencyExponent(currency);
  // NFKC turns no-break spaces and the full-width digits of Asian keyboards into plain ones.
  const typed = text.normalize('NFKC').trim();
  if (typed === '') return { error: 'empty' };
  const bare = withoutCurrency(typed, currency, locale);
  if (/^[-\u2212]\s*[\d.,]/.test(bare)) return { error: 'negative' };
  const { whole, fraction } = splitDecimal(bare, locale);
  const grouped = /^\d{1,3}(?:([ .,'\u2019])\d{3})(?:\1\d{3})*$/.test(whole);
  if (!(grouped || /^\d*$/.test(whole)) || !/^\d*$/.test(fraction)) return { error: 'invalid' };
  const digits = whole.replace(/\D/g, '');
  if (digits + fraction === '') return { error: 'invalid' };
  if (fraction.length > exponent) return { error: 'too_many_decimals' };
  const minor = Number((digits || '0') + fraction.padEnd(exponent, '0'));
  return minor > MAX_MINOR ? { error: 'too_large' } : minor;
}
