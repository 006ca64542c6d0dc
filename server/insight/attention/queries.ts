import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { StockedPrice } from './core/stock.ts';

/**
 * The prices of an event that people can buy now, with what is left of each: of its own counter and of the capacities that
 * its ticket shares; null: without limit. None once the event is over, archived or called off.
 */
export async function findStockedPrices(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<StockedPrice[]> {
  const { rows } = await sql<StockedPrice>`
    with sold as (
      select f.ref_id as price_id, sum(f.n)::bigint as n
      from app.daily_figures f join app.events e on e.id = f.event_id
      where f.event_id = ${eventId} and f.kind = 'issued' and f.day > (app.now() at time zone e.timezone)::date - 7
      group by f.ref_id)
    select t.id as "ticketId", t.name as "ticketName", p.id as "priceId", p.label as "priceLabel",
      case when c.quantity is not null or shared.left is not null
        then greatest(0, least(c.quantity - c.sold - c.reserved, shared.left)) end::bigint as left,
      least(c.quantity, shared.total)::bigint as total, coalesce(s.n, 0)::bigint as "soldInWeek",
      least(t.sale_ends_at, p.sale_ends_at) as "endsAt"
    from app.tickets t join app.ticket_prices p on p.ticket_id = t.id join app.counters c on c.id = p.counter_id
    join app.events e on e.id = t.event_id
    left join sold s on s.price_id = p.id
    left join lateral (
      select min(k.quantity - k.sold - k.reserved) as left, min(k.quantity) as total
      from app.capacity_assignment_tickets u
      join app.capacity_assignments a on a.id = u.capacity_assignment_id and a.active
      join app.counters k on k.id = a.counter_id
      where u.ticket_id = t.id and k.quantity is not null) shared on true
    where t.account_id = ${scope.accountId} and t.event_id = ${eventId} and t.admits
      and e.status <> 'archived' and e.called_off_at is null and e.effective_end > app.now() and not t.hidden and not p.hidden
      and coalesce(greatest(t.sale_starts_at, p.sale_starts_at), '-infinity') <= app.now()
      and coalesce(least(t.sale_ends_at, p.sale_ends_at), 'infinity') > app.now()
    order by t.position, t.id, p.position, p.id`.execute(db);
  return rows;
}
