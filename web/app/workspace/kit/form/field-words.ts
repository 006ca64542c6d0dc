import type { FieldErrorCode } from '@entrada/contract/errors';
import { formatMoney } from '@entrada/contract/money';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ApiError } from '../../../platform/api/error.ts';
import { errorMessage, fieldErrorMessage } from '../../../platform/api/error-messages.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { moneyInputErrors } from '../fields/money-input.tsx';
import { rateErrors } from '../fields/rate.ts';

type TypedError = { path: string; code: string; min?: number; max?: number };

const own: Record<string, MessageDescriptor> = {
  ...moneyInputErrors,
  ...rateErrors,
  rate_zero: msg`Enter more than 0%.`,
  not_whole: msg`Enter a whole number.`,
  'ticketIds required': msg`Choose at least one ticket.`,
};

export type FieldWords = {
  /** The currency of limits in messages about amounts. */
  currency?: string | undefined;
  /** Messages of this form only, by path and code ("options too_long") or by code. */
  own?: Record<string, string>;
};

const isAmount = (path: string) => path.split('.').at(-1) === 'amount';

/** The error message of each field, in the user's language. If a field has several errors, only the first counts. */
export function fieldWords(i18n: I18n, errors: readonly TypedError[], words: FieldWords = {}) {
  const found: Record<string, string> = {};
  for (const error of errors) {
    const { path, code } = error;
    found[path] ??=
      words.own?.[`${path} ${code}`] ??
      words.own?.[code] ??
      typedErrorMessage(i18n, error, isAmount(path) ? words.currency : undefined);
  }
  return found;
}

/** The error message of one field. If `currency` is given, the numbers in it are amounts of this currency. */
export function typedErrorMessage(i18n: I18n, error: TypedError, currency?: string): string {
  const known = own[`${error.path} ${error.code}`] ?? own[error.code];
  if (known) return i18n._(known);
  const say = (figure: number) =>
    currency ? formatMoney({ minor: figure, currency, locale: languageTag(i18n.locale) }) : figure;
  return fieldErrorMessage(i18n, {
    path: error.path,
    code: error.code as FieldErrorCode,
    ...(error.min !== undefined && { min: say(error.min) }),
    ...(error.max !== undefined && { max: say(error.max) }),
  });
}

/** The error at the price that the payment provider refuses as too low. Null for any other error. */
export function refusedAmount(i18n: I18n, error: ApiError, currency: string): Record<string, string> | null {
  const { path, min } = error.params;
  if (error.code !== 'PRICE_BELOW_PROVIDER_MINIMUM' || typeof path !== 'string' || typeof min !== 'number')
    return null;
  const reason = errorMessage(i18n, error);
  return { [path]: `${reason} ${typedErrorMessage(i18n, { path, code: 'too_small', min }, currency)}` };
}
