import {
  type AccountTaxOrFee,
  createTaxOrFee,
  taxesAreIncluded,
} from '@entrada/contract/catalog/taxes-and-fees';
import type { InputOf } from '@entrada/contract/endpoint';
import { type Currency, formatMoneyInput, isCurrency } from '@entrada/contract/money';
import { formatRateInput } from '../fields/rate.ts';
import { type Judged, judge } from '../form/judge.ts';
import { readTyped } from '../form/typed.ts';

/** Unlike the API, the form always says how the tax is taken and whether new tickets get it. */
export type TaxOrFeeBody = Required<InputOf<typeof createTaxOrFee>['body']>;

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
  /** Null until the user decides: `addsToNewTickets` then says what is proposed. */
  isDefault: boolean | null;
};

export function emptyTaxOrFee(currency: Currency): TaxOrFeeValues {
  return {
    name: '',
    type: 'fee',
    calculation: 'percentage',
    rate: '',
    amount: '',
    currency,
    included: taxesAreIncluded(currency),
    isDefault: null,
  };
}

/** Whether new tickets get it: as chosen, else as is the custom of the currency for a tax. */
export const addsToNewTickets = ({ type, currency, isDefault }: TaxOrFeeValues): boolean =>
  isDefault ?? (type === 'tax' && taxesAreIncluded(currency));

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
  const { name, type, calculation, currency } = values;
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
    isDefault: addsToNewTickets(values),
  };
  const { included, isDefault } = body;
  const judged = judge(createTaxOrFee, body, typed);
  return judged.body ? { ...judged, body: { ...judged.body, included, isDefault } } : judged;
}
