import { parseMoneyInput } from '@entrada/contract/money';
import { useLingui } from '@lingui/react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { BuyerPrice } from '../../kit/taxes-and-fees/buyer-price.tsx';
import { chosenTaxesAndFees } from '../../kit/taxes-and-fees/chosen.ts';
import { useTaxesAndFees } from '../../kit/taxes-and-fees/queries.ts';

/** What a buyer pays for the first ticket of a new event, once its price is typed, if taxes or fees go with it. */
export function FirstBuyerPrice({ amount, currency }: { amount: string; currency: string }) {
  const locale = languageTag(useLingui().i18n.locale);
  const known = useTaxesAndFees().data ?? [];
  // The ticket is created without a choice, so it carries the defaults of the account.
  const taxesAndFees = chosenTaxesAndFees({ type: 'paid', taxOrFeeIds: null }, known, currency);
  const isTyped = typeof parseMoneyInput(amount, currency, locale) === 'number';
  if (!isTyped || taxesAndFees.length === 0) return null;
  const values = { type: 'paid', prices: [{ key: 'first', label: '', amount }] } as const;
  return <BuyerPrice values={values} taxesAndFees={taxesAndFees} frame={{ currency, locale }} mode={null} />;
}
