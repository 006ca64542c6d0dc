import { formatMoney } from '@entrada/contract/money';
import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { ApiError, ApiErrorCode } from '../../platform/api/error.ts';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import type { EntryProblem } from './selection.ts';

/**
 * Why a selection was not reserved. The words stand at the line of the price, or above "Continue" if no price is
 * named.
 */
export type Refusal = {
  code: ApiErrorCode | EntryProblem;
  priceId: number | null;
  /** The figures for the words: how many are left, the limits, the new total. */
  figures: Partial<Record<'left' | 'min' | 'max' | 'total', number>>;
};

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Reads the refusal from an answer of the API. */
export function refusalFrom(error: ApiError): Refusal {
  const { params } = error;
  return {
    code: error.code,
    priceId: numberOf(params['priceId']) ?? null,
    figures: {
      left: numberOf(params['left']),
      min: numberOf(params['min'] ?? params['minimum']),
      max: numberOf(params['max']),
      total: numberOf(params['total']),
    },
  };
}

const worthARetry: ReadonlySet<string> = new Set<ApiErrorCode>([
  'OFFLINE',
  'NETWORK',
  'UNAVAILABLE',
  'INTERNAL',
  'RATE_LIMITED',
  'PROOF_REQUIRED',
  'PROOF_FAILED',
  'ABORTED',
]);

/** Whether the visitor can send the same selection again unchanged. */
export const isPassing = (refusal: Refusal) => worthARetry.has(refusal.code);

/** Whether a refusal is about the promo code. The field of the code then shows it. */
export const isAboutPromo = ({ code }: Pick<Refusal, 'code'>) => code.startsWith('PROMO_CODE');

/** A refusal in the visitor's language. */
export function refusalMessage(i18n: I18n, { code, figures }: Refusal, currency: string): string {
  const { left, min, max, total } = figures;
  const money = (minor: number) => formatMoney({ minor, currency, locale: languageTag(i18n.locale) });
  if (code === 'invalid_quantity') return i18n._(msg`Enter a whole number.`);
  if (code === 'invalid_amount') return i18n._(msg`Enter an amount such as 10.00.`);
  if ((code === 'below_minimum' || code === 'DONATION_BELOW_MINIMUM') && min !== undefined) {
    const minimum = money(min);
    return i18n._(msg`Enter ${minimum} or more.`);
  }
  if (code === 'below_minimum') return errorCodeMessage(i18n, 'DONATION_BELOW_MINIMUM');
  if (code === 'NOT_ENOUGH_LEFT' && left !== undefined) {
    return i18n._(msg`${plural(left, { one: 'Only # ticket is left.', other: 'Only # tickets are left.' })}`);
  }
  if (code === 'BELOW_MINIMUM_PER_ORDER' && min !== undefined)
    return i18n._(msg`An order takes at least ${min} of these.`);
  if (code === 'ABOVE_MAXIMUM_PER_ORDER' && max !== undefined)
    return i18n._(msg`An order takes at most ${max} of these.`);
  if (code === 'TOTAL_CHANGED' && total !== undefined) {
    const amount = money(total);
    return i18n._(msg`The total is now ${amount}. Check it before you continue.`);
  }
  return errorCodeMessage(i18n, code);
}
