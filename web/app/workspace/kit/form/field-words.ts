import type { FieldErrorCode } from '@entrada/contract/errors';
import { formatMoney } from '@entrada/contract/money';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { fieldErrorMessage } from '../../../platform/api/error-messages.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { moneyInputErrors } from '../fields/money-input.tsx';

type TypedError = { path: string; code: string; min?: number; max?: number };

const own: Record<string, MessageDescriptor> = {
  ...moneyInputErrors,
  not_whole: msg`Enter a whole number.`,
};

/** What is wrong with one field, its figures being amounts of `currency` where that is given. */
export function typedErrorMessage(i18n: I18n, error: TypedError, currency?: string): string {
  const known = own[error.code];
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
