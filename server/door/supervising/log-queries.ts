import type { LogFilter } from '@entrada/contract/door/supervising';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** A place in the log, as `placeOf` writes it. */
export type LogPlace = { micros: number; kind: 0 | 1; id: number };

export type LogRow = {
  kind: 0 | 1;
  id: number;
  micros: number;
  at: Date;
  received_at: Date;
  outcome: string | null;
  first_name: string | null;
  last_name: string | null;
  ticket_name: string | null;
  price_label: string | null;
  reference: string | null;
  device: string;
  link: string | null;
  reason: string | null;
  earlier_at: Date | null;
  earlier_device: string | null;
  conflict: boolean;
  sale: {
    reference: string;
    tickets: { name: string; quantity: number }[];
    total: number;
    currency: string;
    payment: PaidByHand | null;
  } | null;
};

/** Outcomes that keep nobody out. */
const NOT_REFUSED = sql`('admitted', 'checked_out', 'not_inside', 'just_scanned', 'unreadable', 'number', 'undone')`;

const OF_FILTER: Record<LogFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  refused: sql`s.outcome not in ${NOT_REFUSED}`,
  undone: sql`s.outcome = 'undone'`,
  sold: sql`false`,
  conflicts: sql`s.conflict`,
};

const micros = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`;

/** What comes after a place, for rows whose time is `column`, of one kind. */
function after(
  place: LogPlace | null,
  column: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!place) return sql`true`;
  const at = sql`(timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond')`;
  return sql`${column} <= ${at} and (${column}, ${kind}) < (${at}, ${place.kind}::int, ${place.id}::bigint)`;
}

const matches = (text: string, columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  text === '' ? sql`true` : sql`app.fold(${columns}) like '%' || app.like_text(app.fold(${text})) || '%'`;

/** Scans and sales of a list, the newest first by the server's receipt. */
export async function findLog(
  db: Db,
  listId: number,
  {
    text,
    show,
    after: place,
    limit,
  }: { text: string; show: LogFilter; after: LogPlace | null; limit: number },
): Promise<LogRow[]> {
  const scans = sql`
    select 0 as kind, s.id, s.received_at as sorted_at, coalesce(s.happened_at, s.received_at) as at, s.received_at, s.outcome, a.first_name, a.last_name,
      t.name as ticket_name, p.label as price_label, a.reference, s.device, k.name as link, s.override_reason as reason,
      coalesce(s.first_at, e.at) as earlier_at, coalesce(s.first_device, e.device) as earlier_device, s.conflict,
      null::jsonb as sale
    from app.scans s
    left join app.check_in_links k on k.id = s.check_in_link_id
    left join app.attendees a on a.id = s.attendee_id
    left join app.tickets t on t.id = a.ticket_id
    left join app.ticket_prices p on p.id = a.price_id
    left join lateral (
      select coalesce(x.happened_at, x.received_at) as at, x.device from app.scans x
      where s.outcome = 'already_in' and s.first_at is null and x.attendee_id = s.attendee_id and x.check_in_list_id = s.check_in_list_id
        and x.outcome = 'admitted' and x.id < s.id order by x.id desc limit 1) e on true
    where s.check_in_list_id = ${listId} and ${OF_FILTER[show]} and ${after(place, sql`s.received_at`, sql`0, s.id`)}
      and ${matches(text, sql`concat_ws(' ', split_part(a.search, chr(10), 1), t.name, s.device, k.name)`)}
    order by s.received_at desc, s.id desc limit ${limit}`;
  const sales = sql`
    select 1, d.order_id, d.created_at, d.created_at, d.created_at, null, null, null, null, null, null, d.device, k.name, null,
      null::timestamptz, null, false, jsonb_build_object('reference', o.reference, 'total', o.total, 'currency', o.currency,
        'payment', o.paid_by_hand, 'tickets', (
          select jsonb_agg(jsonb_build_object('name', concat_ws(', ', i.ticket_name, nullif(i.price_label, '')),
            'quantity', i.quantity) order by i.position, i.id) from app.order_items i where i.order_id = o.id))
    from app.door_sales d join app.orders o on o.id = d.order_id
    left join app.check_in_links k on k.id = d.check_in_link_id
    where d.check_in_list_id = ${listId} and ${show === 'all' || show === 'sold'}
      and ${after(place, sql`d.created_at`, sql`1, d.order_id`)}
      and ${matches(text, sql`concat_ws(' ', o.reference, o.first_name, o.last_name, d.device, k.name)`)}
    order by d.created_at desc, d.order_id desc limit ${limit}`;
  const { rows } = await sql<LogRow>`
    select log.*, ${micros(sql`sorted_at`)} as micros from ((${scans}) union all (${sales})) log
    order by sorted_at desc, kind desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many scans of a list refused somebody or were taken back, and how many sales there were. */
export async function countLog(db: Db, listId: number) {
  const { rows } = await sql<{ refused: number; undone: number; sold: number; conflicts: number }>`
    select count(*) filter (where outcome not in ${NOT_REFUSED}) as refused,
      count(*) filter (where outcome = 'undone') as undone,
      count(*) filter (where conflict) as conflicts,
      (select count(*) from app.door_sales where check_in_list_id = ${listId}) as sold
    from app.scans where check_in_list_id = ${listId}`.execute(db);
  return rows[0] ?? { refused: 0, undone: 0, sold: 0, conflicts: 0 };
}
