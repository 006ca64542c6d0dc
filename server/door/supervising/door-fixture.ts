import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import type { Db } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';
import { insertAttendee, type Person } from '../check-in/attendee-fixture.ts';

/** A device's part of a call at the door. */
export const stamp = (device = 'Otter 42') => ({
  device,
  nonce: randomBytes(18).toString('base64url'),
  scannedAt: new Date().toISOString(),
});

/** An event with a ticket of 10 euros, two lists, and a supervisor's and a steward's link of the first one. For tests. */
export async function buildSupervisedDoor(
  db: Db,
  {
    accountId,
    ticket = {},
    list: more = {},
  }: {
    accountId: number;
    ticket?: Partial<Parameters<typeof buildTicket>[1]>;
    list?: { allows_sales?: boolean; allows_reentry?: boolean };
  },
) {
  const event = await buildEvent(db, { accountId });
  const { eventId } = event;
  const pass = await buildTicket(db, {
    name: 'Festival pass',
    prices: [{ amount: 1000 }],
    ...ticket,
    accountId,
    eventId,
  });
  const lab = await buildTicket(db, { accountId, eventId, name: 'Lab' });
  const addList = async (name: string, ticketId: number) => {
    const list = await db
      .insertInto('check_in_lists')
      .values({
        account_id: accountId,
        event_id: eventId,
        short_id: newShortId('cl'),
        name,
        all_tickets: false,
        ...more,
      })
      .returning(['id', 'short_id'])
      .executeTakeFirstOrThrow();
    await sql`insert into app.check_in_list_tickets (account_id, check_in_list_id, ticket_id)
      values (${accountId}, ${list.id}, ${ticketId})`.execute(db);
    return list;
  };
  const gate = await addList('Main gate', pass.ticketId);
  const hall = await addList('Lab hall', lab.ticketId);
  const addLink = async (name: string, role: 'steward' | 'supervisor') => {
    const shortId = newShortId('cl');
    await db
      .insertInto('check_in_links')
      .values({ account_id: accountId, check_in_list_id: gate.id, short_id: shortId, name, role })
      .execute();
    return { listShortId: shortId };
  };
  const admit = ({ ticket: of = pass, ...person }: Person & { ticket?: typeof pass } = {}) =>
    insertAttendee(db, { ...person, accountId, eventId, ticketId: of.ticketId, priceId: of.priceId });
  return {
    ...event,
    accountId,
    pass,
    lab,
    gate,
    hall,
    params: await addLink('Phone of Pau', 'supervisor'),
    steward: await addLink('Phone of Nuria', 'steward'),
    admit,
  };
}
