import type { DiscountType, PromoCode } from '@entrada/contract/catalog/promo-codes';
import { LIMITS } from '@entrada/contract/constants';
import {
  type Currency,
  formatMoneyInput,
  type MoneyInputError,
  parseMoneyInput,
} from '@entrada/contract/money';
import { fromLocalTime, toLocalTime } from '../../platform/i18n/zoned-time.ts';
import {
  lacksTickets,
  type TicketChoiceValue,
  ticketChoiceBody,
  ticketChoiceOf,
} from '../kit/fields/ticket-choice.tsx';
import { readWholeWithin, type WholeError } from '../kit/form/whole-number.ts';
import { formatRateInput, parseRateInput, type RateError } from '../kit/taxes-and-fees/values.ts';
import type { GenerateBody, PromoCodeBody } from './api.ts';

/** What codes give and to whom, as a form holds it. */
export type TermsValues = TicketChoiceValue & {
  discountType: DiscountType;
  /** As typed. */
  percentage: string;
  amount: string;
  /** Empty for no limit. */
  usageLimit: string;
  /** A clock of the event's zone; empty for never. */
  expiresAt: string;
};
export type PromoValues = TermsValues & { code: string; disabled: boolean };
export type GenerateValues = TermsValues & { prefix: string; length: string; count: string };

export type Frame = { currency: Currency; timezone: string; locale: string };
export type Wrong = {
  path: string;
  code:
    | 'required'
    | 'too_short'
    | 'invalid_date'
    | 'no_tickets'
    | 'rate_zero'
    | RateError
    | MoneyInputError
    | WholeError['code'];
  min?: number;
  max?: number;
};
type Read<Body> = { body: Body; wrong: [] } | { body: null; wrong: Wrong[] };

export const emptyPromo: PromoValues = {
  code: '',
  discountType: 'percentage',
  percentage: '',
  amount: '',
  allTickets: true,
  ticketIds: [],
  usageLimit: '',
  expiresAt: '',
  disabled: false,
};

export const emptyGeneration: GenerateValues = {
  ...termsOf(emptyPromo),
  usageLimit: '1',
  prefix: '',
  length: '8',
  count: '100',
};

function termsOf({ code: _c, disabled: _d, ...terms }: PromoValues): TermsValues {
  return terms;
}

export function promoValues(code: PromoCode, { currency, timezone, locale }: Frame): PromoValues {
  return {
    code: code.code,
    discountType: code.discountType,
    percentage: code.percentage === null ? '' : formatRateInput(code.percentage, locale),
    amount: code.amount === null ? '' : formatMoneyInput(code.amount, currency, locale),
    ...ticketChoiceOf(code),
    usageLimit: code.usageLimit === null ? '' : String(code.usageLimit),
    expiresAt: code.expiresAt === null ? '' : toLocalTime(code.expiresAt, timezone),
    disabled: code.disabled,
  };
}

function readTerms(values: TermsValues, frame: Frame, wrong: Wrong[]) {
  const { discountType } = values;
  const rate = discountType === 'percentage' ? parseRateInput(values.percentage) : null;
  if (rate !== null && typeof rate !== 'string') wrong.push({ path: 'percentage', code: rate.error });
  if (typeof rate === 'string' && Number(rate) === 0) wrong.push({ path: 'percentage', code: 'rate_zero' });
  const amount =
    discountType === 'fixed' ? parseMoneyInput(values.amount, frame.currency, frame.locale) : null;
  if (amount !== null && typeof amount !== 'number') wrong.push({ path: 'amount', code: amount.error });
  if (amount === 0) wrong.push({ path: 'amount', code: 'too_small', min: 1 });
  if (lacksTickets(values)) wrong.push({ path: 'ticketIds', code: 'no_tickets' });
  const limit =
    values.usageLimit.trim() === '' ? null : readWholeWithin(values.usageLimit, 1, LIMITS.quantity);
  if (limit !== null && typeof limit !== 'number') wrong.push({ path: 'usageLimit', ...limit });
  const expiresAt = values.expiresAt === '' ? null : fromLocalTime(values.expiresAt, frame.timezone);
  if (expiresAt === undefined) wrong.push({ path: 'expiresAt', code: 'invalid_date' });
  return {
    discountType,
    percentage: typeof rate === 'string' ? rate : null,
    amount: typeof amount === 'number' ? amount : null,
    ...ticketChoiceBody(values),
    usageLimit: typeof limit === 'number' ? limit : null,
    expiresAt: expiresAt ?? null,
  };
}

/** Reads the form of one code into what the API takes, or says which fields can't be read. */
export function readPromo(values: PromoValues, frame: Frame): Read<PromoCodeBody> {
  const wrong: Wrong[] = [];
  const code = values.code.trim();
  if (code === '') wrong.push({ path: 'code', code: 'required' });
  else if ([...code].length < LIMITS.promoCodeMin)
    wrong.push({ path: 'code', code: 'too_short', min: LIMITS.promoCodeMin });
  const body = { code, disabled: values.disabled, ...readTerms(values, frame, wrong) };
  return wrong.length > 0 ? { body: null, wrong } : { body, wrong: [] };
}

/** Reads the form of many codes likewise. */
export function readGeneration(values: GenerateValues, frame: Frame): Read<GenerateBody> {
  const wrong: Wrong[] = [];
  const within = (path: 'length' | 'count', min: number, max: number) => {
    const value = readWholeWithin(values[path], min, max);
    if (typeof value === 'number') return value;
    wrong.push({ path, ...value });
    return 0;
  };
  const body = {
    prefix: values.prefix.trim(),
    length: within('length', LIMITS.promoRandomMin, LIMITS.promoRandomMax),
    count: within('count', 1, LIMITS.promoBatch),
    ...readTerms(values, frame, wrong),
  };
  return wrong.length > 0 ? { body: null, wrong } : { body, wrong: [] };
}
