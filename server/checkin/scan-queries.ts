import { sql } from 'kysely';
import { type Db, type Prepared, runPrepared } from '../platform/db/client.ts';

/** A scanned list with whom the code or the reference names, and what is known of them already. */
export type Facts = {
  id: number;
  account_id: number;
  event_id: number;
  all_tickets: boolean;
  activates_at: Date | null;
  expires_at: Date | null;
  now: Date;
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
  checked_in_at: Date | null;
  device: string | null;
  admitted_here: boolean;
};

const factsBy = (person: string) => `
  select l.id, l.account_id, l.event_id, l.all_tickets, l.activates_at, l.expires_at, app.now() as now,
    a.id as attendee_id, a.event_id as attendee_event_id, a.reference, a.first_name, a.last_name, a.status, a.code_version,
    t.name as ticket_name, p.label as price_label, c.checked_in_at, c.device,
    l.all_tickets or exists (
      select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id) as admitted_here
  from app.check_in_lists l
  left join app.attendees a on ${person} and a.event_id = l.event_id
  left join app.tickets t on t.id = a.ticket_id
  left join app.ticket_prices p on p.id = a.price_id
  left join app.check_ins c on c.check_in_list_id = l.id and c.attendee_id = a.id and c.checked_out_at is null
  where l.short_id = $1`;

const BY_ID: Prepared = { name: 'door.facts-by-id', text: factsBy('a.id = $2::bigint') };
const BY_REFERENCE: Prepared = {
  name: 'door.facts-by-reference',
  text: factsBy('a.reference = $2::text'),
};

/** Whom a scan asks for: by a verified code, by a reference that somebody looked up, or nobody that can be read. */
export type Wanted = { attendeeId: number } | { reference: string } | null;

export async function findFacts(db: Db, shortId: string, wanted: Wanted): Promise<Facts | undefined> {
  const [facts] =
    wanted && 'reference' in wanted
      ? await runPrepared<Facts>(db, BY_REFERENCE, [shortId, wanted.reference.trim().toUpperCase()])
      : await runPrepared<Facts>(db, BY_ID, [shortId, wanted?.attendeeId ?? null]);
  return facts;
}

const RECORD: Prepared = {
  name: 'door.record',
  text: `
    with entry as (
      insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, device)
      select $1::bigint, $2::bigint, $3::bigint, $4::bigint, $7::text where $5::text = 'admitted'
      on conflict (check_in_list_id, attendee_id) where checked_out_at is null do nothing
      returning checked_in_at)
    insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, device, nonce, scanned_at)
    select $1::bigint, $3::bigint, $4::bigint,
      case when $5::text = 'admitted' and not exists (select from entry) then 'already_in' else $5::text end,
      $6::text, $7::text, $8::text, $9::timestamptz
    returning outcome, (select checked_in_at from entry) as checked_in_at`,
};

/**
 * Opens an entry where the outcome is `admitted` and adds the fact of the scan, in one statement. Two doors at once: the
 * partial unique index lets one of them in, the other's outcome is `already_in`. A nonce that is known breaks a unique
 * index and undoes all of it.
 */
export async function record(
  db: Db,
  list: { id: number; account_id: number; event_id: number },
  scan: {
    attendeeId: number | null;
    outcome: string;
    method: 'scan' | 'search';
    device: string;
    nonce: string;
    scannedAt: string;
  },
): Promise<{ outcome: string; checkedInAt: Date | null }> {
  const [row] = await runPrepared<{ outcome: string; checked_in_at: Date | null }>(db, RECORD, [
    list.account_id,
    list.event_id,
    list.id,
    scan.attendeeId,
    scan.outcome,
    scan.method,
    scan.device,
    scan.nonce,
    new Date(scan.scannedAt),
  ]);
  if (!row) throw new Error('A scan was not recorded');
  return { outcome: row.outcome, checkedInAt: row.checked_in_at };
}

/** What came of the scan with this nonce, and whom it was about. */
export const findScan = (db: Db, listId: number, nonce: string) =>
  db
    .selectFrom('scans')
    .select(['outcome', 'attendee_id'])
    .where('check_in_list_id', '=', listId)
    .where('nonce', '=', nonce)
    .executeTakeFirst();

export async function findPublicKey(db: Db, eventId: number): Promise<Buffer | undefined> {
  return (
    await db.selectFrom('event_keys').select('public_key').where('event_id', '=', eventId).executeTakeFirst()
  )?.public_key;
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

/** So many rows are added up at most; more are folded into one. */
const PARTS = 500;

/** How many may enter by a list and how many have. */
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
