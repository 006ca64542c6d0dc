import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

/**
 * What the door knows of one attendee beside the ticket: the order, and the note for the door. The table of the orders is left
 * alone, so that a supervisor sees a person also while somebody locks it.
 */
export async function findOrderOf(db: Db, attendeeId: number) {
  const { rows } = await sql<{ reference: string; tickets: number; inside: number; note: string }>`
    select 'ENT-' || app.reference_code(a.order_id) as reference,
      (select count(*) from app.attendees x where x.order_id = a.order_id and x.status <> 'cancelled') as tickets,
      (select count(distinct c.attendee_id) from app.attendees x join app.check_ins c
        on c.attendee_id = x.id and c.checked_out_at is null where x.order_id = a.order_id) as inside,
      case when a.is_guest then coalesce((select n.body from app.notes n
        where n.order_id = a.order_id and n.attendee_id is null and n.deleted_at is null order by n.id limit 1), '') else '' end as note
    from app.attendees a where a.id = ${attendeeId}`.execute(db);
  const [order] = rows;
  if (!order) throw new Error('An attendee without an order');
  return order;
}

type ScanOfPerson = { at: Date; outcome: string; list: string; link: string | null; device: string };

/** The last scans of an attendee at every door of the event, the latest first. */
export async function findScansOf(db: Db, attendeeId: number, limit: number): Promise<ScanOfPerson[]> {
  const { rows } = await sql<ScanOfPerson>`
    select coalesce(s.happened_at, s.received_at) as at, s.outcome, l.name as list, k.name as link, s.device
    from app.scans s join app.check_in_lists l on l.id = s.check_in_list_id
    left join app.check_in_links k on k.id = s.check_in_link_id
    where s.attendee_id = ${attendeeId} order by s.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many entries a list has had. */
export async function countEntries(db: Db, list: { id: number; event_id: number }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from app.check_ins where event_id = ${list.event_id} and check_in_list_id = ${list.id}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export type Place = { kind: 'list' | 'capacity'; name: string; inside: number; of: number };

/** The open lists of an event with who is inside and who may enter, from the tallies. */
export async function findListPlaces(db: Db, eventId: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select 'list' as kind, l.name,
      coalesce((select sum(n) from app.tallies t
        where t.event_id = l.event_id and t.kind = 'entries' and t.ref_id = l.id), 0)::bigint as inside,
      coalesce((select sum(n) from app.tallies t
        where t.event_id = l.event_id and t.kind = 'attendees' and (l.all_tickets or t.ref_id = any(array(
          select ticket_id from app.check_in_list_tickets c where c.check_in_list_id = l.id)))), 0)::bigint as of
    from app.check_in_lists l
    where l.event_id = ${eventId} and l.deleted_at is null and l.closed_at is null order by l.id limit 20`.execute(
    db,
  );
  return rows;
}

/** The limited capacities of an event with who is inside by any of its lists. Reads who is inside only if there are some. */
export async function findCapacityPlaces(db: Db, eventId: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    with places as materialized (
      select p.id, p.name, c.quantity as of from app.capacity_assignments p join app.counters c on c.id = p.counter_id
      where p.event_id = ${eventId} and p.active and c.quantity > 0 order by p.id limit 20),
    inside as materialized (
      select a.ticket_id, count(distinct c.attendee_id) as n
      from app.check_ins c join app.attendees a on a.id = c.attendee_id
      where c.event_id = ${eventId} and c.checked_out_at is null and exists (select from places) group by a.ticket_id)
    select 'capacity' as kind, p.name, p.of, coalesce((
      select sum(i.n) from inside i join app.capacity_assignment_tickets t
        on t.ticket_id = i.ticket_id and t.capacity_assignment_id = p.id), 0)::bigint as inside
    from places p order by p.id`.execute(db);
  return rows;
}

type Movement = {
  first_name: string;
  last_name: string;
  ticket_name: string;
  price_label: string;
  outcome: string;
  at: Date;
  device: string;
};

/** The last who came in or went out by a list, the latest first. */
export async function findMovements(db: Db, listId: number, limit: number): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select a.first_name, a.last_name, t.name as ticket_name, p.label as price_label, s.outcome,
      coalesce(s.happened_at, s.received_at) as at, s.device
    from app.scans s join app.attendees a on a.id = s.attendee_id
    join app.tickets t on t.id = a.ticket_id join app.ticket_prices p on p.id = a.price_id
    where s.check_in_list_id = ${listId} and s.outcome in ('admitted', 'checked_out')
    order by s.received_at desc, s.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Opens an entry for somebody whom a supervisor lets in, and records the scan with the reason. Answers the outcome: `admitted`,
 * or `already_in` if somebody else was faster. Undefined if the nonce is known. The attendee's row must be locked.
 */
export async function insertOverride(
  tx: Tx,
  entry: {
    list: { id: number; account_id: number; event_id: number };
    attendeeId: number;
    linkId: number;
    userId: number | null;
    device: string;
    nonce: string;
    scannedAt: string;
    reason: string;
  },
): Promise<'admitted' | 'already_in' | undefined> {
  const { list, attendeeId, device } = entry;
  const known = await sql<{ outcome: string }>`
    select outcome from app.scans where check_in_list_id = ${list.id} and nonce = ${entry.nonce}`.execute(tx);
  if (known.rows.length > 0) return undefined;
  const { rows } = await sql<{ id: number }>`
    insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, device)
    values (${list.account_id}, ${list.event_id}, ${list.id}, ${attendeeId}, ${device})
    on conflict (check_in_list_id, attendee_id) where checked_out_at is null do nothing returning id`.execute(
    tx,
  );
  const outcome = rows.length > 0 ? 'admitted' : 'already_in';
  await sql`
    insert into app.scans (account_id, check_in_list_id, check_in_link_id, attendee_id, outcome, method, device, nonce,
      scanned_at, user_id, override_reason)
    values (${list.account_id}, ${list.id}, ${entry.linkId}, ${attendeeId}, ${outcome}, 'search', ${device}, ${entry.nonce},
      ${new Date(entry.scannedAt)}, ${entry.userId}, ${outcome === 'admitted' ? entry.reason : null})`.execute(
    tx,
  );
  return outcome;
}

/** Locks an attendee as an entry does, and answers its state now. */
export async function lockAttendee(tx: Tx, attendeeId: number): Promise<{ status: string } | undefined> {
  const { rows } = await sql<{ status: string }>`
    select status from app.attendees where id = ${attendeeId} for no key update`.execute(tx);
  return rows[0];
}
