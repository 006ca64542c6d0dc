import type { Direction } from '@entrada/contract/door/check-in';
import { CompiledQuery, sql } from 'kysely';
import { type Db, type Prepared, runPrepared, type Tx } from '../../db/client.ts';
import type { LinkFacts } from '../check-in-links/core/entry.ts';
import { fromLink, linkColumns } from '../check-in-links/entry-queries.ts';

/** A scanned list with the attendee of the code or reference, and what is already known about them. */
export type Facts = {
  id: number;
  account_id: number;
  event_id: number;
  all_tickets: boolean;
  allows_reentry: boolean;
  activates_at: Date | null;
  expires_at: Date | null;
  now: Date;
  closed_at: Date | null;
  is_called_off: boolean;
  /** The link by which somebody scans; null in the workspace. */
  link: (LinkFacts & { link_id: number; device_id: number | null }) | null;
  /** How many others of the order the list would let in, at most 50. 0 in the workspace. */
  others: number;
} & (Person | { [key in keyof Person]: null });

export type Person = {
  attendee_id: number;
  attendee_event_id: number;
  reference: string;
  first_name: string;
  last_name: string;
  status: string;
  code_version: number;
  ticket_name: string;
  price_label: string;
  own_starts_at: Date | null;
  own_ends_at: Date | null;
  checked_in_at: Date | null;
  device: string | null;
  device_key: string | null;
  admitted_here: boolean;
};

const facts = `l.id, l.account_id, l.event_id, l.all_tickets, l.allows_reentry, l.activates_at, l.expires_at, l.closed_at, app.now() as now,
    e.called_off_at is not null as is_called_off, a.id as attendee_id, a.event_id as attendee_event_id, a.reference, a.first_name, a.last_name, a.status, a.code_version,
    t.name as ticket_name, t.own_starts_at, t.own_ends_at, p.label as price_label, c.checked_in_at, c.device, c.device_key,
    l.all_tickets or exists (
      select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id) as admitted_here`;

/** The rest of an order that is outside. Who may enter by the list goes by its tickets and their own dates. */
const others = `(select count(*) from (
    select from app.attendees x join app.tickets xt on xt.id = x.ticket_id
    where x.order_id = a.order_id and x.id <> a.id and x.status = 'active'
      and (xt.own_starts_at is null or xt.own_starts_at - interval '6 hours' <= app.now() and app.now() < xt.own_ends_at)
      and (l.all_tickets or exists (select from app.check_in_list_tickets xl
        where xl.check_in_list_id = l.id and xl.ticket_id = x.ticket_id))
      and not exists (select from app.check_ins xc
        where xc.check_in_list_id = l.id and xc.attendee_id = x.id and xc.checked_out_at is null)
    limit 50) x)::int as others`;

const withPerson = (person: string) => `
  join app.events e on e.id = l.event_id
  left join app.attendees a on ${person} and a.event_id = l.event_id
  left join app.tickets t on t.id = a.ticket_id
  left join app.ticket_prices p on p.id = a.price_id
  left join app.check_ins c on c.check_in_list_id = l.id and c.attendee_id = a.id and c.checked_out_at is null`;

/** By a link with its phone, or by the list itself. */
const factsBy = (person: string, name: string): { byLink: Prepared; byList: Prepared } => {
  const [from, where] = fromLink({ place: '$1', token: '$3' }).split(/(?=\n {2}where )/);
  return {
    byLink: {
      name: `door.facts-by-${name}`,
      text: `select ${facts}, ${others}, ${linkColumns} ${from} ${withPerson(person)} ${where}`,
    },
    byList: {
      name: `door.list-facts-by-${name}`,
      text: `select ${facts}, 0 as others from app.check_in_lists l ${withPerson(person)}
        where l.id = $1::bigint and l.deleted_at is null`,
    },
  };
};

const BY_ID = factsBy('a.id = $2::bigint', 'id');
const BY_REFERENCE = factsBy('a.reference = $2::text', 'reference');

/**
 * The attendee that a scan asks for: by a verified code, or by a reference that somebody looked up. Null if
 * the code is unreadable.
 */
export type Wanted = { attendeeId: number } | { reference: string } | null;

/** Where somebody acts: at a door, by a link and the token of a phone, or in the workspace, by the list itself. */
export type Place = { shortId: string; tokenHash: Buffer | null } | { listId: number };

type FactsRow = Omit<Facts, 'link'> & NonNullable<Facts['link']>;

/** What is known of a list and a person on it, with the link. A link that is closed is found too. */
export async function findFacts(db: Db, place: Place, wanted: Wanted): Promise<Facts | undefined> {
  const [by, person] =
    wanted && 'reference' in wanted
      ? [BY_REFERENCE, wanted.reference.trim().toUpperCase()]
      : [BY_ID, wanted?.attendeeId ?? null];
  if ('listId' in place) {
    const [row] = await runPrepared<Omit<Facts, 'link'>>(db, by.byList, [place.listId, person]);
    return row && ({ ...row, link: null } as Facts);
  }
  const [row] = await runPrepared<FactsRow>(db, by.byLink, [place.shortId, person, place.tokenHash]);
  return row && ({ ...row, link: row } as Facts);
}

export type Scan = {
  list: { id: number; account_id: number; event_id: number };
  attendeeId: number | null;
  /** The version of the scanned code; null if somebody was looked up. */
  codeVersion: number | null;
  outcome: string;
  method: 'scan' | 'search';
  device: string;
  nonce: string;
  scannedAt: string;
  /** Who made it: in the workspace, or by a link of their own. Else nobody is known. */
  userId?: number | null;
  /** By which link; none in the workspace. */
  linkId?: number | null;
  direction?: Direction;
  /** The phone's own name for itself. */
  deviceKey?: string | null;
};

// Rows are written in the order of their keys, so that two processes cannot block each other (deadlock).
// `valid` waits for a ticket that is just getting a new code, and then sees that code: either the entry is there before
// the new code, or the old code is refused. So it is with a ticket that its buyer is just giving back. The list comes before the
// attendees, as wherever movements are written (`recordMovements`).
const RECORD: Prepared = {
  name: 'door.record',
  text: `
    with asked as materialized (
      select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::timestamptz[], $10::int[], $11::bigint[], $12::bigint[], $13::text[], $14::text[]) with ordinality
        a(account_id, event_id, list_id, attendee_id, outcome, method, device, nonce, scanned_at, code_version, user_id, link_id, direction, device_key, nth)),
    lists as materialized (
      select id from app.check_in_lists where id = any(array(select list_id from asked where outcome = 'admitted'))
      order by id for key share),
    valid as materialized (
      select t.id, t.code_version, t.status from app.attendees t
      where t.id = any(array(select attendee_id from asked where outcome = 'admitted')) and (select count(*) from lists) >= 0
      order by t.id for no key update),
    firsts as materialized (
      select distinct on (list_id, attendee_id) a.* from asked a join valid t on t.id = a.attendee_id
      where outcome = 'admitted' and coalesce(a.code_version, t.code_version) = t.code_version and t.status <> 'cancelled'
      order by list_id, attendee_id, nth),
    entries as (
      insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, device, device_key)
      select account_id, event_id, list_id, attendee_id, device, device_key from firsts order by list_id, attendee_id
      on conflict (check_in_list_id, attendee_id) where checked_out_at is null do nothing
      returning check_in_list_id, attendee_id, checked_in_at),
    decided as materialized (
      select a.*, e.checked_in_at,
        case when a.outcome <> 'admitted' then a.outcome
          when a.code_version <> t.code_version then 'revoked'
          when t.status = 'cancelled' then 'cancelled'
          when e.checked_in_at is null then 'already_in'
          else a.outcome end as verdict
      from asked a left join valid t on t.id = a.attendee_id left join firsts f on f.nth = a.nth
      left join entries e on e.check_in_list_id = f.list_id and e.attendee_id = f.attendee_id),
    facts as (
      insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, device, nonce, scanned_at, user_id, check_in_link_id,
        direction)
      select account_id, list_id, attendee_id, verdict, method, device, nonce, scanned_at, user_id, link_id, direction from decided
      order by list_id, nonce)
    select verdict as outcome, checked_in_at as "checkedInAt" from decided order by nth`,
};

export type Recorded = { outcome: string; checkedInAt: Date | null };

/**
 * Opens an entry for each scan whose outcome is `admitted` and records every scan, in one statement. Answers
 * in the given order. If two doors scan a person at once, the partial unique index admits only one of the
 * scans. The outcome of the other is `already_in`. A code whose ticket got a new one meanwhile is `revoked`, one
 * that was cancelled `cancelled`. A known nonce violates a unique index and undoes the whole
 * statement.
 */
export async function insertScans(db: Tx | Db, scans: readonly Scan[]): Promise<Recorded[]> {
  const of = <T>(pick: (scan: Scan) => T) => scans.map(pick);
  const values = [
    of((scan) => scan.list.account_id),
    of((scan) => scan.list.event_id),
    of((scan) => scan.list.id),
    of((scan) => scan.attendeeId),
    of((scan) => scan.outcome),
    of((scan) => scan.method),
    of((scan) => scan.device),
    of((scan) => scan.nonce),
    of((scan) => new Date(scan.scannedAt)),
    of((scan) => scan.codeVersion),
    of((scan) => scan.userId ?? null),
    of((scan) => scan.linkId ?? null),
    of((scan) => scan.direction ?? 'in'),
    of((scan) => scan.deviceKey ?? null),
  ];
  if (!db.isTransaction) return runPrepared<Recorded>(db, RECORD, values);
  return (await db.executeQuery(CompiledQuery.raw(RECORD.text, values))).rows as Recorded[];
}

/** The outcome of the scan with this nonce, and its attendee. */
export const findScan = (db: Db, listId: number, nonce: string) =>
  db
    .selectFrom('scans')
    .select(['outcome', 'attendee_id'])
    .where('check_in_list_id', '=', listId)
    .where('nonce', '=', nonce)
    .executeTakeFirst();

/** When and where somebody left by a list, the last time. */
export const findLastExit = (db: Db, listId: number, attendeeId: number) =>
  db
    .selectFrom('check_ins')
    .select(['checked_out_at', 'out_device', 'out_device_key'])
    .where('check_in_list_id', '=', listId)
    .where('attendee_id', '=', attendeeId)
    .where('checked_out_at', 'is not', null)
    .orderBy('checked_out_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * The others of somebody's order whom a list may let in and who are outside, and those whom a scan with this nonce asked for
 * before. At most `limit`.
 */
export async function findOthers(
  db: Db,
  list: { id: number; event_id: number; all_tickets: boolean },
  { reference, nonce, limit }: { reference: string; nonce: string; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select x.id from app.attendees x
    where x.event_id = ${list.event_id} and x.reference <> ${reference} and x.order_id = (
        select order_id from app.attendees where event_id = ${list.event_id} and reference = ${reference})
      and (exists (select from app.scans s where s.check_in_list_id = ${list.id} and s.nonce = ${nonce}::text || '-' || x.id)
        or (x.status = 'active' and (${list.all_tickets} or exists (select from app.check_in_list_tickets l
            where l.check_in_list_id = ${list.id} and l.ticket_id = x.ticket_id))
          and not exists (select from app.check_ins c
            where c.check_in_list_id = ${list.id} and c.attendee_id = x.id and c.checked_out_at is null)))
    order by x.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type Counts = { attendees: number; checkedIn: number };

const COUNTS: Prepared = {
  name: 'door.counts',
  text: `
    select a.n as attendees, e.n as "checkedIn", e.parts
    from (
      select coalesce(sum(n), 0)::bigint as n from app.tallies
      where event_id = $1::bigint and kind = 'attendees' and ($3::boolean or ref_id = any(array(
        select ticket_id from app.check_in_list_tickets where check_in_list_id = $2::bigint)))) a,
      (select coalesce(sum(n), 0)::bigint as n, count(*) as parts from app.tallies
      where event_id = $1::bigint and kind = 'entries' and ref_id = $2::bigint) e`,
};

/** The largest number of rows that are added up. If there are more, they are folded into one. */
const PARTS = 500;

/** How many guests may enter by a list, and how many have entered. */
export async function countList(
  db: Db,
  list: { id: number; event_id: number; all_tickets: boolean },
): Promise<Counts> {
  const [row] = await runPrepared<Counts & { parts: number }>(db, COUNTS, [
    list.event_id,
    list.id,
    list.all_tickets,
  ]);
  if (!row) throw new Error('The tallies gave no sum');
  if (row.parts > PARTS) await sql`select app.fold_tallies(${list.event_id}::bigint)`.execute(db);
  return { attendees: row.attendees, checkedIn: row.checkedIn };
}
