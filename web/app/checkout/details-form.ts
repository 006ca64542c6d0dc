import type { BuyerOrder } from '@entrada/contract/checkout';
import type { FieldError } from '@entrada/contract/errors';
import { formText } from '../platform/form.ts';

export type Person = { firstName: string; lastName: string; email: string };
export type AttendeeEntry = Person & { itemId: number };

/** What the form of the details holds, as typed. */
export type DetailsValues = Person & {
  emailConfirmation: string;
  sendAllToBuyer: boolean;
  attendees: AttendeeEntry[];
};

const nobody: Person = { firstName: '', lastName: '', email: '' };

export const attendeeField = (index: number, field: keyof Person) => `attendees.${index}.${field}`;

/** One entry for each ticket, in the order of the lines, with what the order already knows of them. */
export function valuesOf(order: BuyerOrder): DetailsValues {
  const known = [...order.attendees];
  const attendees = order.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => {
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
  };
}

/** The body of the call; the attendees are left out where all tickets go to the buyer. */
export function bodyOf(values: DetailsValues): DetailsValues {
  return { ...values, attendees: values.sendAllToBuyer ? [] : values.attendees };
}

/**
 * What the server refused, and what it did not get to: empty fields say that they are empty, and the second email
 * is compared even while other fields are wrong.
 */
export function allErrors(values: DetailsValues, errors: FieldError[]): FieldError[] {
  const isEmpty = (path: string) => textAt(values, path).trim() === '';
  const found = errors.map(
    (error): FieldError => (isEmpty(error.path) ? { path: error.path, code: 'required' } : error),
  );
  const { email, emailConfirmation } = values;
  const isSame = email.trim().toLowerCase() === emailConfirmation.trim().toLowerCase();
  const isMissed =
    (isEmpty('emailConfirmation') || !isSame) && !found.some(({ path }) => path === 'emailConfirmation');
  if (found.length === 0 || !isMissed) return found;
  const code = isEmpty('emailConfirmation') ? 'required' : 'must_match';
  const at = found.findIndex(({ path }) => path.startsWith('attendees'));
  return found.toSpliced(at < 0 ? found.length : at, 0, { path: 'emailConfirmation', code });
}

function textAt(values: DetailsValues, path: string): string {
  const [head = '', index, field] = path.split('.');
  const holder: unknown = head === 'attendees' ? values.attendees[Number(index)] : values;
  const value = (holder as Record<string, unknown> | undefined)?.[
    head === 'attendees' ? (field ?? '') : head
  ];
  return typeof value === 'string' ? value : 'something';
}
