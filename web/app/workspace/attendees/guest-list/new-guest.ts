import type { Locale } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import { guestErrors, splitName } from '@entrada/contract/sales/imports/guests';
import type { GuestBody } from '../guests/values.ts';

export type { GuestBody };

/** The row as it is typed. */
export type NewGuest = { name: string; email: string; priceId: string; plus: string; note: string };

export const emptyRow: NewGuest = { name: '', email: '', priceId: '', plus: '', note: '' };

const FIELDS: Record<string, string> = { firstName: 'name', lastName: 'name' };

/**
 * The request for a guest who comes for free with companions under the same name and address; or what is wrong, at the
 * fields of the row. It goes by the rules of a row of a file.
 */
export function readNewGuest(
  { name, email, priceId, plus, note }: NewGuest,
  locale: Locale,
): { body: GuestBody; wrong: [] } | { body: null; wrong: FieldError[] } {
  const companions = plus.trim() === '' ? 0 : /^\+?\d{1,6}$/.test(plus.trim()) ? Number(plus) : -1;
  const person = { ...splitName(name.replace(/\s+/g, ' ').trim()), email: email.trim() };
  const wrong = guestErrors({ row: 1, ...person, plus: companions, note: note.trim() }).map((error) => ({
    ...error,
    path: FIELDS[error.path] ?? error.path,
  }));
  if (priceId === '') wrong.push({ path: 'priceId', code: 'required' });
  if (wrong.length > 0) return { body: null, wrong };
  const body: GuestBody = {
    priceId: Number(priceId),
    amount: 0,
    payment: null,
    attendees: Array.from({ length: companions + 1 }, () => person),
    note: note.trim(),
    locale,
    notify: true,
    exceedCapacity: false,
  };
  return { body, wrong: [] };
}
