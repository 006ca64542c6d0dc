import type { FieldError, FieldErrorCode } from '@entrada/contract/errors';
import { type MoneyInputError, parseMoneyInput } from '@entrada/contract/money';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { parseRateInput, type RateError } from '../fields/rate.ts';
import { readWhole } from '../fields/whole-number.ts';

/** How the event writes money and time, and how the reader does. */
export type Frame = { currency: string; timezone: string; locale: string };

/** What is wrong with one field: what the server would answer, or why its text can't be sent at all. */
export type Wrong = Omit<FieldError, 'code'> & {
  code: FieldErrorCode | MoneyInputError | RateError | 'rate_zero' | 'not_whole';
};

/**
 * Turns what is typed into the values of a body. What a text can't be read as is noted in `wrong` under its path, and a
 * value that fits stands in for it, so that `judge` finds everything else that is wrong at the same time.
 */
export function readTyped() {
  const wrong: Wrong[] = [];
  const note = (path: string, code: Wrong['code'], min?: number) => {
    wrong.push({ path, code, ...(min !== undefined && { min }) });
  };
  /** Notes a field that is empty where the schema has another word for it, or accepts nothing. */
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
  /** A clock of the zone as an instant; undefined when it is none. */
  const instant = (path: string, local: string, timezone: string): string | undefined => {
    const at = fromLocalTime(local, timezone);
    if (!at) note(path, local === '' ? 'required' : 'invalid_date');
    return at;
  };
  return {
    wrong,
    note,
    filled,
    whole,
    instant,
    /** Likewise, where an empty field means none. */
    wholeOrNull: (path: string, text: string, read = readWhole) =>
      text.trim() === '' ? null : whole(path, text, read),
    instantOrNull: (path: string, local: string, timezone: string) =>
      local === '' ? null : (instant(path, local, timezone) ?? null),
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
