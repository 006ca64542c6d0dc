import { formatRate, HUNDRED_PERCENT, isRate, parseRate } from '@entrada/contract/rates';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type RateError = 'rate_empty' | 'rate_invalid' | 'rate_too_many_decimals' | 'rate_too_large';

/** Messages for the errors of `parseRateInput`. */
export const rateErrors: Record<RateError, MessageDescriptor> = {
  rate_empty: msg`Enter a percentage.`,
  rate_invalid: msg`Enter a percentage in figures.`,
  rate_too_many_decimals: msg`Use at most four decimals.`,
  rate_too_large: msg`The most is 100%.`,
};

const separatorOf = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Formats a rate for a field: "21.5000" becomes "21,5" in German. */
export function formatRateInput(rate: string, locale: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}${separatorOf(locale)}${kept}`;
}

/** Reads a typed percentage, with a comma or a point, as an exact decimal. */
export function parseRateInput(text: string): string | { error: RateError } {
  const plain = text.replace(/[\s%\u00a0\u202f]/g, '').replace(',', '.');
  if (plain === '') return { error: 'rate_empty' };
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(plain)) return { error: 'rate_invalid' };
  const [whole = '', fraction = ''] = plain.split('.');
  if (fraction.length > 4) return { error: 'rate_too_many_decimals' };
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const rate = fraction === '' ? digits : `${digits}.${fraction}`;
  if (!isRate(rate) || parseRate(rate) > HUNDRED_PERCENT) return { error: 'rate_too_large' };
  return rate;
}

/** A typed percentage in words of a locale ("21,5 %" in German), or the text itself if it is none. */
export function sayRate(text: string, locale: string): string {
  const rate = parseRateInput(text);
  return typeof rate === 'string' ? formatRate(rate, locale) : text;
}
