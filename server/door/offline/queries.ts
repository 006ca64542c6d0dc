import { lastNamePlace, personName } from '@entrada/contract/accounts/person-name';
import { type OfflinePerson, PERSON_STATUSES } from '@entrada/contract/door/offline';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Cursor } from '../../platform/live/cursor.ts';

/** Each price of an event with its ticket, deleted ones too, and whether a list admits it. */
export async function findKinds(db: Db, list: { id: number; event_id: number; all_tickets: boolean }) {
  return db
    .selectFrom('ticket_prices as p')
    .innerJoin('tickets as t', 't.id', 'p.ticket_id')
    .select(['p.id', 't.name', 'p.label', 't.own_starts_at', 't.own_ends_at'])
    .select(
      sql<boolean>`${list.all_tickets} or exists (select from app.check_in_list_tickets lt
        where lt.check_in_list_id = ${list.id} and lt.ticket_id = t.id)`.as('admitted'),
    )
    .where('t.event_id', '=', list.event_id)
    .orderBy('p.id')
    .execute();
}

/** How many attendees an event has, cancelled ones too. */
export async function countPeople(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from app.attendees where event_id = ${eventId}`.execute(db);
  return rows[0]?.n ?? 0;
}

type PersonRow = {
  id: number;
  reference: string;
  first_name: string;
  last_name: string;
  price_id: number;
  status: (typeof PERSON_STATUSES)[number];
  code_version: number;
  in_ms: number | null;
  device: string | null;
  created: number;
};

const people = (listId: number, where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<PersonRow>`
  select a.id, a.reference, a.first_name, a.last_name, a.price_id, a.status, a.code_version, c.device,
    floor(extract(epoch from c.checked_in_at) * 1000)::bigint as in_ms,
    (extract(epoch from a.created_at) * 1000000)::bigint as created
  from app.attendees a
  left join app.check_ins c on c.check_in_list_id = ${listId} and c.attendee_id = a.id and c.checked_out_at is null
  where ${where} ${rest}`;

function toPerson(row: PersonRow): OfflinePerson {
  const named = { firstName: row.first_name, lastName: row.last_name };
  const place = lastNamePlace(named);
  return [
    row.id,
    row.reference,
    personName(named),
    row.price_id,
    PERSON_STATUSES.indexOf(row.status),
    row.code_version,
    row.in_ms === null ? null : [row.in_ms, row.device ?? ''],
    ...(place === undefined ? ([] as const) : ([place] as const)),
  ];
}

type Place = { id: number; event_id: number };

/** People of an event after a key, at most `limit`, and the key of the last one; null if nobody comes after. */
export async function findPeopleAfter(
  db: Db,
  list: Place,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ people: OfflinePerson[]; next: string | null }> {
  const [created, id] = (after ?? '').split('-').map(Number);
  const beyond =
    created === undefined || id === undefined
      ? sql`true`
      : sql`(a.created_at, a.id) > (timestamptz 'epoch' + ${created}::bigint * interval '1 microsecond', ${id}::bigint)`;
  const { rows } = await people(
    list.id,
    sql`a.event_id = ${list.event_id} and ${beyond}`,
    sql`order by a.created_at, a.id limit ${limit}`,
  ).execute(db);
  const last = rows.at(-1);
  const next = rows.length === limit && last ? `${last.created}-${last.id}` : null;
  return { people: rows.map(toPerson), next };
}

/** Some people of an event as they are now. */
export async function findPeople(db: Db, list: Place, ids: readonly number[]): Promise<OfflinePerson[]> {
  if (ids.length === 0) return [];
  const { rows } = await people(
    list.id,
    sql`a.event_id = ${list.event_id} and a.id = any(${[...ids]}::bigint[])`,
    sql`order by a.id`,
  ).execute(db);
  return rows.map(toPerson);
}

/**
 * Who was added or changed between two places of the feed, or came in or left by the list. Null if they are more than `most`.
 */
export async function findChanged(
  db: Db,
  list: Place,
  { from, upto, most }: { from: Cursor; upto: Cursor; most: number },
): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select distinct unnest(ids) as id from app.live_feed
    where event_id = ${list.event_id} and xid >= ${String(from.xid)}::text::xid8 and xid < ${String(upto.xid)}::text::xid8
      and noun in ('attendees', 'door') and (noun = 'attendees' or kind in ('people', ${String(list.id)}))
    limit ${most + 1}`.execute(db);
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** Attendees of an event by their references. */
export async function findIdsByReference(
  db: Db,
  eventId: number,
  references: readonly string[],
): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('attendees')
    .select(['id', 'reference'])
    .where('event_id', '=', eventId)
    .where('reference', 'in', references)
    .execute();
  return new Map(rows.map(({ id, reference }) => [reference, id]));
}

/** What decides about scans of a list that was open when they were made. Deleted lists too. */
export async function findListTimes(db: Db, listId: number) {
  return db
    .selectFrom('check_in_lists as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select([
      'l.id',
      'l.event_id',
      'l.all_tickets',
      'l.activates_at',
      'l.expires_at',
      'l.closed_at',
      'l.deleted_at',
      'l.allows_reentry',
      'e.called_off_at',
    ])
    .where('l.id', '=', listId)
    .executeTakeFirst();
}

/** The conflicts of a list, the newest first. */
export async function findConflicts(db: Db, listId: number, limit: number) {
  return db
    .selectFrom('scans as s')
    .leftJoin('check_in_links as k', 'k.id', 's.check_in_link_id')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('attendees as a', 'a.id', 's.attendee_id')
    .leftJoin('tickets as t', 't.id', 'a.ticket_id')
    .leftJoin('ticket_prices as p', 'p.id', 'a.price_id')
    .select([
      's.id',
      's.outcome',
      's.direction',
      's.device',
      's.first_at',
      's.first_device',
      'k.name as link',
      'u.first_name as user_first_name',
      'u.last_name as user_last_name',
      'a.reference',
      'a.first_name',
      'a.last_name',
      't.name as ticket_name',
      'p.label as price_label',
    ])
    .select(sql<Date>`coalesce(s.happened_at, s.received_at)`.as('at'))
    .where('s.check_in_list_id', '=', listId)
    .where('s.conflict', '=', true)
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
}
