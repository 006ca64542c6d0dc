import type pg from 'pg';
import { openAll } from '../load/in-process.ts';
import type { BuiltShop } from '../shops.ts';

/** One order without counters: it takes an advisory lock on the event and sums everything sold so far. */
async function reserveOnce(
  client: pg.Client,
  { accountId, eventId, ticketIds, priceIds, counterIds }: BuiltShop,
) {
  await client.query('begin');
  await client.query({ name: 'lock', text: 'select pg_advisory_xact_lock($1)', values: [eventId] });
  const { rows } = await client.query<{ fits: boolean }>({
    name: 'sum',
    text: `select coalesce(sum(i.quantity), 0) + 1 <= 2000000000 as fits
      from app.orders o join app.order_items i on i.order_id = o.id
      where o.event_id = $1 and i.price_id = $2 and (o.status = 'completed' or (o.status = 'reserved' and o.expires_at > app.now()))`,
    values: [eventId, priceIds[0]],
  });
  if (!rows[0]?.fits) throw new Error('There was nothing left');
  await client.query({
    name: 'insert',
    text: `with made as (
        insert into app.orders (account_id, event_id, short_id, currency, locale, list_total, discount_total, fee_total,
          tax_added_total, tax_included_total, total, expires_at)
        values ($1, $2, 'o_' || substr(md5(random()::text), 1, 22), 'EUR', 'en', 0, 0, 0, 0, 0, 0,
          app.now() + interval '15 minutes') returning id)
      insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity,
        unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
      select $1, id, $3, $4, 'General', '', 1, 0, 0, 0, 0, 0, 0, '[]', $5::bigint[], 0 from made`,
    values: [accountId, eventId, ticketIds[0], priceIds[0], [counterIds[0]]],
  });
  await client.query('commit');
}

/**
 * Orders a second of 64 clients with this method, in process. Clients that still wait for the lock at the end are
 * cancelled and not counted. The orders stay in the database: do not check anything else in it.
 */
export async function measurePretixStyle(
  url: string,
  { shop, clients, durationMs }: { shop: BuiltShop; clients: number; durationMs: number },
): Promise<number> {
  const connections = await openAll(url, clients);
  const [canceller] = await openAll(url, 1);
  try {
    let done = 0;
    let last = performance.now();
    const started = last;
    const deadline = started + durationMs;
    const loops = connections.map(async (client) => {
      while (performance.now() < deadline) {
        await reserveOnce(client, shop);
        done += 1;
        last = performance.now();
      }
    });
    const cancel = setTimeout(() => {
      void canceller?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'bench contestant' and wait_event_type = 'Lock' and datname = current_database()`,
      );
    }, durationMs);
    await Promise.allSettled(loops);
    clearTimeout(cancel);
    return done / ((last - started) / 1000);
  } finally {
    await Promise.allSettled(
      [...connections, ...(canceller ? [canceller] : [])].map((client) => client.end()),
    );
  }
}
