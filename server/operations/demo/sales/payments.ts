import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../../../db/client.ts';
import { enterPastPayments, type PastPayment } from '../../../payment-providers/test-bank/ledger/history.ts';

/**
 * Enters the card payments of an event's demo orders in the test bank, which knows them from then on by the id that it
 * gave. Without that, no demo order could be refunded.
 */
export async function seedPayments(db: Db, pool: Pool, eventId: number): Promise<void> {
  const { rows } = await sql<PastPayment & { id: number }>`
    select p.id, o.short_id as "orderShortId", e.title || ' · ' || o.reference as description, p.amount, p.currency,
      p.created_at as at
    from app.payments p join app.orders o on o.id = p.order_id join app.events e on e.id = o.event_id
    where o.event_id = ${eventId} and p.provider = 'test_bank' and p.provider_payment_id is null
    order by p.id`.execute(db);
  const known = await enterPastPayments(pool, rows);
  await sql`
    update app.payments p set provider_payment_id = given.known
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${known}::text[]) as given(id, known)
    where p.id = given.id`.execute(db);
}
