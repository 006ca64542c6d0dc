import { LIMITS } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { isStorable } from '@entrada/contract/storable';
import { formText } from '../../platform/api/form.ts';
import type { PostedForm } from '../../ui/form/read-answer.ts';
import { readSheets, type Sheets, withAnswerErrors } from './answer-sheets.ts';

export type Person = { firstName: string; lastName: string; email: string };
/** `later`: the buyer fills it in on the order's page; what was typed before does not count. */
type AttendeeEntry = Person & { itemId: number; later: boolean };

/** The id of the form of the details. */
export const DETAILS_FORM = 'details-form';

/** The typed values of the form of the details. */
export type DetailsValues = Person &
  Sheets & {
    sendAllToBuyer: boolean;
    attendees: AttendeeEntry[];
  };

const nobody: Person = { firstName: '', lastName: '', email: '' };
export const PERSON_FIELDS = ['firstName', 'lastName', 'email'] as const satisfies (keyof Person)[];

export const attendeeField = (index: number, field: keyof Person | 'later') => `attendees.${index}.${field}`;

/** The checkbox that leaves every ticket but the first one for later. */
export const LATER_OTHERS = 'laterOthers';

/** Whether the buyer may fill in attendees after the checkout. The server decides in the end. */
export const mayFillInLater = ({ attendeeDetails, policy }: BuyerOrder): boolean =>
  attendeeDetails === 'per_ticket' && !!policy?.names?.later && !policy.names.isOver;

/** Whether all tickets but the first one are left for later, and there are such tickets. */
export const areOthersLater = ({ attendees }: Pick<DetailsValues, 'attendees'>): boolean =>
  attendees.length > 1 && attendees.every(({ later }, index) => later || index === 0);

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
      return { ...nobody, later: false, ...found, itemId: line.id };
    }),
  );
  return {
    ...nobody,
    ...order.buyer,
    sendAllToBuyer: order.attendeeDetails === 'per_order' || order.sendAllToBuyer,
    attendees,
    answers: order.answers,
    attendeeAnswers: order.attendeeAnswers,
  };
}

export const readPerson = (form: FormData, prefix = ''): Person => ({
  firstName: formText(form, `${prefix}firstName`),
  lastName: formText(form, `${prefix}lastName`),
  email: formText(form, `${prefix}email`),
});

/** Whether nothing was typed about somebody. */
export const isNobody = (one: Person): boolean => PERSON_FIELDS.every((field) => one[field].trim() === '');
const orBuyer = (one: Person, buyer: Person | null) => (buyer && isNobody(one) ? buyer : one);

/** Whether the first attendee is the buyer: nothing else was typed. */
export function isFirstBuyer({ attendees: [first], ...buyer }: DetailsValues): boolean {
  return (
    first !== undefined &&
    !first.later &&
    (isNobody(first) || PERSON_FIELDS.every((field) => first[field] === buyer[field]))
  );
}

/**
 * Reads the posted form. Which ticket each attendee is for comes from the order, never from the form. A first attendee
 * without any entry is the buyer, as the page fills it in where scripts run.
 */
export function readDetails(order: BuyerOrder, posted: PostedForm): DetailsValues {
  const { form } = posted;
  const isShared = order.attendeeDetails === 'per_order';
  const buyer = readPerson(form);
  const isOffered = mayFillInLater(order);
  const isLater = (index: number) =>
    isOffered &&
    (form.get(attendeeField(index, 'later')) !== null || (index > 0 && form.get(LATER_OTHERS) !== null));
  return {
    ...buyer,
    sendAllToBuyer: isShared || form.get('sendAllToBuyer') !== null,
    attendees: valuesOf(order).attendees.map(({ itemId }, index) => ({
      ...orBuyer(readPerson(form, `attendees.${index}.`), index === 0 && !isLater(index) ? buyer : null),
      itemId,
      later: isLater(index),
    })),
    ...readSheets(order, posted),
  };
}

/** Whether a ticket is filled in later. Where all tickets go to the buyer, none is. */
const isLaterIn = ({ sendAllToBuyer, attendees }: DetailsValues, index: number): boolean =>
  !sendAllToBuyer && attendees[index]?.later === true;

/** The answers that count now: a ticket that is filled in later has none. */
const sheetsNow = (values: DetailsValues): Sheets => ({
  answers: values.answers,
  attendeeAnswers: values.attendeeAnswers.map((sheet, index) => (isLaterIn(values, index) ? {} : sheet)),
});

/** The numbers of the tickets that are filled in later, starting at 1. */
const laterUnits = (values: DetailsValues): ReadonlySet<number> =>
  new Set(values.attendees.flatMap((_, index) => (isLaterIn(values, index) ? [index + 1] : [])));

/** The body of the call. It has no attendees if all tickets go to the buyer. */
export function bodyOf(values: DetailsValues) {
  const attendees = values.sendAllToBuyer ? [] : values.attendees;
  return {
    ...values,
    ...sheetsNow(values),
    attendees: attendees.map(({ later, ...one }) =>
      later ? { itemId: one.itemId, later: true as const } : one,
    ),
  };
}

/**
 * Adds to the server's errors what the server did not check. An empty field gets the error `required`. The
 * answers are checked even if other fields have errors.
 */
export function allErrors(order: BuyerOrder, values: DetailsValues, errors: FieldError[]): FieldError[] {
  const isEmpty = (path: string) => textAt(values, path).trim() === '';
  const found = errors.map(
    (error): FieldError => (isEmpty(error.path) ? { path: error.path, code: 'required' } : error),
  );
  return found.length > 0 ? withAnswerErrors(order, checkedSheets(values), found) : found;
}

const checkedSheets = (values: DetailsValues) => ({ ...sheetsNow(values), later: laterUnits(values) });

function textAt(values: DetailsValues, path: string): string {
  const [head = '', index, field] = path.split('.');
  const holder: unknown = head === 'attendees' ? values.attendees[Number(index)] : values;
  const value = (holder as Record<string, unknown> | undefined)?.[
    head === 'attendees' ? (field ?? '') : head
  ];
  return typeof value === 'string' ? value : 'something';
}

/** The same as `email` in the contract's fields.ts. A shared module would cost pages that need none of it. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** What the contract says of one entry, without its schemas; a test compares both. */
function wrongIn(person: Person, field: keyof Person): Omit<FieldError, 'path'> | null {
  const value = person[field].trim();
  if (value === '') return { code: 'required' };
  if (value.length > LIMITS[field]) return { code: 'too_long', max: LIMITS[field] };
  if (field === 'email') return EMAIL.test(value) ? null : { code: 'invalid_email' };
  return isStorable(value) ? null : { code: 'invalid_characters' };
}

/**
 * Finds errors before the form is sent: empty fields, names and addresses that the server refuses, answers that do not
 * fit their questions. The server checks all of it again.
 */
export function findErrors(order: BuyerOrder, values: DetailsValues): FieldError[] {
  const people = values.sendAllToBuyer ? [] : values.attendees;
  const wrong = (person: Person, path: (field: keyof Person) => string) =>
    PERSON_FIELDS.flatMap((field): FieldError[] => {
      const error = wrongIn(person, field);
      return error ? [{ path: path(field), ...error }] : [];
    });
  const errors = [
    ...wrong(values, (field) => field),
    ...people.flatMap((entry, index) =>
      entry.later ? [] : wrong(entry, (field) => attendeeField(index, field)),
    ),
  ];
  return withAnswerErrors(order, checkedSheets(values), errors);
}
