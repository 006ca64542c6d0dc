import {
  createPromoCode,
  type DiscountType,
  generatePromoCodes,
  type PromoCode,
} from '@entrada/contract/catalog/promo-codes';
import { LIMITS } from '@entrada/contract/constants';
import { formatMoneyInput } from '@entrada/contract/money';
import { toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { formatRateInput } from '../kit/fields/rate.ts';
import { type TicketChoiceValue, ticketChoiceBody, ticketChoiceOf } from '../kit/fields/ticket-choice.tsx';
import { readAnyWhole } from '../kit/fields/whole-number.ts';
import { type Judged, judge } from '../kit/form/judge.ts';
import { type Frame, readTyped } from '../kit/form/typed.ts';
import type { GenerateBody, PromoCodeBody } from './api.ts';

/** The discount and its conditions, with values as a form holds them. */
export type TermsValues = TicketChoiceValue & {
  discountType: DiscountType;
  /** As typed. */
  percentage: string;
  amount: string;
  /** Empty for no limit. */
  usageLimit: string;
  /** A local time in the event's time zone; empty if the code never expires. */
  expiresAt: string;
};
export type PromoValues = TermsValues & { code: string; disabled: boolean };
export type GenerateValues = TermsValues & { prefix: string; length: string; count: string };

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

function readTerms(values: TermsValues, frame: Frame, typed: ReturnType<typeof readTyped>) {
  const { discountType } = values;
  const percentage = discountType === 'percentage' ? typed.rate('percentage', values.percentage) : null;
  // The schema would call a percentage of zero a wrong format.
  if (percentage !== null && Number(percentage) === 0) typed.note('percentage', 'rate_zero');
  return {
    discountType,
    percentage,
    amount: discountType === 'fixed' ? typed.money('amount', values.amount, frame) : null,
    ...ticketChoiceBody(values),
    usageLimit: typed.wholeOrNull('usageLimit', values.usageLimit, readAnyWhole),
    expiresAt: typed.instantOrNull('expiresAt', values.expiresAt, frame.timezone),
  };
}

/** Turns the values of one code into the body of the request, or lists its errors. */
export function readPromo(values: PromoValues, frame: Frame): Judged<PromoCodeBody> {
  const typed = readTyped();
  const { disabled } = values;
  const code = values.code.trim();
  // The schema counts an emoji as more than one character, so it would call two emoji a wrong format, not too short.
  if (typed.filled('code', code) && [...code].length < LIMITS.promoCodeMin)
    typed.note('code', 'too_short', LIMITS.promoCodeMin);
  return judge(createPromoCode, { code, disabled, ...readTerms(values, frame, typed) }, typed);
}

/** Does the same for the form of many codes. */
export function readGeneration(values: GenerateValues, frame: Frame): Judged<GenerateBody> {
  const typed = readTyped();
  const body = {
    prefix: values.prefix,
    length: typed.whole('length', values.length, readAnyWhole),
    count: typed.whole('count', values.count, readAnyWhole),
    ...readTerms(values, frame, typed),
  };
  return judge(generatePromoCodes, body, typed);
}
