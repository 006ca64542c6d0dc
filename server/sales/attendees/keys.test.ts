import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { insertAttendee } from '../../door/check-in/attendee-fixture.ts';
import { useTestDatabase } from '../../test/database.ts';

const { db } = await useTestDatabase();

test('a ticket has a place of its own order, and a price of its own kind and event', async () => {
  const { accountId } = await buildAccount(db);
  const shop = async () => {
    const { eventId } = await buildEvent(db, { accountId });
    const ticket = await buildTicket(db, { accountId, eventId });
    const one = await insertAttendee(db, { accountId, eventId, ...ticket });
    return { eventId, ...ticket, ...one };
  };
  const [mine, other] = [await shop(), await shop()];
  const beside = await insertAttendee(db, { accountId, ...mine });
  const set = (what: ReturnType<typeof sql>) =>
    sql`update app.attendees set ${what} where id = ${mine.attendeeId}`.execute(db);
  const itemOf = (id: number) => sql`(select order_item_id from app.attendees where id = ${id})`;
  const orderOf = (id: number) => sql`(select order_id from app.attendees where id = ${id})`;
  await expect(set(sql`order_item_id = ${itemOf(beside.attendeeId)}`)).rejects.toThrow('attendees_place');
  await expect(set(sql`order_id = ${orderOf(beside.attendeeId)}`)).rejects.toThrow('attendees_place');
  await expect(set(sql`price_id = ${other.priceId}`)).rejects.toThrow('attendees_price');
  await expect(set(sql`ticket_id = ${other.ticketId}`)).rejects.toThrow('attendees_price');
  await expect(set(sql`event_id = ${other.eventId}`)).rejects.toThrow('attendees_price');
  await set(sql`order_id = ${orderOf(beside.attendeeId)}, order_item_id = ${itemOf(beside.attendeeId)}`);
  await expect(
    sql`delete from app.order_items where id = ${itemOf(mine.attendeeId)}`.execute(db),
  ).rejects.toThrow('attendees_place');
  await expect(sql`delete from app.ticket_prices where id = ${mine.priceId}`.execute(db)).rejects.toThrow(
    /attendees_price|has orders/,
  );
});
