import { randomBytes } from 'node:crypto';
import { figureSales } from '../../catalog/tickets/factory.ts';
import type { Db } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';

export type Person = {
  firstName?: string;
  lastName?: string;
  email?: string;
  status?: 'active' | 'cancelled' | 'awaiting_payment';
  codeVersion?: number;
  /** Added by a person of the team. */
  isGuest?: boolean;
};

type Given = { accountId: number; eventId: number; ticketId: number; priceId: number } & Person;
type Made = { attendeeId: number; reference: string };

/** One issued ticket with the smallest possible order, for tests of the door. */
export async function insertAttendee(db: Db, given: Given): Promise<Made> {
  const made = await insertOne(db, given);
  await figureSales(db, given.eventId);
  return made;
}

/** Many at once. */
export async function insertAttendees(db: Db, given: Given, count: number): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    const some = Math.min(10, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: some }, () => insertOne(db, given)))));
  }
  await figureSales(db, given.eventId);
  return made;
}

async function insertOne(db: Db, given: Given): Promise<Made> {
  const account_id = given.accountId;
  const order = await db
    .insertInto('orders')
    .values({
      account_id,
      event_id: given.eventId,
      short_id: newShortId('o'),
      status: 'completed',
      payment_status: 'not_required',
      currency: 'EUR',
      locale: 'en',
      first_name: 'Lucía',
      last_name: 'Ferrer',
      email: 'lucia@example.org',
      list_total: 0,
      discount_total: 0,
      fee_total: 0,
      tax_added_total: 0,
      tax_included_total: 0,
      total: 0,
      is_manual: given.isGuest ?? false,
      completed_at: new Date(),
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('order_transitions')
    .values({
      account_id,
      order_id: order.id,
      from_status: 'reserved',
      to_status: 'completed',
      from_payment: 'none',
      to_payment: 'not_required',
      reason: 'made_by_factory',
    })
    .execute();
  const item = await db
    .insertInto('order_items')
    .values({
      account_id,
      order_id: order.id,
      ticket_id: given.ticketId,
      price_id: given.priceId,
      ticket_name: 'Ticket',
      price_label: '',
      quantity: 1,
      unit_list: 0,
      unit_discount: 0,
      unit_fees: 0,
      unit_tax_added: 0,
      unit_tax_included: 0,
      unit_total: 0,
      charges: '[]',
      counter_ids: [],
      position: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attendee = await db
    .insertInto('attendees')
    .values({
      account_id,
      event_id: given.eventId,
      order_id: order.id,
      order_item_id: item.id,
      ticket_id: given.ticketId,
      price_id: given.priceId,
      short_id: newShortId('a'),
      reference: `${order.reference}-1`,
      first_name: given.firstName ?? 'Lucía',
      last_name: given.lastName ?? 'Ferrer',
      email: given.email ?? `lucia-${randomBytes(3).toString('hex')}@example.org`,
      locale: 'en',
      status: given.status ?? 'active',
      is_guest: given.isGuest ?? false,
      code_version: given.codeVersion ?? 1,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow();
  return { attendeeId: attendee.id, reference: attendee.reference };
}
