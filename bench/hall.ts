import type pg from 'pg';
import { insertOrders, withoutIndexes } from './bulk.ts';
import { buildShop } from './shops.ts';
import { type Bench, type Hall, openWorld, prepare } from './world.ts';

/** Orders of 1 to 3 tickets, so there are twice as many attendees. */
export const ORDERS = 50_000;
export const ATTENDEES = ORDERS * 2;

/** An event with 100,000 attendees. Every third of them is checked in. */
export async function openHall(bench: Pick<Bench, 'databases'>): Promise<Hall> {
  const world = await openWorld(bench);
  const shop = await buildShop(world.database.db, { type: 'free' });
  await prepare(world.url, async (client) => {
    await insertOrders(client, { shop, count: ORDERS, status: 'completed', attendees: true });
    await letThirdIn(client, shop);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return { world, shop };
}

/**
 * A guest list with 100,000 attendees, half of them companions. Each guest was put on record and has a mail; every tenth
 * has a note, every third attendee is inside, and every fiftieth guest is cancelled.
 */
export async function openGuestHall(bench: Pick<Bench, 'databases'>): Promise<Hall> {
  const world = await openWorld(bench);
  const shop = await buildShop(world.database.db, { type: 'free' });
  const { accountId, eventId, userId } = shop;
  await prepare(world.url, async (client) => {
    await withoutIndexes(client, async () => {
      await insertOrders(client, { shop, count: ORDERS, status: 'completed', attendees: true, byHand: true });
    });
    await client.query(
      `insert into app.audit_entries (account_id, user_id, action, target_type, target_id)
       select $1, $2, 'order.added_by_hand', 'order', id from app.orders where event_id = $3`,
      [accountId, userId, eventId],
    );
    await client.query(
      `insert into app.mails (account_id, kind, dedupe_key, order_id, to_address, locale, status, sent_at)
       select $1, 'order_confirmation', 'bench ' || id, id, email, 'en',
         case when id % 40 = 0 then 'failed' else 'sent' end, case when id % 40 = 0 then null else app.now() end
       from app.orders where event_id = $2`,
      [accountId, eventId],
    );
    await client.query(
      `insert into app.notes (account_id, order_id, user_id, body)
       select $1, id, $2, (array['Table', 'Press', 'Wheelchair', 'Friend of the band'])[1 + id % 4] || ' ' || id
       from app.orders where event_id = $3 and id % 10 = 0`,
      [accountId, userId, eventId],
    );
    await client.query(
      `update app.attendees set status = 'cancelled', cancelled_at = app.now()
       where event_id = $1 and order_id % 50 = 0`,
      [eventId],
    );
    await letThirdIn(client, shop);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return { world, shop };
}

/** Lets every third attendee in who is not cancelled, by a list of all tickets. */
async function letThirdIn(
  client: pg.Client,
  { accountId, eventId }: { accountId: number; eventId: number },
): Promise<void> {
  await client.query(
    `with list as (
       insert into app.check_in_lists (account_id, event_id, short_id, name)
       values ($1, $2, 'cl_' || substr(md5(random()::text), 1, 22), 'Main door') returning id, account_id, event_id)
     insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
     select l.account_id, l.event_id, l.id, a.id from list l join app.attendees a on a.event_id = l.event_id
     where a.id % 3 = 0 and a.status <> 'cancelled'`,
    [accountId, eventId],
  );
}
