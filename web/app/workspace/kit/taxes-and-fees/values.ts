import type { AccountTaxOrFee, createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import type { InputOf } from '@entrada/contract/endpoint';
import {
  type Currency,
  formatMoneyInput,
  isCurrency,
  type MoneyInputError,
  parseMoneyInput,
} from '@entrada/contract/money';
import { HUNDRED_PERCENT, isRate, parseRate } from '@entrada/contract/rates';

export type TaxOrFeeBody = InputOf<typeof createTaxOrFee>['body'];

export type TaxOrFeeValues = {
  name: string;
  type: 'tax' | 'fee';
  calculation: 'percentage' | 'fixed';
  /** Percent, as typed. */
  rate: string;
  /** As typed. */
  amount: string;
  currency: Currency;
  included: boolean;
  isDefault: boolean;
};

export type RateError = 'rate_empty' | 'rate_invalid' | 'rate_too_many_decimals' | 'rate_too_large';
export type TaxOrFeeWrong = { path: keyof TaxOrFeeValues; code: 'required' | RateError | MoneyInputError };

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

/** A tax or fee as its form shows it. `currency`: what an amount is of where it has none yet. */
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

const separatorOf = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** "21.5000" as a field holds it: "21,5" in German. */
export function formatRateInput(rate: string, locale: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}${separatorOf(locale)}${kept}`;
}

/** Percent as people type it, with comma or point, as an exact decimal. */
export function parseRateInput(text: string): string | { error: RateError } {
  const plain = text.replace(/[\s%\u00a0\u202f]/g, '').replace(',', '.');
  if (plain === '') return { error: 'rate_empty' };
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(plain)) return { error: 'rate_invalid' };
  const [whole = '', fraction = ''] = plain.split('.');
  if (fraction.length > 4) return { error: 'rate_too_many_decimals' };
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const rate = fraction === '' ? digits : `${digits}.${fraction}`;
  if (!isRate(rate) || parseRate(rate) > HUNDRED_PERCENT) return { error: 'rate_too_large' };
  return rate;
}

/** Reads the form into what the API takes, or says which fields can't be read. */
export function readTaxOrFee(
  values: TaxOrFeeValues,
  locale: string,
): { body: TaxOrFeeBody; wrong: [] } | { body: null; wrong: TaxOrFeeWrong[] } {
  const wrong: TaxOrFeeWrong[] = [];
  const isFixed = values.calculation === 'fixed';
  if (values.name.trim() === '') wrong.push({ path: 'name', code: 'required' });
  const rate = isFixed ? null : parseRateInput(values.rate);
  if (rate !== null && typeof rate !== 'string') wrong.push({ path: 'rate', code: rate.error });
  const amount = isFixed ? parseMoneyInput(values.amount, values.currency, locale) : null;
  if (amount !== null && typeof amount !== 'number') wrong.push({ path: 'amount', code: amount.error });
  if (wrong.length > 0) return { body: null, wrong };
  return {
    body: {
      name: values.name,
      type: values.type,
      calculation: values.calculation,
      rate: typeof rate === 'string' ? rate : null,
      amount: typeof amount === 'number' ? amount : null,
      currency: isFixed ? values.currency : null,
      included: values.type === 'tax' && values.included,
      isDefault: values.isDefault,
    },
    wrong: [],
  };
}
