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
  // To the schema this is a wrong format, as any other text that is no percentage.
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

/** What the form of one code says as the API takes it, or what is wrong with it. */
export function readPromo(values: PromoValues, frame: Frame): Judged<PromoCodeBody> {
  const typed = readTyped();
  const { disabled } = values;
  const code = values.code.trim();
  // Two emoji are text enough for the schema's length, but not characters enough: it calls that a wrong format.
  if (typed.filled('code', code) && [...code].length < LIMITS.promoCodeMin)
    typed.note('code', 'too_short', LIMITS.promoCodeMin);
  return judge(createPromoCode, { code, disabled, ...readTerms(values, frame, typed) }, typed);
}

/** The form of many codes likewise. */
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
