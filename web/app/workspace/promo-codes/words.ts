import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { formatMoney } from '@entrada/contract/money';
import { formatRate } from '@entrada/contract/rates';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../platform/i18n/locales.ts';
import { typedErrorMessage } from '../kit/form/field-words.ts';
import { rateErrors } from '../kit/taxes-and-fees/fields.tsx';
import type { Wrong } from './values.ts';

const own: Record<string, MessageDescriptor> = {
  ...rateErrors,
  rate_zero: msg`Enter more than 0%.`,
  no_tickets: msg`Choose at least one ticket.`,
};

/** What is wrong with a form of codes, by field, in the reader's words. */
export function promoErrors(i18n: I18n, wrong: Wrong[], currency: string): Record<string, string> {
  return Object.fromEntries(
    wrong.map((one) => {
      const known = own[one.code];
      const of = one.path === 'amount' ? currency : undefined;
      return [one.path, known ? i18n._(known) : typedErrorMessage(i18n, one, of)];
    }),
  );
}

/** What a code takes off, in words. */
export function useDiscountWords() {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  return ({ percentage, amount }: Pick<PromoCode, 'percentage' | 'amount'>, currency: string): string => {
    if (percentage !== null) {
      const much = formatRate(percentage, locale);
      return t`${much} off`;
    }
    if (amount !== null) {
      const much = formatMoney({ minor: amount, currency, locale });
      return t`${much} off each ticket`;
    }
    return t`Opens hidden tickets`;
  };
}
