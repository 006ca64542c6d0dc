import { sql } from 'kysely';
import { type Db, inTransaction } from '../../db/client.ts';

type Event = { eventId: number; listId: number };

/** How alike two spellings are at least, from 0 to 1. "Marqes" and "Márquez" share this much. */
const ALIKE = 0.38;

/** Ids of attendees of an event whose name or reference is spelled like the text, the closest first. */
export async function findAlike(
  db: Db,
  { eventId, listId }: Event,
  { text, everywhere, limit }: { text: string; everywhere: boolean; limit: number },
): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`.execute(tx);
    // The indexed column also contains the address. It only narrows the search down; the name decides.
    const { rows } = await sql<{ id: number }>`
      select id from (
        select a.id, public.word_similarity(app.fold(${text}), split_part(a.search, chr(10), 1)) as alike, a.name_key
        from app.attendees a
        where a.event_id = ${eventId} and a.status <> 'cancelled' and a.search operator(public.%>) app.fold(${text})
          and (${everywhere} or (select all_tickets from app.check_in_lists where id = ${listId}) or exists (
            select from app.check_in_list_tickets t where t.check_in_list_id = ${listId} and t.ticket_id = a.ticket_id))
      ) found
      where alike >= ${ALIKE} order by alike desc, name_key, id limit ${limit}`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

/** The names of the open lists of an event that admit each ticket. */
export async function findListsOfTickets(db: Db, eventId: number): Promise<(ticketId: number) => string[]> {
  const { rows } = await sql<{ name: string; allTickets: boolean; ticketIds: number[] }>`
    select l.name, l.all_tickets as "allTickets", array(
      select t.ticket_id from app.check_in_list_tickets t where t.check_in_list_id = l.id) as "ticketIds"
    from app.check_in_lists l where l.event_id = ${eventId} and l.deleted_at is null and l.closed_at is null
    order by l.id`.execute(db);
  return (ticketId) =>
    rows
      .filter(({ allTickets, ticketIds }) => allTickets || ticketIds.includes(ticketId))
      .map(({ name }) => name);
}
