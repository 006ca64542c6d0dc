import type { FieldError, FieldErrorCode } from '@entrada/contract/errors';
import { formatMoney, type MoneyInputError, parseMoneyInput } from '@entrada/contract/money';
import { fromLocalTime, isSkippedTime } from '../../../platform/i18n/zoned-time.ts';
import { parseRateInput, type RateError } from '../fields/rate.ts';
import { readWhole } from '../fields/whole-number.ts';

/** The currency and time zone of the event, and the user's locale. */
export type Frame = { currency: string; timezone: string; locale: string };

/** A typed amount as money, or the text itself if it is no amount. */
export function sayAmount(text: string, { currency, locale }: Omit<Frame, 'timezone'>): string {
  const minor = parseMoneyInput(text, currency, locale);
  return typeof minor === 'number' ? formatMoney({ minor, currency, locale }) : text;
}

/** An error of one field: an error of the server, or a text that can't be converted. */
export type Wrong = Omit<FieldError, 'code'> & {
  code: FieldErrorCode | MoneyInputError | RateError | 'rate_zero' | 'not_whole';
};

/**
 * Converts typed texts into the values of a body. A text that can't be converted adds an error to `wrong` under its
 * path. A valid placeholder takes its place, so that `judge` finds all other errors at the same time.
 */
export function readTyped() {
  const wrong: Wrong[] = [];
  const note = (path: string, code: Wrong['code'], min?: number) => {
    wrong.push({ path, code, ...(min !== undefined && { min }) });
  };
  /**
   * Adds the error `required` if the text is empty. Used where the schema accepts an empty text or has another error
   * code for it.
   */
  const filled = (path: string, text: string): boolean => {
    const isFilled = text.trim() !== '';
    if (!isFilled) note(path, 'required');
    return isFilled;
  };
  const whole = (path: string, text: string, read = readWhole): number => {
    const value = read(text);
    if (value === undefined && filled(path, text)) note(path, 'not_whole');
    return value ?? 1;
  };
  /**
   * Converts a local time of the zone to an instant. Undefined if it is not a time, or one that the clocks skip. The
   * field itself says what is wrong with it.
   */
  const instant = (path: string, local: string, timezone: string): string | undefined => {
    const at = isSkippedTime(local, timezone) ? undefined : fromLocalTime(local, timezone);
    if (!at) note(path, local.trim() === '' ? 'required' : 'invalid_date');
    return at;
  };
  return {
    wrong,
    note,
    filled,
    whole,
    instant,
    /** Likewise, but an empty field gives null. */
    wholeOrNull: (path: string, text: string, read = readWhole) =>
      text.trim() === '' ? null : whole(path, text, read),
    instantOrNull: (path: string, local: string, timezone: string) =>
      local.trim() === '' ? null : (instant(path, local, timezone) ?? null),
    /** Minor units. */
    money: (path: string, text: string, { currency, locale }: Omit<Frame, 'timezone'>): number => {
      const minor = parseMoneyInput(text, currency, locale);
      if (typeof minor === 'number') return minor;
      note(path, minor.error);
      return 1;
    },
    /** Percent, as an exact decimal. */
    rate: (path: string, text: string): string => {
      const rate = parseRateInput(text);
      if (typeof rate === 'string') return rate;
      note(path, rate.error);
      return '1';
    },
  };
}
