/**
 * Exact arithmetic for percentages. A rate is sent and stored as a decimal string in percent with up to four places
 * ("6", "6.0000", "21.5"). Calculations use a whole number of ten-thousandths of a percent, so money is never a
 * binary fraction.
 */

/** 100 %, in ten-thousandths of a percent. */
export const HUNDRED_PERCENT = 1_000_000n;

const RATE = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/**
 * Whether `text` is a rate: percent, unsigned, at most three digits before the point and four after it (0 to
 * 999.9999). For schemas. See docs/money.md, rule 2.
 */
export function isRate(text: string): boolean {
  return RATE.test(text);
}

/**
 * Reads a percent string into ten-thousandths of a percent: "6.0000" -> 60000n, "21.5" -> 215000n.
 * Throws RangeError on anything `isRate` refuses. See docs/money.md.
 */
export function parseRate(text: string): bigint {
  const match = RATE.exec(text);
  if (!match) throw new RangeError(`Not a rate in percent: ${JSON.stringify(text)}`);
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`);
}

/** A percent string without trailing zeros: "21.5000" -> "21.5", "50.0000" -> "50". */
export const shortRate = (rate: string): string =>
  rate.replace(/\.?0+$/, (zeros) => (rate.includes('.') ? '' : zeros));

/**
 * A percent string as text in `locale`, without trailing zeros: ("21.5000", "de") -> "21,5 %". Throws RangeError on
 * anything `isRate` refuses.
 */
export function formatRate(rate: string, locale: string): string {
  const digits = parseRate(rate).toString().padStart(7, '0');
  // The exact decimal stays a string, because Intl formats strings without converting them to a double.
  const fraction = `${digits.slice(0, -6)}.${digits.slice(-6)}` as `${number}`;
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(fraction);
}

/**
 * numerator / denominator, rounded half up to a whole number: the commercial convention, as in the EU's euro
 * conversion rule. Numerator >= 0, denominator > 0, same unit in and out. Throws RangeError otherwise, because
 * there is no agreed "up" for halves of negative amounts.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n) {
    throw new RangeError('Rounding needs a numerator >= 0 and a denominator > 0');
  }
  return (2n * numerator + denominator) / (2n * denominator);
}
