import { formatMoney } from '@entrada/contract/money';
import { useLingui } from '@lingui/react';
import { languageTag } from '../platform/i18n/locales.ts';

type MoneyProps = {
  /** Integer minor units. */
  minor: number;
  currency: string;
  /** Leaves ",00" out for whole amounts. */
  stripZeros?: boolean;
};

/** An amount in the reader's language, with digits of equal width. */
export function Money({ minor, currency, stripZeros = false }: MoneyProps) {
  const { i18n } = useLingui();
  return (
    <span className="num">
      {formatMoney({ minor, currency, locale: languageTag(i18n.locale), stripZeros })}
    </span>
  );
}
