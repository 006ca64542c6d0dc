import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { MinuteRow } from './core/minutes.ts';

/**
 * A day of an event in its zone. `from` and `to` are its ends, `at` is the time of the database, `loose` how many figures are
 * not folded.
 */
export type EventDay = {
  timezone: string;
  day: string;
  today: string;
  from: Date;
  to: Date;
  at: Date;
  loose: number;
};

/** More rows than this are folded before they are added up. */
const PARTS = 500;

/** `day` without one: today. Undefined if the account has no such event. */
export async function findEventDay(
  db: Db,
  scope: AccountScope,
  { eventId, day }: { eventId: number; day: string | null },
): Promise<EventDay | undefined> {
  const { rows } = await sql<EventDay>`
    select timezone, day::text as day, today::text as today, day::timestamp at time zone timezone as from,
      (day + 1)::timestamp at time zone timezone as to, app.now() as at,
      (select count(*) from (
        select from app.door_figures where event_id = ${eventId} and not is_folded limit ${PARTS + 1}) l) as loose
    from (
      select timezone, (app.now() at time zone timezone)::date as today,
        coalesce(${day}::date, (app.now() at time zone timezone)::date) as day
      from app.events where account_id = ${scope.accountId} and id = ${eventId}) e`.execute(db);
  return rows[0];
}

/** Folds the figures of an event if there are many rows. */
export async function foldMany(
  db: Db,
  { eventId, loose }: { eventId: number; loose: number },
): Promise<void> {
  if (loose > PARTS) await foldFigures(db, eventId);
}

/** Makes one row of many for an event. May run twice, also at once. */
export async function foldFigures(db: Db, eventId: number): Promise<void> {
  await sql`select app.fold_door_figures(${eventId}::bigint)`.execute(db);
}

/** Events to whose figures many rows were added. At most 20. */
export async function findManyLoose(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from app.door_figures where not is_folded group by event_id
    having count(*) > ${PARTS} limit 20`.execute(db);
  return rows.map(({ id }) => id);
}

/** Entries of each door in each minute of a day. */
export async function findMinutes(
  db: Db,
  scope: AccountScope,
  { eventId, from, to }: { eventId: number; from: Date; to: Date },
): Promise<MinuteRow[]> {
  const { rows } = await sql<MinuteRow>`
    select ref_id as "listId", at as minute, sum(n)::bigint as entries
    from app.door_figures where account_id = ${scope.accountId} and event_id = ${eventId} and kind = 'entries'
      and at >= ${from} and at < ${to}
    group by ref_id, at having sum(n) > 0`.execute(db);
  return rows;
}

/** How many people entered on the day that begins at `from`, each once. */
export async function countEntered(
  db: Db,
  scope: AccountScope,
  { eventId, from }: { eventId: number; from: Date },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::bigint as n from app.door_figures
    where account_id = ${scope.accountId} and event_id = ${eventId} and kind = 'people' and ref_id = 0
      and at = ${from}`.execute(db);
  return rows[0]?.n ?? 0;
}

export type Door = {
  id: number;
  name: string;
  isDeleted: boolean;
  inside: number;
  devices: number;
  lastAt: Date | null;
};

/** The doors of an event, in the order in which they were made: open entries by the tallies, and who lets people in now. */
export async function findDoors(db: Db, scope: AccountScope, eventId: number): Promise<Door[]> {
  const { rows } = await sql<Door>`
    with entries as (
      select ref_id, sum(n)::bigint as n from app.tallies where event_id = ${eventId} and kind = 'entries' group by ref_id),
    recent as (
      select check_in_list_id, count(distinct device) filter (where device <> '') as devices
      from app.check_ins where event_id = ${eventId} and checked_in_at > app.now() - interval '5 minutes'
      group by check_in_list_id)
    select l.id, l.name, l.deleted_at is not null as "isDeleted", coalesce(e.n, 0) as inside,
      coalesce(r.devices, 0) as devices, last.at as "lastAt"
    from app.check_in_lists l left join entries e on e.ref_id = l.id left join recent r on r.check_in_list_id = l.id
    -- The last minute with an entry, and the last of its entries: a door that was left for long is not looked for in all entries.
    left join lateral (
      select f.at from app.door_figures f where f.event_id = l.event_id and f.kind = 'entries' and f.ref_id = l.id
      group by f.at having sum(f.n) > 0 order by f.at desc limit 1) busy on true
    left join lateral (
      select c.checked_in_at as at from app.check_ins c where c.event_id = l.event_id and c.check_in_list_id = l.id
        and c.checked_in_at >= busy.at and c.checked_in_at < busy.at + interval '1 minute'
      order by c.checked_in_at desc limit 1) last on true
    where l.account_id = ${scope.accountId} and l.event_id = ${eventId} order by l.id`.execute(db);
  return rows;
}

export type TicketInside = { id: number; name: string; attendees: number; inside: number; isToday: boolean };

/** Active attendees of each ticket and how many of them are inside. `isToday`: it is for a time between `from` and `to`. */
export async function findTicketsInside(
  db: Db,
  scope: AccountScope,
  { eventId, from, to }: { eventId: number; from: Date; to: Date },
): Promise<TicketInside[]> {
  const { rows } = await sql<TicketInside>`
    with active as (
      select ref_id, sum(n)::bigint as n from app.tallies where event_id = ${eventId} and kind = 'attendees' group by ref_id),
    inside as (
      select ref_id as ticket_id, sum(n)::bigint as n from app.door_figures
      where event_id = ${eventId} and kind = 'inside' group by ref_id)
    select t.id, t.name, coalesce(a.n, 0) as attendees, coalesce(i.n, 0) as inside,
      t.own_starts_at is null or (t.own_starts_at < ${to} and t.own_ends_at > ${from}) as "isToday"
    from app.tickets t left join active a on a.ref_id = t.id left join inside i on i.ticket_id = t.id
    where t.account_id = ${scope.accountId} and t.event_id = ${eventId} and t.admits
    order by t.position, t.id`.execute(db);
  return rows;
}
