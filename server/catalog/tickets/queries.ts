import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { TicketPrices } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { inserterOf, removerOf, updaterOf } from '../../platform/rows.ts';
import { deleteCounters, insertCounter } from '../inventory/queries.ts';

/** The tickets of an event as a list. */
export const ticketSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.tickets t`,
  where: [sql`t.account_id = ${scope.accountId}`, sql`t.event_id = ${eventId}`],
  id: sql`t.id`,
  sorts: { position: sql`t.position`, name: sql`app.fold(t.name)`, created_at: sql`t.created_at` },
  filters: { type: columnFilter(sql`t.type`, 'text'), hidden: columnFilter(sql`t.hidden`, 'boolean') },
  search: sql`t.search`,
});

/** Whether the event has a ticket, on sale or not. */
export async function hasTickets(tx: Tx | Db, scope: AccountScope, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the workspace shows of an event's tickets besides what a sale needs, by their ids. */
export async function findTicketFacts(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<Map<number, { version: number; hasSales: boolean }>> {
  const rows = await tx
    .selectFrom('tickets as t')
    .select(['t.id', 't.version'])
    .select(sql<boolean>`exists (select from app.order_items i where i.ticket_id = t.id)`.as('hasSales'))
    .where('t.account_id', '=', scope.accountId)
    .where('t.event_id', '=', eventId)
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** The place after the last ticket. The caller holds the event's lock. */
export async function nextPosition(tx: Tx, scope: AccountScope, eventId: number): Promise<number> {
  const row = await tx
    .selectFrom('tickets')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.next ?? 1;
}

/** Adds a ticket without prices; answers its id. */
export const insertTicket = inserterOf('tickets');

/** Writes to tickets and raises their versions. The caller holds the event's lock. */
export const updateTicketRows = updaterOf('tickets');

const removeTicketRows = removerOf('tickets');

/** Removes tickets with their prices and the prices' counters. The caller holds the counters' locks. */
export async function deleteTicketRows(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  const prices = await tx
    .selectFrom('ticket_prices')
    .select('counter_id')
    .where('account_id', '=', scope.accountId)
    .where(isAmong('ticket_id', ids))
    .execute();
  await removeTicketRows(tx, scope, ids);
  const counterIds = prices.map((price) => price.counter_id);
  await deleteCounters(tx, scope, counterIds);
}

/** A price with a counter of its own, quantity and ceiling equal. */
export async function insertPrice(
  tx: Tx,
  scope: AccountScope,
  values: Omit<Insertable<TicketPrices>, 'account_id' | 'counter_id'>,
  quantity: number | null,
): Promise<void> {
  const counter_id = await insertCounter(tx, scope, { event_id: values.event_id, kind: 'price', quantity });
  await insertPriceRow(tx, scope, { ...values, counter_id });
}

const insertPriceRow = inserterOf('ticket_prices');

/** Writes to a price; its quantity stands with its counter. */
export async function updatePriceRow(
  tx: Tx,
  scope: AccountScope,
  id: number,
  values: Updateable<TicketPrices>,
): Promise<void> {
  await tx
    .updateTable('ticket_prices')
    .set(values)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

export async function deletePrices(
  tx: Tx,
  scope: AccountScope,
  prices: readonly { id: number; counterId: number }[],
): Promise<void> {
  if (prices.length === 0) return;
  const ids = prices.map((price) => price.id);
  const counterIds = prices.map((price) => price.counterId);
  await removePriceRows(tx, scope, ids);
  await deleteCounters(tx, scope, counterIds);
}

const removePriceRows = removerOf('ticket_prices');

/** Locks the counters of these tickets' prices in the order of their ids, as every writer does. */
export async function lockCounters(tx: Tx, scope: AccountScope, ticketIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('counters')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('ticket_prices').select('counter_id').where(isAmong('ticket_id', ticketIds)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Which of these prices are in an order of any state. */
export async function findOrderedPrices(tx: Tx, scope: AccountScope, ticketId: number): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('order_items')
    .select('price_id')
    .distinct()
    .where('account_id', '=', scope.accountId)
    .where('ticket_id', '=', ticketId)
    .execute();
  return new Set(rows.map((row) => row.price_id));
}

/** Which of these tickets are in an order of any state. */
export async function findOrderedTickets(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select g.id from unnest(${[...ids]}::bigint[]) g(id)
    where exists (select from app.order_items i
      where i.account_id = ${scope.accountId} and i.ticket_id = g.id)`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** The ids of an event's tickets in homepage order. */
export async function findTicketOrder(tx: Tx, scope: AccountScope, eventId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Numbers an event's tickets in this order. Writes only those whose place changes. The caller holds the event's lock. */
export async function updateTicketOrder(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update app.tickets t set position = o.place
    from unnest(${[...ids]}::bigint[]) with ordinality o(id, place)
    where t.id = o.id and t.account_id = ${scope.accountId} and t.event_id = ${eventId} and t.position <> o.place`.execute(
    tx,
  );
}

/** Gives a ticket the capacity assignments of another one. */
export async function copyPoolLinks(
  tx: Tx,
  scope: AccountScope,
  fromTicketId: number,
  toTicketId: number,
): Promise<void> {
  await tx
    .insertInto('capacity_assignment_tickets')
    .columns(['account_id', 'capacity_assignment_id', 'ticket_id'])
    .expression((eb) =>
      eb
        .selectFrom('capacity_assignment_tickets')
        .select(['account_id', 'capacity_assignment_id', eb.val(toTicketId).as('ticket_id')])
        .where('account_id', '=', scope.accountId)
        .where('ticket_id', '=', fromTicketId),
    )
    .execute();
}
