import { LOCALES } from '@entrada/contract/constants';
import { z } from 'zod';
import { findTestCard, type TestCard } from '../ledger/test-cards.ts';
import type { BankFieldError, CardFieldCode } from '../problems.ts';

const refuse = (code: CardFieldCode) => ({ error: code });
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

const typed = (max: number) =>
  z
    .string()
    .max(max, refuse('too_long'))
    .refine(isStorable, refuse('invalid_characters'))
    .transform((value) => value.trim());

const required = (max: number) => typed(max).refine((value) => value !== '', refuse('required'));

/**
 * What the card form of the checkout sends. Spaces and dashes in the number are allowed, and spaces and
 * dashes around the slash too.
 */
export const cardFormSchema = z.strictObject({
  clientToken: z.string().min(1).max(200),
  number: required(40),
  /** "04/29", "04 / 2029" or "0429". */
  expiry: required(12),
  cvc: required(8),
  name: required(150),
  /** ISO 3166-1 alpha-2. */
  country: required(2).refine((value) => /^[A-Z]{2}$/.test(value), refuse('invalid_choice')),
  /** May be empty, because not every country has postal codes. */
  postalCode: typed(20),
  /** Language of the 3-D Secure page. If it is left out, the browser's language is used. */
  locale: z.enum(LOCALES).optional(),
});

export type CardForm = z.output<typeof cardFormSchema>;

/** The Luhn check over a string of digits. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * Month and year of a typed expiry date. Null if it cannot be read. Two-digit years belong to this century.
 */
export function parseExpiry(typedExpiry: string): { month: number; year: number } | null {
  const match =
    /^(\d{2})\s*[/.-]?\s*(\d{4}|\d{2})$/.exec(typedExpiry) ??
    /^(\d)\s*[/.-]\s*(\d{4}|\d{2})$/.exec(typedExpiry);
  if (!match) return null;
  const month = Number(match[1]);
  const year = Number(match[2]);
  if (month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** A card is valid until its month has ended everywhere on Earth. */
function isExpired({ month, year }: { month: number; year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1, 12);
}

type CardReading = { ok: true; card: TestCard } | { ok: false; errors: BankFieldError[] };

/**
 * Checks number, expiry date and security code of a well-formed card form. `now` comes from the database's
 * clock.
 */
export function readCard(form: Pick<CardForm, 'number' | 'expiry' | 'cvc'>, now: Date): CardReading {
  const errors: BankFieldError[] = [];
  const number = form.number.replace(/[\s-]/g, '');
  const isNumber = /^\d{12,19}$/.test(number) && isLuhnValid(number);
  const card = isNumber ? findTestCard(number) : null;
  if (!isNumber) errors.push({ path: 'number', code: 'card_number_invalid' });
  else if (!card) errors.push({ path: 'number', code: 'card_number_not_a_test_number' });

  const expiry = parseExpiry(form.expiry);
  if (!expiry || expiry.year > now.getUTCFullYear() + 30)
    errors.push({ path: 'expiry', code: 'card_expiry_invalid' });
  else if (isExpired(expiry, now)) errors.push({ path: 'expiry', code: 'card_expired' });

  const digits = /^3[47]/.test(number) ? 4 : 3;
  if (!/^\d+$/.test(form.cvc) || form.cvc.length !== digits)
    errors.push({ path: 'cvc', code: 'card_cvc_invalid' });

  return card && errors.length === 0 ? { ok: true, card } : { ok: false, errors };
}
