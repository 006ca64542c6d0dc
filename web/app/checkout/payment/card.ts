import type { OutputOf } from '@entrada/contract/endpoint';
import type { startPayment } from '@entrada/contract/sales/checkout';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ApiError } from '../../platform/api/error.ts';

export type PaymentStart = OutputOf<typeof startPayment>['data'];

/** The data of the card form. The browser sends it only to the provider. */
export type CardEntry = {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
  country: string;
  postalCode: string;
};

export type CardField = keyof CardEntry;

type CardResult =
  | { kind: 'done' }
  | { kind: 'confirm'; url: string }
  | { kind: 'declined'; failure: string }
  | { kind: 'fields'; errors: Partial<Record<CardField, string>> }
  | { kind: 'ended' }
  | { kind: 'unconfirmed' };

const fieldWords: Record<string, MessageDescriptor> = {
  required: msg`Fill in this field.`,
  card_number_invalid: msg`This card number is not complete or has a typing mistake.`,
  card_number_not_a_test_number: msg`Only the test numbers work here. Choose one from the list above.`,
  card_expiry_invalid: msg`Enter month and year, such as 04 / 29.`,
  card_expired: msg`This card has expired.`,
  card_cvc_invalid: msg`Enter the 3 digits on the back, or the 4 on the front of an Amex card.`,
  invalid_choice: msg`Choose one of the options.`,
  too_long: msg`This is too long.`,
};

/** What is wrong with a field of the card form, in the reader's language. */
export function cardFieldMessage(i18n: I18n, code: string): string {
  return i18n._(fieldWords[code] ?? msg`Check the format.`);
}

type Reply = { status?: string; nextActionUrl?: string | null; failure?: { code?: string } | null };
type BankProblem = { code?: string; errors?: { path: CardField; code: string }[] };

/** Sends a card to the provider. Never throws: in every case the buyer is told whether it is safe to try again. */
export async function confirmCard(start: PaymentStart, card: CardEntry, locale: string): Promise<CardResult> {
  try {
    const response = await fetch(start.confirmUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ clientToken: start.clientToken, ...card, locale }),
    });
    const body: unknown = await response.json();
    return response.ok ? resultOf(body as Reply) : refusedCard(body as BankProblem);
  } catch {
    return { kind: 'unconfirmed' };
  }
}

function resultOf({ status, nextActionUrl, failure }: Reply): CardResult {
  if (status === 'requires_action' && nextActionUrl) return { kind: 'confirm', url: nextActionUrl };
  if (status === 'succeeded' || status === 'processing') return { kind: 'done' };
  if (failure) return { kind: 'declined', failure: failure.code ?? 'declined' };
  return { kind: 'unconfirmed' };
}

function refusedCard({ code, errors }: BankProblem): CardResult {
  if (code === 'VALIDATION_FAILED' && errors?.length) {
    return { kind: 'fields', errors: Object.fromEntries(errors.map(({ path, code: why }) => [path, why])) };
  }
  return code === 'PAYMENT_ENDED' ? { kind: 'ended' } : { kind: 'unconfirmed' };
}

/** Groups of four digits. Amex cards have their own groups. */
export function groupDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 19);
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** Formats the date while it is typed: "0429" becomes "04 / 29". */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  const padded = /^[2-9]$/.test(digits) ? `0${digits}` : digits;
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded;
}

/** Whether the buyer can try to start the payment again without changes. */
export const isPassing = (error: unknown) =>
  error instanceof ApiError &&
  ['OFFLINE', 'NETWORK', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED'].includes(error.code);
