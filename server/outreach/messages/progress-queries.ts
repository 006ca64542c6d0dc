import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isInQueue } from '../../platform/jobs/queries.ts';

/**
 * Lets the messages go out whose moment has come, and answers their ids. A message of an event that was archived meanwhile, or
 * called off after it was scheduled, is a draft again: its words may be wrong now. Those that another process looks at are
 * left to it.
 */
export async function beginDue(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number; goes: boolean }>`
    with due as materialized (
      select m.id, e.status <> 'archived' and coalesce(m.updated_at >= e.called_off_at, true) as goes
      from app.messages m join app.events e on e.id = m.event_id
      where m.status = 'scheduled' and m.send_at <= app.now()
      order by m.send_at limit 50 for no key update of m skip locked)
    update app.messages m set status = case when d.goes then 'sending' else 'draft' end,
      send_at = case when d.goes then m.send_at end, undo_until = case when d.goes then m.undo_until end,
      updated_at = app.now()
    from due d where m.id = d.id returning m.id, d.goes`.execute(tx);
  return rows.flatMap(({ id, goes }) => (goes ? [id] : []));
}

/**
 * Counts what became of the recipients of messages, and ends those that go out when every recipient has an outcome. Writes only
 * what changed. Messages that another process looks at are left to it.
 */
export async function countOutcomes(tx: Tx | Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with open as (select m.id from app.messages m where ${which} for no key update skip locked),
    tallies as (select r.message_id, r.state, count(*) as n from app.message_recipients r
      where r.message_id in (select id from open) group by r.message_id, r.state),
    told as (select o.id, coalesce(jsonb_object_agg(t.state, t.n) filter (where t.state is not null), '{}')
        || jsonb_build_object('total', coalesce(sum(t.n), 0)) as counts,
      coalesce(sum(t.n) filter (where t.state in ('waiting', 'queued', 'sending')), 0) as open,
      case when sum(t.n) filter (where t.state = 'queued') > 0 then (
        select l.last_error from app.message_recipients r join app.mails l on l.message_recipient_id = r.id
        where r.message_id = o.id and r.state = 'queued' and l.attempts > 0 order by r.at desc limit 1) end as refusal
      from open o left join tallies t on t.message_id = o.id group by o.id),
    news as (select t.*, m.status = 'sending' and m.fixed_at is not null and t.open = 0 as ends
      from told t join app.messages m on m.id = t.id)
    update app.messages m set counts = n.counts, refusal = n.refusal,
      status = case when n.ends then 'sent' else m.status end,
      finished_at = case when n.ends then app.now() else m.finished_at end,
      waits_until = case when n.ends then null else m.waits_until end,
      updated_at = case when n.ends then app.now() else m.updated_at end
    from news n
    where m.id = n.id and (n.ends or (m.counts, m.refusal) is distinct from (n.counts, n.refusal))`.execute(
    tx,
  );
}

/** Messages that go out. A stopped one has mails under way for a while; once they have an outcome, nothing changes any more. */
export const GOING_OUT = sql`(m.status = 'sending' or (m.status = 'stopped' and (m.counts = '{}'
  or coalesce((m.counts ->> 'queued')::int, 0) + coalesce((m.counts ->> 'sending')::int, 0) > 0)))`;

/** One message. */
export const justOne = (messageId: number) => sql`m.id = ${messageId}`;

/** Messages that go out, whose work no job of the queue will do, and that do not wait for another day. */
export async function findForgotten(tx: Tx | Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from app.messages m
    where m.status = 'sending' and not ${isInQueue(sql`'message:' || m.id`)}
      and (m.fixed_at is null or exists (select from app.message_recipients r where r.message_id = m.id and r.state = 'waiting'))
    order by m.id limit 100`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The seconds until the next day (UTC) begins, and that moment. */
export async function untilTomorrow(tx: Tx): Promise<{ at: Date; seconds: number }> {
  const { rows } = await sql<{ at: Date; seconds: number }>`
    select at, extract(epoch from at - app.now())::float as seconds from (
      select (date_trunc('day', app.now() at time zone 'UTC') + interval '1 day') at time zone 'UTC' as at) t`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('The database does not tell the time');
  return rows[0];
}

/** Whether an account is younger than a week. */
export async function isNew(tx: Tx | Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ young: boolean }>`select created_at > app.now() - interval '7 days' as young
    from app.accounts where id = ${accountId}`.execute(tx);
  return rows[0]?.young ?? true;
}

/** Whether an event has begun, and whether it was called off. */
export async function readEventState(
  tx: Tx,
  eventId: number,
): Promise<{ hasBegun: boolean; isCalledOff: boolean }> {
  const { rows } = await sql<{ hasBegun: boolean; isCalledOff: boolean }>`
    select starts_at <= app.now() as "hasBegun", called_off_at is not null as "isCalledOff"
    from app.events where id = ${eventId}`.execute(tx);
  return rows[0] ?? { hasBegun: true, isCalledOff: false };
}
