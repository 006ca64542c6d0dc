import { sql } from 'kysely';
import type { Db } from '../server/db/client.ts';
import { findBroken } from '../server/test/invariants.ts';
import type { Report } from './report.ts';

/** Checks all invariants of the whole database and reports what breaks them. */
export async function checkInvariants(db: Db, report: Report, what: string): Promise<void> {
  const broken = await findBroken(db);
  const names = Object.keys(broken);
  report.check('7', `invariants: ${what}`, names.length === 0, names.join(', ') || 'kept');
  for (const [name, rows] of Object.entries(broken)) report.note(`broken, ${name}: ${JSON.stringify(rows)}`);
}

/** How many are held or sold, as the counter says. */
export async function takenOf(db: Db, counterId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sold + reserved as n from app.counters where id = ${counterId}`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}

/** The tickets in active orders of an event, counted from the orders. */
export async function ticketsIn(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(i.quantity), 0)::bigint as n from app.orders o join app.order_items i on i.order_id = o.id
    where o.event_id = ${eventId} and o.status in ('reserved', 'cancelling', 'completed')`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}
