import { formatMoney } from '@entrada/contract/money';
import { formatRate } from '@entrada/contract/rates';
import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';

type Described = {
  name: string;
  type: 'tax' | 'fee';
  rate: string | null;
  amount: number | null;
  included: boolean;
};

/** Texts about a tax or fee: its rate or amount, its name with that, and its effect on the price. */
export function useTaxOrFeeWords() {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const much = ({ rate, amount }: Pick<Described, 'rate' | 'amount'>, currency: string) =>
    rate === null ? formatMoney({ minor: amount ?? 0, currency, locale }) : formatRate(rate, locale);
  return {
    much,
    title: (taxOrFee: Described, currency: string) => {
      const { name } = taxOrFee;
      const value = much(taxOrFee, currency);
      return t`${name} ${value}`;
    },
    effect: ({ type, included }: Pick<Described, 'type' | 'included'>) => {
      if (type === 'fee') return t`Fee, added to the price`;
      return included ? t`Tax, included in the price` : t`Tax, added to the price`;
    },
  };
}
