import type { Direction } from '@entrada/contract/door/check-in';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { EntryChanges, Movement, StoredEntry } from './core/stays.ts';

/** A time as microseconds since 1970, exactly. */
export const micros = (column: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${column}) * 1000000)::bigint`;
const instantOf = (value: RawBuilder<unknown>) =>
  sql`(timestamptz 'epoch' + ${value} * interval '1 microsecond')`;

/** The list of a movement. A deleted one keeps its scans and has no entries. */
export type LockedList = {
  id: number;
  account_id: number;
  event_id: number;
  isDeleted: boolean;
  nowMicros: number;
};

/** Locks a list against its deletion, deleted ones too. */
export async function lockList(tx: Tx, listId: number): Promise<LockedList | undefined> {
  const { rows } = await sql<LockedList>`
    select id, account_id, event_id, deleted_at is not null as "isDeleted", ${micros(sql`app.now()`)} as "nowMicros"
    from app.check_in_lists where id = ${listId} for key share`.execute(tx);
  return rows[0];
}

export type PersonAtDoor = {
  id: number;
  status: 'active' | 'cancelled' | 'awaiting_payment';
  codeVersion: number;
  ownStartsAt: Date | null;
  ownEndsAt: Date | null;
  isAdmitted: boolean;
};

/** Locks attendees of an event in the order of their ids, as entries do, and answers what the door looks at. */
export async function lockPeople(
  tx: Tx,
  list: LockedList,
  ids: readonly number[],
): Promise<Map<number, PersonAtDoor>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PersonAtDoor>`
    with held as materialized (
      select id, status, code_version, ticket_id from app.attendees
      where id = any(${[...ids]}::bigint[]) and event_id = ${list.event_id} order by id for no key update)
    select a.id, a.status, a.code_version as "codeVersion", t.own_starts_at as "ownStartsAt", t.own_ends_at as "ownEndsAt",
      l.all_tickets or exists (select from app.check_in_list_tickets lt
        where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id) as "isAdmitted"
    from held a join app.tickets t on t.id = a.ticket_id join app.check_in_lists l on l.id = ${list.id}`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export type StoredScan = {
  nonce: string;
  outcome: string;
  attendeeId: number | null;
  conflict: boolean;
  firstAt: Date | null;
  firstDevice: string | null;
};

/** Scans of a list by their nonces. */
export async function findStored(
  tx: Tx,
  listId: number,
  nonces: readonly string[],
): Promise<Map<string, StoredScan>> {
  const { rows } = await sql<StoredScan>`
    select nonce, outcome, attendee_id as "attendeeId", conflict, first_at as "firstAt", first_device as "firstDevice"
    from app.scans where check_in_list_id = ${listId} and nonce = any(${[...nonces]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.nonce, row]));
}

/**
 * Everything that happened to some attendees by a list, by attendee: who was let in, also as a conflict, who left, and what was
 * taken back. A refusal moved nobody.
 */
export async function findMovements(
  tx: Tx,
  listId: number,
  ids: readonly number[],
): Promise<Map<number, Movement[]>> {
  const { rows } = await sql<Movement & { attendeeId: number }>`
    select attendee_id as "attendeeId", case when outcome = 'undone' then 'undo-' || direction else direction end as kind,
      ${micros(sql`coalesce(happened_at, received_at)`)} as at, id as receipt, device, null as "deviceKey"
    from app.scans where check_in_list_id = ${listId} and attendee_id = any(${[...ids]}::bigint[])
      and (outcome in ('admitted', 'undone', 'checked_out') or (outcome = 'not_inside' and direction = 'out')
        or (outcome = 'already_in' and conflict))`.execute(tx);
  return byAttendee(rows);
}

/** The entries of some attendees by a list, by attendee. */
export async function findEntries(
  tx: Tx,
  listId: number,
  ids: readonly number[],
): Promise<Map<number, StoredEntry[]>> {
  const { rows } = await sql<StoredEntry & { attendeeId: number }>`
    select id, attendee_id as "attendeeId", ${micros(sql`checked_in_at`)} as "inAt", device, device_key as "deviceKey",
      ${micros(sql`checked_out_at`)} as "outAt", out_device as "outDevice", out_device_key as "outDeviceKey"
    from app.check_ins where check_in_list_id = ${listId} and attendee_id = any(${[...ids]}::bigint[])
    order by attendee_id, checked_in_at, id`.execute(tx);
  return byAttendee(rows);
}

function byAttendee<T extends { attendeeId: number }>(rows: readonly T[]): Map<number, T[]> {
  return Map.groupBy(rows, ({ attendeeId }) => attendeeId);
}

export type NewScan = {
  attendeeId: number | null;
  outcome: string;
  direction: Direction;
  method: 'scan' | 'search' | 'undo';
  device: string;
  nonce: string;
  scannedAt: string;
  /** Microseconds; null for now. */
  happenedAt: number | null;
  phoneVerdict: string | null;
  conflict: boolean;
  first: { at: number; device: string } | null;
  userId: number | null;
  linkId: number | null;
};

/**
 * Records scans. A nonce that is known changes nothing. Their ids are in the given order, which is that of the log. The rows are
 * written in the order of their nonces, as those of scans with a connection, so that two calls with the same nonces wait for one
 * another and never both.
 */
export async function insertFacts(tx: Tx, list: LockedList, scans: readonly NewScan[]): Promise<void> {
  if (scans.length === 0) return;
  const of = <T>(pick: (scan: NewScan) => T) => scans.map(pick);
  await sql`
    with sent as materialized (
      select * from unnest(${of((one) => one.attendeeId)}::bigint[], ${of((one) => one.outcome)}::text[],
        ${of((one) => one.direction)}::text[], ${of((one) => one.method)}::text[], ${of((one) => one.device)}::text[],
        ${of((one) => one.nonce)}::text[], ${of((one) => one.scannedAt)}::timestamptz[],
        ${of((one) => one.happenedAt)}::bigint[], ${of((one) => one.phoneVerdict)}::text[],
        ${of((one) => one.conflict)}::boolean[], ${of((one) => one.first?.at ?? null)}::bigint[],
        ${of((one) => one.first?.device ?? null)}::text[], ${of((one) => one.userId)}::bigint[],
        ${of((one) => one.linkId)}::bigint[]) with ordinality
        s(attendee_id, outcome, direction, method, device, nonce, scanned_at, happened_at, phone_verdict, conflict, first_at,
          first_device, user_id, link_id, nth)
      order by nth),
    numbered as materialized (
      select nextval(pg_get_serial_sequence('app.scans', 'id')) as id, sent.* from sent)
    insert into app.scans (id, account_id, check_in_list_id, attendee_id, outcome, direction, method, device, nonce, scanned_at,
      happened_at, phone_verdict, conflict, first_at, first_device, user_id, check_in_link_id)
    overriding system value
    select id, ${list.account_id}::bigint, ${list.id}::bigint, attendee_id, outcome, direction, method, device, nonce, scanned_at,
      ${instantOf(sql`happened_at`)}, phone_verdict, conflict, ${instantOf(sql`first_at`)}, first_device, user_id, link_id
    from numbered order by nonce
    on conflict (check_in_list_id, nonce) do nothing`.execute(tx);
}

/**
 * Writes what became of entries. First what ends, so that nobody has two open entries in between. The attendees must be locked.
 */
export async function writeEntries(
  tx: Tx,
  list: LockedList,
  changes: ReadonlyMap<number, EntryChanges>,
): Promise<void> {
  const all = [...changes].flatMap(([attendeeId, { added }]) =>
    added.map((entry) => ({ ...entry, attendeeId })),
  );
  const gone = [...changes.values()].flatMap((one) => one.gone);
  const changed = [...changes.values()].flatMap((one) => one.changed);
  if (gone.length > 0) await sql`delete from app.check_ins where id = any(${gone}::bigint[])`.execute(tx);
  await updateExits(
    tx,
    changed.filter(({ outAt }) => outAt !== null),
  );
  await updateExits(
    tx,
    changed.filter(({ outAt }) => outAt === null),
  );
  if (all.length === 0) return;
  const of = <T>(pick: (entry: (typeof all)[number]) => T) => all.map(pick);
  await sql`
    insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at, device, device_key,
      checked_out_at, out_device, out_device_key)
    select ${list.account_id}::bigint, ${list.event_id}::bigint, ${list.id}::bigint, attendee_id, ${instantOf(sql`in_at`)}, device,
      device_key, ${instantOf(sql`out_at`)}, out_device, out_device_key
    from unnest(${of((one) => one.attendeeId)}::bigint[], ${of((one) => one.inAt)}::bigint[],
      ${of((one) => one.device)}::text[], ${of((one) => one.deviceKey)}::text[], ${of((one) => one.outAt)}::bigint[],
      ${of((one) => one.outDevice)}::text[], ${of((one) => one.outDeviceKey)}::text[])
      e(attendee_id, in_at, device, device_key, out_at, out_device, out_device_key)
    order by attendee_id, in_at`.execute(tx);
}

async function updateExits(tx: Tx, entries: readonly StoredEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const of = <T>(pick: (entry: StoredEntry) => T) => entries.map(pick);
  await sql`
    update app.check_ins c
    set checked_out_at = ${instantOf(sql`e.out_at`)}, out_device = e.out_device, out_device_key = e.out_device_key
    from unnest(${of((one) => one.id)}::bigint[], ${of((one) => one.outAt)}::bigint[],
      ${of((one) => one.outDevice)}::text[], ${of((one) => one.outDeviceKey)}::text[])
      e(id, out_at, out_device, out_device_key)
    where c.id = e.id`.execute(tx);
}
