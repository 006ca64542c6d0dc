import { insertOrders } from './bulk.ts';
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
    await client.query(
      `with list as (
         insert into app.check_in_lists (account_id, event_id, short_id, name)
         values ($1, $2, 'cl_' || substr(md5(random()::text), 1, 22), 'Main door') returning id, account_id, event_id)
       insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
       select l.account_id, l.event_id, l.id, a.id from list l join app.attendees a on a.event_id = l.event_id
       where a.id % 3 = 0`,
      [shop.accountId, shop.eventId],
    );
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return { world, shop };
}
