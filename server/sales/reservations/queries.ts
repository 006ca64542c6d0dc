import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { CounterState } from './hold-queries.ts';

type Asked = {
  counters: readonly number[];
  events: readonly { id: number; catalogVersion: number }[];
  keys: readonly string[];
  /** Events of which overdue holds are looked for. */
  short: readonly number[];
};

type Found = {
  now: Date;
  stock: CounterState[];
  /** Events whose catalogue has another version by now. */
  stale: number[];
  /** Those of the keys that have made an order. */
  known: string[];
  /** Those of the short events that have overdue holds without a payment under way. */
  overdue: number[];
};

/** How things stand now that reservations were decided on: clock, counters, catalogues, keys and overdue holds. */
export async function findPresent(db: Db, { counters, events, keys, short }: Asked): Promise<Found> {
  const { rows } = await sql<{ [K in keyof Found]: Found[K] | null } & { now: Date }>`
    select app.now() as now,
      (select json_agg(json_build_object('id', id, 'quantity', quantity, 'sold', sold, 'reserved', reserved))
        from app.counters where id = any(${[...new Set(counters)]}::bigint[])) as stock,
      (select array_agg(v.id) from unnest(${events.map((event) => event.id)}::bigint[], ${events.map((event) => event.catalogVersion)}::bigint[])
        v(id, version) where not exists (select from app.events e where e.id = v.id and e.catalog_version = v.version)) as stale,
      (select array_agg(idempotency_key) from app.orders where idempotency_key = any(${[...keys]}::text[])) as known,
      (select array_agg(distinct event_id) from app.orders where event_id = any(${[...short]}::bigint[])
        and status = 'reserved' and payment_status in ('none', 'failed') and expires_at <= app.now()) as overdue`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('The database answered nothing');
  const { now, stock, stale, known, overdue } = row;
  return { now, stock: stock ?? [], stale: stale ?? [], known: known ?? [], overdue: overdue ?? [] };
}
