import { COOKIES } from '@entrada/contract/constants';
import { buildSession } from '../../server/accounts/factory.ts';
import { insertOrders } from '../bulk.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { percentile } from '../stats.ts';
import { type Bench, type Hall, openWorld, prepare } from '../world.ts';

const CALLS = 15;
const ORDERS = 100_000;
const DAYS = 365;

/** An event with 100,000 orders over a year, some of them cancelled, and views of each day from twenty sources. */
async function openYear(bench: Pick<Bench, 'databases'>): Promise<Hall> {
  const world = await openWorld(bench);
  const shop = await buildShop(world.database.db, { type: 'free' });
  const { eventId } = shop;
  await prepare(world.url, async (client) => {
    await insertOrders(client, { shop, count: ORDERS, status: 'completed', attendees: true });
    await client.query(
      `update app.orders set completed_at = app.now() - make_interval(days => (id % $2)::int),
         source = case when id % 3 = 0 then 'referrer|site' || id % 20 || '.test' end where event_id = $1`,
      [eventId, DAYS],
    );
    await client.query(
      `update app.attendees set created_at = app.now() - make_interval(days => (order_id % $2)::int) where event_id = $1`,
      [eventId, DAYS],
    );
    await client.query(
      `update app.attendees set status = 'cancelled', cancelled_at = app.now() where event_id = $1 and order_id % 50 = 0`,
      [eventId],
    );
    await client.query(
      `insert into app.page_views (account_id, event_id, day, source, views, visitors)
       select account_id, id, (app.now() at time zone timezone)::date - n,
         case when s = 0 then '' else 'referrer|site' || s || '.test' end, 500, 300
       from app.events, generate_series(0, $2::int) n, generate_series(0, 20) s where id = $1`,
      [eventId, DAYS],
    );
    await client.query(
      `with list as (
         insert into app.check_in_lists (account_id, event_id, short_id, name)
         select account_id, id, 'cl_' || substr(md5(random()::text), 1, 22), 'Main door' from app.events where id = $1
         returning id, account_id, event_id)
       insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at)
       select l.account_id, l.event_id, l.id, a.id, app.now() - make_interval(secs => a.id % 7200)
       from list l join app.attendees a on a.event_id = l.event_id where a.id % 3 = 0 and a.status <> 'cancelled'`,
      [eventId],
    );
    await client.query('select app.fold_figures($1)', [eventId]);
    await client.query('select app.fold_tallies($1)', [eventId]);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return { world, shop };
}

/**
 * What a dashboard reads of an event with 100,000 orders, and the figures of its account. A figure of a round is the 95th
 * percentile of its calls.
 */
export async function dashboardGroup(bench: Bench, report: Report): Promise<void> {
  const { world, shop } = await openYear(bench);
  try {
    const token = await buildSession(world.database.db, shop.userId, shop.accountId);
    const month = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const event = `events/${shop.eventId}`;
    const paths = {
      '30 days': `${event}/figures?from=${month}`,
      'a year': `${event}/figures`,
      forecast: `${event}/forecast`,
      totals: `${event}/stats`,
      'needs attention': `${event}/attention`,
      'entries of a day': `${event}/door_day`,
      'figures of the account': 'figures?days=90',
    };
    const all = Object.entries(paths).map(([name, path]) => ({
      name,
      run: async () => {
        const times: number[] = [];
        for (let nth = 0; nth < CALLS; nth += 1) {
          const started = performance.now();
          const reply = await fetch(`http://127.0.0.1:${world.port}/api/${path}`, {
            headers: { cookie: `${COOKIES.session}=${token}` },
          });
          const body = await reply.text();
          if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${body}`);
          times.push(performance.now() - started);
        }
        return percentile(times, 95);
      },
    }));
    await interleave(1, all);
    const measured = await interleave(bench.rounds, all);
    for (const { name } of all)
      report.goal('dashboard', `100k orders: ${name}, p95`, 'ms', measured[name] ?? [], { atMost: 50 });
  } finally {
    await world.close();
  }
}
