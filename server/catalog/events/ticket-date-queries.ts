import type { TicketDates } from '@entrada/contract/catalog/policies/ticket-dates';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type DateShift, movedDate, movedEnd } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';

type Times = { startsAt: Date; endsAt: Date | null; timezone: string };
type Move = { from: Times; to: Times };

type MovedTicket = { id: number; before: OwnDates; after: OwnDates };
type OwnDates = { ownStartsAt: Date; ownEndsAt: Date };

/** How far the start and the end of an event go on by its clocks, in seconds. `endBy`: null if one of them is no end. */
export async function measureMove(
  tx: Tx,
  { from, to }: Move,
): Promise<{ startBy: number; endBy: number | null }> {
  const by = (before: Date | null, after: Date | null) => sql<number | null>`extract(epoch from
    (${after}::timestamptz at time zone ${to.timezone}) - (${before}::timestamptz at time zone ${from.timezone}))::float8`;
  const { rows } = await sql<{ start_by: number; end_by: number | null }>`
    select ${by(from.startsAt, to.startsAt)} as start_by, ${by(from.endsAt, to.endsAt)} as end_by`.execute(
    tx,
  );
  return { startBy: rows[0]?.start_by ?? 0, endBy: rows[0]?.end_by ?? null };
}

/**
 * Moves the tickets' own dates with the start of their event, by the same difference in local time. Those that are kept
 * show the same times on the clocks, also in another zone. Raises the versions of the tickets that change and answers
 * them. The caller holds the event's lock.
 */
export async function moveTicketDates(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { from, to }: Move,
  dates: TicketDates,
): Promise<MovedTicket[]> {
  const shift: DateShift = {
    from: from.startsAt,
    to: dates === 'move' ? to.startsAt : null,
    timezone: from.timezone,
    toTimezone: to.timezone,
  };
  const { rows } = await sql<{ id: number; old_start: Date; old_end: Date; new_start: Date; new_end: Date }>`
    with moved as materialized (
      select t.id, t.own_starts_at as old_start, t.own_ends_at as old_end,
        ${movedDate('t.own_starts_at', shift)} as new_start, ${movedEnd('t.own_starts_at', 't.own_ends_at', shift)} as new_end
      from app.tickets t
      where t.account_id = ${scope.accountId} and t.event_id = ${eventId} and t.own_starts_at is not null)
    update app.tickets t set own_starts_at = m.new_start, own_ends_at = m.new_end, version = t.version + 1,
      updated_at = app.now()
    from moved m where m.id = t.id and (m.new_start <> m.old_start or m.new_end <> m.old_end)
    returning t.id, m.old_start, m.old_end, m.new_start, m.new_end`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    before: { ownStartsAt: row.old_start, ownEndsAt: row.old_end },
    after: { ownStartsAt: row.new_start, ownEndsAt: row.new_end },
  }));
}

/** The end of an event that a ticket's own dates lie outside of; null if the event holds all of them. */
export async function findBrokenBound(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
): Promise<'startsAt' | 'endsAt' | null> {
  const { rows } = await sql<{ bound: 'startsAt' | 'endsAt' }>`
    select case when t.own_starts_at < e.starts_at then 'startsAt' else 'endsAt' end as bound
    from app.events e join app.tickets t on t.event_id = e.id
    where e.account_id = ${scope.accountId} and e.id = ${eventId}
      and (t.own_starts_at < e.starts_at or t.own_ends_at > e.effective_end)
    order by t.position, t.id limit 1`.execute(tx);
  return rows[0]?.bound ?? null;
}
