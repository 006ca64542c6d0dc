import type { FieldError } from '@entrada/contract/errors';
import type { NewAttendee } from '../../attendees/core/types.ts';
import { admitting } from '../../orders/core/lines.ts';
import type { AttendeeDetail, Order, OrderItem } from '../../orders/core/types.ts';

/**
 * Checks the attendees that a buyer typed: each item that admits people needs as many attendees as it has tickets, and
 * no other item may have any. `path` is the path in the request body.
 */
export function attendeeErrors(
  lines: readonly Pick<OrderItem, 'id' | 'quantity' | 'admits'>[],
  attendees: readonly AttendeeDetail[],
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
  if (strangers.length > 0 || isComplete) return strangers;
  const code = attendees.length < wanted ? 'too_short' : 'too_long';
  return [{ path: 'attendees', code, min: wanted, max: wanted }];
}

/**
 * One attendee for each unit of each item that admits people, numbered within the order. Uses the buyer's name if none
 * was typed.
 */
export function admissionsOf(
  order: Pick<Order, 'reference' | 'buyer' | 'sendAllToBuyer' | 'attendeeDetails' | 'items'>,
): NewAttendee[] {
  const { buyer } = order;
  if (!buyer) throw new Error('An order without a buyer admits nobody');
  const typed = order.sendAllToBuyer ? [] : order.attendeeDetails;
  const units = admitting(order.items).flatMap((item) => {
    const people = typed.filter((attendee) => attendee.itemId === item.id);
    return Array.from({ length: item.quantity }, (_, at) => ({ item, person: people[at] ?? buyer }));
  });
  return units.map(({ item, person }, at) => ({
    orderItemId: item.id,
    ticketId: item.ticketId,
    priceId: item.priceId,
    reference: `${order.reference}-${at + 1}`,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    ticketName: item.ticketName,
    priceLabel: item.priceLabel,
  }));
}

/** The email addresses that get tickets of an order, in lower case, each once. */
export function recipientsOf(details: {
  email: string;
  sendAllToBuyer: boolean;
  attendees: readonly { email: string }[];
}): string[] {
  const others = details.sendAllToBuyer ? [] : details.attendees.map(({ email }) => email);
  return [...new Set([details.email, ...others].map((email) => email.toLowerCase()))];
}
