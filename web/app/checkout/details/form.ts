import type { FieldError } from '@entrada/contract/errors';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { formText } from '../../platform/api/form.ts';
import { readSheets, type Sheets, withAnswerErrors } from './answer-sheets.ts';

export type Person = { firstName: string; lastName: string; email: string };
type AttendeeEntry = Person & { itemId: number };

/** The typed values of the form of the details. */
export type DetailsValues = Person &
  Sheets & {
    emailConfirmation: string;
    sendAllToBuyer: boolean;
    attendees: AttendeeEntry[];
  };

const nobody: Person = { firstName: '', lastName: '', email: '' };
const PERSON_FIELDS = ['firstName', 'lastName', 'email'] as const satisfies (keyof Person)[];

export const attendeeField = (index: number, field: keyof Person) => `attendees.${index}.${field}`;

/**
 * The values to start with. One entry for each ticket that lets a person in, in the order of the lines, with the names
 * that the order already has.
 */
export function valuesOf(order: BuyerOrder): DetailsValues {
  const known = [...order.attendees];
  const attendees = order.lines.flatMap((line) =>
    Array.from({ length: line.admits ? line.quantity : 0 }, () => {
      const at = known.findIndex(({ itemId }) => itemId === line.id);
      const [found] = at < 0 ? [] : known.splice(at, 1);
      return { ...nobody, ...found, itemId: line.id };
    }),
  );
  return {
    ...nobody,
    ...order.buyer,
    emailConfirmation: order.buyer?.email ?? '',
    sendAllToBuyer: order.attendeeDetails === 'per_order' || order.sendAllToBuyer,
    attendees,
    answers: order.answers,
    attendeeAnswers: order.attendeeAnswers,
  };
}

const person = (form: FormData, prefix = ''): Person => ({
  firstName: formText(form, `${prefix}firstName`),
  lastName: formText(form, `${prefix}lastName`),
  email: formText(form, `${prefix}email`),
});

/** Reads the posted form. Which ticket each attendee is for comes from the order, never from the form. */
export function readDetails(order: BuyerOrder, form: FormData): DetailsValues {
  const isShared = order.attendeeDetails === 'per_order';
  return {
    ...person(form),
    emailConfirmation: formText(form, 'emailConfirmation'),
    sendAllToBuyer: isShared || form.get('sendAllToBuyer') !== null,
    attendees: valuesOf(order).attendees.map(({ itemId }, index) => ({
      ...person(form, `attendees.${index}.`),
      itemId,
    })),
    ...readSheets(order, form),
  };
}

/** The body of the call. It has no attendees if all tickets go to the buyer. */
export function bodyOf(values: DetailsValues): DetailsValues {
  return { ...values, attendees: values.sendAllToBuyer ? [] : values.attendees };
}

/**
 * Adds to the server's errors what the server did not check. An empty field gets the error `required`. The second
 * email and the answers are checked even if other fields have errors.
 */
export function allErrors(order: BuyerOrder, values: DetailsValues, errors: FieldError[]): FieldError[] {
  const isEmpty = (path: string) => textAt(values, path).trim() === '';
  const found = errors.map(
    (error): FieldError => (isEmpty(error.path) ? { path: error.path, code: 'required' } : error),
  );
  const missed = confirmationError(values);
  const isKnown = found.some(({ path }) => path === 'emailConfirmation');
  const all = found.length > 0 && missed && !isKnown ? [...found, missed] : found;
  return found.length > 0 ? withAnswerErrors(order, values, all) : found;
}

function confirmationError({ email, emailConfirmation }: DetailsValues): FieldError | null {
  const typed = emailConfirmation.trim().toLowerCase();
  if (typed === '') return { path: 'emailConfirmation', code: 'required' };
  return typed === email.trim().toLowerCase() ? null : { path: 'emailConfirmation', code: 'must_match' };
}

function textAt(values: DetailsValues, path: string): string {
  const [head = '', index, field] = path.split('.');
  const holder: unknown = head === 'attendees' ? values.attendees[Number(index)] : values;
  const value = (holder as Record<string, unknown> | undefined)?.[
    head === 'attendees' ? (field ?? '') : head
  ];
  return typeof value === 'string' ? value : 'something';
}

/**
 * Finds errors before the form is sent: empty fields, different emails, answers that do not fit their questions.
 * The server checks all of it again.
 */
export function findErrors(order: BuyerOrder, values: DetailsValues): FieldError[] {
  const people = values.sendAllToBuyer ? [] : values.attendees;
  const missing = (person: Person, path: (field: keyof Person) => string) =>
    PERSON_FIELDS.filter((field) => person[field].trim() === '').map(
      (field): FieldError => ({ path: path(field), code: 'required' }),
    );
  const errors = [
    ...missing(values, (field) => field),
    ...people.flatMap((entry, index) => missing(entry, (field) => attendeeField(index, field))),
  ];
  const confirmation = confirmationError(values);
  return withAnswerErrors(order, values, confirmation ? [...errors, confirmation] : errors);
}
