import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

/** An order, or a ticket in the order of somebody else, that belongs to an email address. */
export type Belonging = {
  /** What its link opens. */
  kind: 'order' | 'ticket';
  shortId: string;
  reference: string;
  /** The address and the language as they are stored. */
  email: string;
  locale: string;
  state: 'valid' | 'called_off' | 'awaiting_payment' | 'cancelled' | 'refunded';
  eventId: number;
  eventTitle: string;
  /** Of the ticket if it is for a part of the event. */
  startsAt: Date;
  endsAt: Date | null;
  timeZone: string;
};

/**
 * What belongs to an address in any account, if the event is ahead or ended at most `recentDays` ago: what comes next is
 * first, what is over is last. A hold that was never completed is left out. A ticket whose buyer has the same address is
 * found by its order.
 */
export async function findBelongings(
  db: Db | Tx,
  email: string,
  { recentDays, limit }: { recentDays: number; limit: number },
): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    with mine as (
      select 'order' as kind, o.short_id, o.reference, o.email, o.locale, o.event_id, o.id,
        case when o.status = 'cancelled' then 'cancelled' when o.refund_status = 'full' then 'refunded'
          when o.status = 'awaiting_offline_payment' then 'awaiting_payment' else 'valid' end as state,
        null::timestamptz as own_starts_at, null::timestamptz as own_ends_at
      from app.orders o
      where lower(o.email) = lower(${email}) and o.email is not null
        and (o.completed_at is not null or o.status = 'awaiting_offline_payment')
      union all
      select 'ticket', a.short_id, a.reference, a.email, a.locale, a.event_id, a.id,
        case a.status when 'active' then 'valid' else a.status end, t.own_starts_at, t.own_ends_at
      from app.attendees a
      join app.orders o on o.account_id = a.account_id and o.id = a.order_id
      join app.tickets t on t.account_id = a.account_id and t.id = a.ticket_id
      where lower(a.email) = lower(${email}) and lower(o.email) is distinct from lower(${email})
    )
    select m.kind, m.short_id as "shortId", m.reference, m.email, m.locale, m.event_id as "eventId",
      case when e.called_off_at is not null and m.state in ('valid', 'awaiting_payment') then 'called_off'
        else m.state end as state,
      e.title as "eventTitle", coalesce(m.own_starts_at, e.starts_at) as "startsAt",
      case when m.own_starts_at is null then e.ends_at else m.own_ends_at end as "endsAt", e.timezone as "timeZone"
    from mine m join app.events e on e.id = m.event_id
    where coalesce(m.own_ends_at, e.effective_end) > app.now() - make_interval(days => ${recentDays})
    order by coalesce(m.own_ends_at, e.effective_end) < app.now(), abs(extract(epoch from coalesce(m.own_starts_at, e.starts_at) - app.now())), m.id
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * The span of time in which a mail with this key may be sent, as a number that rises; null if one was queued less than a
 * span ago. The keys of mails end with that number, so that only one fits into a span.
 */
export async function findFreeSpan(db: Db | Tx, key: string, seconds: number): Promise<number | null> {
  const { rows } = await sql<{ span: number; isTaken: boolean }>`
    select s.span::int as span, exists (
      select from app.mails
      where dedupe_key in (${key}::text || ':' || s.span, ${key}::text || ':' || (s.span - 1))
        and created_at > app.now() - make_interval(secs => ${seconds})) as "isTaken"
    from (select floor(extract(epoch from app.now()) / ${seconds}::int)::bigint as span) s`.execute(db);
  const [found] = rows;
  return found && !found.isTaken ? found.span : null;
}
