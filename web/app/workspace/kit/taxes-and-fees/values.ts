import { type AccountTaxOrFee, createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import type { InputOf } from '@entrada/contract/endpoint';
import { type Currency, formatMoneyInput, isCurrency } from '@entrada/contract/money';
import { formatRateInput } from '../fields/rate.ts';
import { type Judged, judge } from '../form/judge.ts';
import { readTyped } from '../form/typed.ts';

export type TaxOrFeeBody = InputOf<typeof createTaxOrFee>['body'];

export type TaxOrFeeValues = {
  name: string;
  type: 'tax' | 'fee';
  calculation: 'percentage' | 'fixed';
  /** In percent, as typed. */
  rate: string;
  /** As typed. */
  amount: string;
  currency: Currency;
  included: boolean;
  isDefault: boolean;
};

export function emptyTaxOrFee(currency: Currency): TaxOrFeeValues {
  return {
    name: '',
    type: 'fee',
    calculation: 'percentage',
    rate: '',
    amount: '',
    currency,
    included: false,
    isDefault: false,
  };
}

/** The form's values for a tax or fee. `currency` is used if it has no amount yet. */
export function taxOrFeeValues(
  taxOrFee: AccountTaxOrFee,
  currency: Currency,
  locale: string,
): TaxOrFeeValues {
  const own = taxOrFee.currency && isCurrency(taxOrFee.currency) ? taxOrFee.currency : currency;
  const { name, type, calculation, included, isDefault } = taxOrFee;
  return {
    name,
    type,
    calculation,
    rate: taxOrFee.rate === null ? '' : formatRateInput(taxOrFee.rate, locale),
    amount: taxOrFee.amount === null ? '' : formatMoneyInput(taxOrFee.amount, own, locale),
    currency: own,
    included,
    isDefault,
  };
}

/** Turns the form's values into the body of the request, or lists its errors. */
export function readTaxOrFee(values: TaxOrFeeValues, locale: string): Judged<TaxOrFeeBody> {
  const { name, type, calculation, currency, isDefault } = values;
  const typed = readTyped();
  const isFixed = calculation === 'fixed';
  const body = {
    name,
    type,
    calculation,
    rate: isFixed ? null : typed.rate('rate', values.rate),
    amount: isFixed ? typed.money('amount', values.amount, { currency, locale }) : null,
    currency: isFixed ? currency : null,
    included: type === 'tax' && values.included,
    isDefault,
  };
  return judge(createTaxOrFee, body, typed);
}
