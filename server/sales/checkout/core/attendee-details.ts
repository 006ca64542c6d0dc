import type { FieldError } from '@entrada/contract/errors';
import type { NewAttendee } from '../../attendees/core/types.ts';
import { admitting } from '../../orders/core/lines.ts';
import type { AttendeeDetail, Order, OrderItem } from '../../orders/core/types.ts';

type Line = Pick<OrderItem, 'id' | 'quantity' | 'admits'>;

/** What the request says of each ticket. */
type Wanted = readonly (
  | { itemId: number; later?: false | undefined; firstName: string; lastName: string; email: string }
  | { itemId: number; later: true }
)[];

/** The details to keep of each ticket. Pure. */
export const attendeeDetailsOf = (wanted: Wanted): AttendeeDetail[] =>
  wanted.map((one) =>
    one.later
      ? { itemId: one.itemId, firstName: '', lastName: '', email: '', later: true }
      : { itemId: one.itemId, firstName: one.firstName, lastName: one.lastName, email: one.email },
  );

/**
 * Checks the attendees that a buyer typed: each item that admits people needs as many attendees as it has tickets, and
 * no other item may have any. Where `mayBeLater` is false, each needs a name and an address. `path` is the path in the
 * request body. Pure.
 */
export function attendeeErrors(
  lines: readonly Line[],
  attendees: readonly AttendeeDetail[],
  mayBeLater: boolean,
): FieldError[] {
  const items = admitting(lines);
  const known = new Set(items.map((item) => item.id));
  const strangers = attendees.flatMap((attendee, at): FieldError[] =>
    known.has(attendee.itemId) ? [] : [{ path: `attendees.${at}.itemId`, code: 'not_found' }],
  );
  const wanted = items.reduce((sum, item) => sum + item.quantity, 0);
  const isComplete = items.every(
    (item) => attendees.filter((attendee) => attendee.itemId === item.id).length === item.quantity,
  );
  const unnamed = attendees.flatMap(({ later }, at): FieldError[] =>
    later && !mayBeLater
      ? (['firstName', 'lastName', 'email'] as const).map((field) => ({
          path: `attendees.${at}.${field}`,
          code: 'required',
        }))
      : [],
  );
  if (strangers.length > 0 || isComplete) return [...strangers, ...unnamed];
  const code = attendees.length < wanted ? 'too_short' : 'too_long';
  return [{ path: 'attendees', code, min: wanted, max: wanted }];
}

/** The numbers of the tickets of an order whose buyer says later who comes, starting at 1. Pure. */
export function laterUnits(
  lines: readonly Line[],
  attendees: readonly AttendeeDetail[],
): ReadonlySet<number> {
  const typed = Map.groupBy(attendees, ({ itemId }) => itemId);
  const units = admitting(lines).flatMap((item) =>
    Array.from({ length: item.quantity }, (_, at) => typed.get(item.id)?.[at]?.later === true),
  );
  return new Set(units.flatMap((isLater, at) => (isLater ? [at + 1] : [])));
}

/**
 * One attendee for each unit of each item that admits people, numbered within the order. It is the buyer where no name
 * was typed; `awaitsName` if the buyer says the name later. Pure.
 */
export function admissionsOf(
  order: Pick<Order, 'reference' | 'buyer' | 'sendAllToBuyer' | 'attendeeDetails' | 'items'>,
): NewAttendee[] {
  const { buyer } = order;
  if (!buyer) throw new Error('An order without a buyer admits nobody');
  const typed = order.sendAllToBuyer ? [] : order.attendeeDetails;
  const units = admitting(order.items).flatMap((item) => {
    const people = typed.filter((attendee) => attendee.itemId === item.id);
    return Array.from({ length: item.quantity }, (_, at) => {
      const awaitsName = people[at]?.later === true;
      return { item, awaitsName, person: (awaitsName ? null : people[at]) ?? buyer };
    });
  });
  return units.map(({ item, person, awaitsName }, at) => ({
    orderItemId: item.id,
    ticketId: item.ticketId,
    priceId: item.priceId,
    reference: `${order.reference}-${at + 1}`,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    ticketName: item.ticketName,
    priceLabel: item.priceLabel,
    awaitsName,
  }));
}

/** The email addresses that get tickets of an order, in lower case, each once. */
export function recipientsOf(details: {
  email: string;
  sendAllToBuyer: boolean;
  attendees: readonly ({ email: string } | { later: true })[];
}): string[] {
  const others = details.sendAllToBuyer
    ? []
    : details.attendees.flatMap((one) => ('email' in one ? one.email : []));
  return [...new Set([details.email, ...others].map((email) => email.toLowerCase()))];
}
