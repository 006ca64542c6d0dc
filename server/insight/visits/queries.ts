import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { type Mark, REGISTERS } from './core/sketch.ts';

/**
 * The salt of today in UTC, as hexadecimal letters. Makes it if there is none, and destroys those of earlier days. It stays
 * in the database: no process keeps it.
 */
export async function readSalt(db: Db): Promise<string> {
  const { rows } = await sql<{ salt: string }>`
    with today as (select (app.now() at time zone 'UTC')::date as day),
    gone as (delete from app.visitor_salts where day < (select day from today))
    insert into app.visitor_salts (day, salt) select day, ${randomBytes(32)} from today
    on conflict (day) do update set salt = visitor_salts.salt
    returning encode(salt, 'hex') as salt`.execute(db);
  return rows[0]?.salt ?? '';
}

/** Views of one source of an event, and the marks that their visitors left. */
export type SeenSource = { eventId: number; source: string; views: number; marks: readonly Mark[] };

/** A day with so many sources puts further ones together. */
const MOST_SOURCES = 200;

type Place = { eventId: number; asked: string; source: string; day: string };

/**
 * On which day in the event's zone, and under which source, each of these is counted. Leaves out events that do not exist.
 * An affiliate is named by its id; a code that none has is `direct`.
 */
async function findPlaces(tx: Tx, seen: readonly SeenSource[]): Promise<Place[]> {
  const of = (pick: (one: SeenSource) => string | number) => arrayText(seen.map(pick));
  const { rows } = await sql<Place>`
    with asked as (
      select s.event_id, s.source as asked, (app.now() at time zone e.timezone)::date as day,
        case when s.source like 'affiliate|%' then coalesce((select 'affiliate|' || a.id from app.affiliates a
          where a.event_id = e.id and lower(a.code) = split_part(s.source, '|', 2)), 'direct') else s.source end as source
      from unnest(${of((one) => one.eventId)}::bigint[], ${of((one) => one.source)}::text[]) s(event_id, source)
      join app.events e on e.id = s.event_id)
    select event_id as "eventId", asked, day::text as day,
      case when exists (select from app.page_views v
          where v.event_id = a.event_id and v.day = a.day and v.source = a.source)
        or (select count(*) from app.page_views v where v.event_id = a.event_id and v.day = a.day) < ${MOST_SOURCES}
        then source else 'other' end as source
    from asked a`.execute(tx);
  return rows;
}

type Count = { eventId: number; day: string; source: string; views: number };
type MarkAt = Omit<Count, 'views'> & Mark;

/** Adds views. Rows are locked in the order of their keys, so that two processes never wait for one another. */
async function addViews(tx: Tx, counts: readonly Count[]): Promise<void> {
  const of = (pick: (one: Count) => string | number) => arrayText(counts.map(pick));
  await sql`
    insert into app.page_views (account_id, event_id, day, source, views, visitors)
    select e.account_id, e.id, c.day, c.source, sum(c.views), 0
    from unnest(${of((one) => one.eventId)}::bigint[], ${of((one) => one.day)}::date[], ${of((one) => one.source)}::text[],
      ${of((one) => one.views)}::bigint[]) c(event_id, day, source, views)
    join app.events e on e.id = c.event_id
    group by e.account_id, e.id, c.day, c.source order by e.id, c.day, c.source
    on conflict (event_id, day, source) do update set views = page_views.views + excluded.views`.execute(tx);
}

/** Leaves marks, and notes when. */
async function leaveMarks(tx: Tx, marks: readonly MarkAt[]): Promise<void> {
  if (marks.length === 0) return;
  const of = (pick: (one: MarkAt) => string | number) => arrayText(marks.map(pick));
  await sql`
    insert into app.visitor_registers (event_id, day, source, register, run, seen_at)
    select event_id, day, source, register, max(run), app.now()
    from unnest(${of((one) => one.eventId)}::bigint[], ${of((one) => one.day)}::date[], ${of((one) => one.source)}::text[],
      ${of((one) => one.register)}::smallint[], ${of((one) => one.run)}::smallint[]) m(event_id, day, source, register, run)
    group by event_id, day, source, register order by event_id, day, source, register
    on conflict (event_id, day, source, register)
      do update set run = greatest(visitor_registers.run, excluded.run), seen_at = excluded.seen_at`.execute(
    tx,
  );
}

/**
 * Estimates the visitors of these sources anew: HyperLogLog, with linear counting while registers are left over. A number
 * never falls: after a crash of the database the sketches begin anew.
 */
async function countVisitors(tx: Tx, counts: readonly Count[]): Promise<void> {
  const of = (pick: (one: Count) => string | number) => arrayText(counts.map(pick));
  await sql`
    with asked as (
      select distinct event_id, day, source
      from unnest(${of((one) => one.eventId)}::bigint[], ${of((one) => one.day)}::date[], ${of((one) => one.source)}::text[])
        c(event_id, day, source)),
    sketches as (
      select event_id, day, source, count(*)::float8 as used,
        0.7213 / (1 + 1.079 / ${REGISTERS}) * ${REGISTERS}::float8 * ${REGISTERS}
          / (${REGISTERS} - count(*) + sum(power(2::float8, -run))) as raw
      from app.visitor_registers join asked using (event_id, day, source) group by event_id, day, source)
    update app.page_views v set visitors = greatest(v.visitors, round(case
      when s.raw <= 2.5 * ${REGISTERS} and s.used < ${REGISTERS} then ${REGISTERS} * ln(${REGISTERS} / (${REGISTERS} - s.used))
      else s.raw end)::bigint)
    from sketches s where v.event_id = s.event_id and v.day = s.day and v.source = s.source`.execute(tx);
}

/** Tells open screens of the account. */
async function feed(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await sql`
    insert into app.live_feed (account_id, event_id, noun, kind, ids)
    select account_id, id, 'visits', 'changed', '{}' from app.events
    where id = any(${arrayText([...eventIds])}::bigint[])`.execute(tx);
}

/** Writes what was seen in one transaction: for each source, and for the whole page. */
export async function writeVisits(db: Db, seen: readonly SeenSource[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const places = new Map(
      (await findPlaces(tx, seen)).map((place) => [`${place.eventId} ${place.asked}`, place]),
    );
    const placed = seen.flatMap(({ eventId, source: asked, views, marks }) => {
      const place = places.get(`${eventId} ${asked}`);
      if (!place) return [];
      return [place.source, ''].map((source) => ({ eventId, day: place.day, source, views, marks }));
    });
    if (placed.length === 0) return;
    await addViews(tx, placed);
    await leaveMarks(
      tx,
      placed.flatMap(({ marks, eventId, day, source }) =>
        marks.map((mark) => ({ eventId, day, source, ...mark })),
      ),
    );
    await countVisitors(tx, placed);
    await feed(tx, [...new Set(placed.map(({ eventId }) => eventId))]);
  });
}

/** Destroys salts of days that are over, and sketches of days that are over everywhere. May run twice. */
export async function forgetVisitors(db: Db): Promise<void> {
  await sql`delete from app.visitor_salts where day < (app.now() at time zone 'UTC')::date`.execute(db);
  await sql`delete from app.visitor_registers where day < (app.now() at time zone 'UTC')::date - 1`.execute(
    db,
  );
}

/**
 * How many visitors opened the page within the last five minutes. Each leaves one register, which some share, so it is
 * estimated from how many are left over: linear counting, Whang and others 1990.
 */
export async function countPresent(db: Db, scope: AccountScope, eventId: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(distinct register) as used from app.visitor_registers r join app.events e on e.id = r.event_id
    where e.account_id = ${scope.accountId} and r.event_id = ${eventId} and r.source = ''
      and r.day >= (app.now() at time zone e.timezone)::date - 1 and r.seen_at > app.now() - interval '5 minutes'`.execute(
    db,
  );
  const used = Math.min(rows[0]?.used ?? 0, REGISTERS - 1);
  return Math.round(-REGISTERS * Math.log(1 - used / REGISTERS));
}
