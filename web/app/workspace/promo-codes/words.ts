import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { formatMoney } from '@entrada/contract/money';
import { formatRate } from '@entrada/contract/rates';
import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../platform/i18n/locales.ts';

/** Texts for the discount of a code. */
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
