import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Sight } from './shop.ts';

/** The visible state of an event in the database. `counters` by name. */
export async function look(db: Db, eventId: number, counters: ReadonlyMap<string, number>): Promise<Sight> {
  const { rows } = await sql<{ orders: string[] | null; counters: Record<string, string> }>`
    with seen as (
      select o.*, status = 'reserved' and payment_status in ('none', 'failed') and expires_at <= app.now() as is_over
      from app.orders o where event_id = ${eventId}),
    given as (
      select id, sum(n)::bigint as n from (
        select unnest(i.counter_ids) as id, i.quantity as n from seen s join app.order_items i on i.order_id = s.id where s.is_over
        union all select promo_counter_id, 1 from seen where is_over and promo_counter_id is not null) each_one
      group by id)
    select (
      select json_agg(concat_ws(' ', case when is_over then 'expired' else status end || '/' || payment_status, total,
          case when is_over or expires_at is null then 'ended' else 'until ' || extract(epoch from expires_at - app.now())::int end,
          case when extended_at is not null then 'extended' end) order by id)
      from seen) as orders,
      (select coalesce(json_object_agg(c.id, concat_ws(' ', coalesce(quantity::text, 'unlimited'), sold, reserved - coalesce(g.n, 0))), '{}'::json)
        from app.counters c left join given g on g.id = c.id where event_id = ${eventId}) as counters`.execute(
    db,
  );
  const found = rows[0];
  return {
    orders: found?.orders ?? [],
    counters: Object.fromEntries(
      [...counters].map(([name, id]) => [name, found?.counters[String(id)] ?? '']),
    ),
  };
}
