import type { Direction } from '@entrada/contract/door/check-in';
import { TWICE_MS } from '@entrada/contract/door/decision';
import { CompiledQuery, sql } from 'kysely';
import { type Db, type Prepared, runPrepared, type Tx } from '../../db/client.ts';

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
// Of two calls of one phone with the same code, the second scanned just now: the entry is in this statement, or became known since
// the person was looked up. It is asked for by a plain comparison, so that no plan reads the whole table for it.
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
      returning check_in_list_id, attendee_id, checked_in_at, device_key),
    decided as materialized (
      select a.*, e.checked_in_at,
        case when a.outcome <> 'admitted' then a.outcome
          when a.code_version <> t.code_version then 'revoked'
          when t.status = 'cancelled' then 'cancelled'
          when e.checked_in_at is null then case when a.code_version is not null and a.device_key in (
              (select w.device_key from entries w where w.check_in_list_id = a.list_id and w.attendee_id = a.attendee_id),
              (select c.device_key from app.check_ins c where c.check_in_list_id = a.list_id and c.attendee_id = a.attendee_id
                and c.checked_out_at is null and c.checked_in_at > app.now() - interval '${TWICE_MS} milliseconds'))
            then 'just_scanned' else 'already_in' end
          else a.outcome end as verdict
      from asked a left join valid t on t.id = a.attendee_id left join firsts f on f.nth = a.nth
      left join entries e on e.check_in_list_id = f.list_id and e.attendee_id = f.attendee_id),
    facts as (
      insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, device, nonce, scanned_at, user_id, check_in_link_id,
        direction)
      select account_id, list_id, attendee_id, verdict, method, device, nonce, scanned_at, user_id, link_id, direction from decided
      order by list_id, nonce)
    select verdict as outcome, checked_in_at as "checkedInAt", pg_current_xact_id()::text as xid from decided order by nth`,
};

/** `xid`: the transaction that wrote it. */
export type Recorded = { outcome: string; checkedInAt: Date | null; xid: string };

/**
 * Opens an entry for each scan whose outcome is `admitted` and records every scan, in one statement. Answers
 * in the given order. If two doors scan a person at once, the partial unique index admits only one of the
 * scans. The outcome of the other is `already_in`, or `just_scanned` if both came from one phone. A code whose ticket got a new one meanwhile is `revoked`, one
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
    select a.n as attendees, e.n as "checkedIn", e.parts, pg_current_snapshot()::text as snapshot
    from (
      select coalesce(sum(n), 0)::bigint as n from app.tallies
      where event_id = $1::bigint and kind = 'attendees' and ($3::boolean or ref_id = any(array(
        select ticket_id from app.check_in_list_tickets where check_in_list_id = $2::bigint)))) a,
      (select coalesce(sum(n), 0)::bigint as n, count(*) as parts from app.tallies
      where event_id = $1::bigint and kind = 'entries' and ref_id = $2::bigint) e`,
};

/** The largest number of rows that are added up. If there are more, they are folded into one. */
const PARTS = 500;

/** How many guests may enter by a list, and how many have entered, and which transactions these numbers include. */
export async function countList(
  db: Db,
  list: { id: number; event_id: number; all_tickets: boolean },
): Promise<Counts & { snapshot: string }> {
  const [row] = await runPrepared<Counts & { parts: number; snapshot: string }>(db, COUNTS, [
    list.event_id,
    list.id,
    list.all_tickets,
  ]);
  if (!row) throw new Error('The tallies gave no sum');
  if (row.parts > PARTS) await sql`select app.fold_tallies(${list.event_id}::bigint)`.execute(db);
  return { attendees: row.attendees, checkedIn: row.checkedIn, snapshot: row.snapshot };
}
