import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';

type Naive = {
  accountId: number;
  eventId: number;
  ticketId: number;
  priceId: number;
  counterId: number;
  quantity: number;
};

/**
 * A deliberately wrong reservation, the negative control of the race test. It counts the sold tickets,
 * compares, and inserts if there seem to be enough. Two reservations that count at the same moment both
 * succeed.
 */
export async function naiveReserve(
  db: Db,
  { accountId, eventId, ticketId, priceId, counterId, quantity }: Naive,
): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select coalesce(sum(i.quantity), 0) + ${quantity} <= (select c.quantity from app.counters c where c.id = ${counterId}) as fits
    from app.orders o join app.order_items i on i.order_id = o.id
    where o.event_id = ${eventId} and i.price_id = ${priceId} and o.status in ('reserved', 'completed')`.execute(
    db,
  );
  if (!rows[0]?.fits) return false;
  await sql`
    with made as (
      insert into app.orders (account_id, event_id, short_id, currency, locale, list_total, discount_total, fee_total,
        tax_added_total, tax_included_total, total, expires_at)
      values (${accountId}, ${eventId}, ${newShortId('o')}, 'EUR', 'en', 0, 0, 0, 0, 0, 0, app.now() + interval '15 minutes')
      returning id)
    insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity,
      unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
    select ${accountId}, id, ${ticketId}, ${priceId}, 'General', '', ${quantity}, 0, 0, 0, 0, 0, 0, '[]',
      array[${counterId}]::bigint[], 0 from made`.execute(db);
  return true;
}
