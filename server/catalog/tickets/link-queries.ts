import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { failFields } from '../../platform/errors.ts';

/** The tables that link a record to the tickets it is for, each with its column for the record. */
const OWNERS = {
  capacity_assignment_tickets: 'capacity_assignment_id',
  check_in_list_tickets: 'check_in_list_id',
  promo_code_tickets: 'promo_code_id',
  question_tickets: 'question_id',
} as const;

export type TicketLinks = keyof typeof OWNERS;

const tableOf = (links: TicketLinks) => sql.table(`app.${links}`);

/** For a select: the tickets that a record is for, in homepage order. `owner` is the record's id there (`p.id`). */
export const linkedTickets = (links: TicketLinks, owner: RawBuilder<unknown>) =>
  sql<{ id: number; name: string }[]>`
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id)
      from ${tableOf(links)} link join app.tickets t on t.id = link.ticket_id
      where ${sql.ref(`link.${OWNERS[links]}`)} = ${owner}), '[]')`;

/**
 * The given tickets, each once. Throws VALIDATION_FAILED at `ticketIds` for the first that is not the event's, and with
 * `admitting` for the first that lets nobody in.
 */
export async function expectTickets(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  given: readonly number[],
  { admitting = false }: { admitting?: boolean } = {},
): Promise<number[]> {
  if (given.length === 0) return [];
  const wanted = [...new Set(given)];
  const rows = await tx
    .selectFrom('tickets')
    .select(['id', 'admits'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', 'in', wanted)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.admits]));
  const missing = given.findIndex((id) => !known.has(id));
  if (missing >= 0) throw failFields([{ path: `ticketIds.${missing}`, code: 'not_found' }]);
  const useless = admitting ? given.findIndex((id) => known.get(id) === false) : -1;
  if (useless >= 0) throw failFields([{ path: `ticketIds.${useless}`, code: 'admits_nobody' }]);
  return wanted;
}

/** Links each of these records to each of these tickets, in one statement; a link that stands is not written again. */
export async function insertTicketLinks(
  tx: Tx,
  scope: AccountScope,
  links: TicketLinks,
  { ids, ticketIds }: { ids: readonly number[]; ticketIds: readonly number[] },
): Promise<void> {
  if (ids.length === 0 || ticketIds.length === 0) return;
  await sql`
    insert into ${tableOf(links)} (account_id, ${sql.ref(OWNERS[links])}, ticket_id)
    select ${scope.accountId}::bigint, o.id, t.id
    from unnest(${[...ids]}::bigint[]) o(id) cross join unnest(${[...ticketIds]}::bigint[]) t(id)
    on conflict do nothing`.execute(tx);
}

/** Takes all tickets from these records. */
export async function deleteTicketLinks(
  tx: Tx,
  scope: AccountScope,
  links: TicketLinks,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from ${tableOf(links)}
    where account_id = ${scope.accountId} and ${sql.ref(OWNERS[links])} = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/** Makes these the tickets that a record is for. Writes only links that come or go. */
export async function replaceTicketLinks(
  tx: Tx,
  scope: AccountScope,
  links: TicketLinks,
  { id, ticketIds }: { id: number; ticketIds: readonly number[] },
): Promise<void> {
  await sql`
    delete from ${tableOf(links)}
    where account_id = ${scope.accountId} and ${sql.ref(OWNERS[links])} = ${id}
      and ticket_id <> all(${[...ticketIds]}::bigint[])`.execute(tx);
  await insertTicketLinks(tx, scope, links, { ids: [id], ticketIds });
}
