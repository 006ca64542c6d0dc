import type { CapacityState } from '@entrada/contract/catalog/capacity-assignments';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { inserterOf, removerOf, updaterOf } from '../../platform/rows.ts';
import { deleteCounters, insertCounter } from '../inventory/queries.ts';
import { linkedTickets } from '../tickets/link-queries.ts';

/** The effect of an assignment on sales now. */
const state = sql<CapacityState>`
  case when not p.active then 'off' when c.quantity is null or c.sold + c.reserved < c.quantity then 'active'
    when c.sold + c.reserved > c.quantity then 'over_capacity' else 'full' end`;

/** The capacity assignments of an event as a list. */
export const capacitySource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.capacity_assignments p join app.counters c on c.id = p.counter_id`,
  where: [sql`p.account_id = ${scope.accountId}`, sql`p.event_id = ${eventId}`],
  id: sql`p.id`,
  sorts: { created_at: sql`p.created_at`, name: sql`app.fold(p.name)` },
  filters: { state: columnFilter(state, 'text') },
  search: sql`app.fold(p.name)`,
});

/**
 * The ids of an event's assignments that somebody chose, in the order of the list. `active` narrows them to those in
 * that state.
 */
export function findChosenCapacities(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { selection, active }: { selection: ListSelection; active?: boolean },
): Promise<number[]> {
  const only = active === undefined ? undefined : sql`p.active = ${active}`;
  return findChosen(tx, capacitySource(scope, eventId), selection, only);
}

export type CapacityRow = {
  id: number;
  counterId: number;
  version: number;
  name: string;
  active: boolean;
  state: CapacityState;
  createdAt: Date;
  quantity: number | null;
  sold: number;
  reserved: number;
  tickets: { id: number; name: string }[];
};

/**
 * Capacity assignments of an event with their tickets in homepage order. The counter of an inactive one counts nothing,
 * so its numbers are those of its tickets' prices.
 */
export async function findCapacities(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  ids: readonly number[],
): Promise<CapacityRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CapacityRow>`
    select p.id, p.counter_id as "counterId", p.version, p.name, p.active, p.created_at as "createdAt", c.quantity,
      ${state} as state,
      case when p.active then c.sold else u.sold end as sold,
      case when p.active then c.reserved else u.reserved end as reserved,
      ${linkedTickets('capacity_assignment_tickets', sql`p.id`)} as tickets
    from app.capacity_assignments p join app.counters c on c.id = p.counter_id
    cross join lateral (
      select coalesce(sum(k.sold), 0)::bigint as sold, coalesce(sum(k.reserved), 0)::bigint as reserved
      from app.capacity_assignment_tickets l join app.ticket_prices r on r.ticket_id = l.ticket_id
      join app.counters k on k.id = r.counter_id
      where l.capacity_assignment_id = p.id and not p.active) u
    where p.account_id = ${scope.accountId} and p.event_id = ${eventId} and p.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
  return rows;
}

type CapacityFields = { name: string; active: boolean };

/** A capacity assignment with a counter of its own, nothing taken of it yet. */
export async function insertCapacity(
  tx: Tx,
  scope: AccountScope,
  values: CapacityFields & { eventId: number; quantity: number | null },
): Promise<{ id: number; counterId: number }> {
  const { eventId: event_id, quantity, ...fields } = values;
  const counterId = await insertCounter(tx, scope, { event_id, kind: 'capacity', quantity });
  const id = await insertRow(tx, scope, { ...fields, event_id, counter_id: counterId });
  return { id, counterId };
}

const insertRow = inserterOf('capacity_assignments');

export const updateCapacityRows = updaterOf('capacity_assignments');

/**
 * Removes capacity assignments with their counters. No order or ticket may still use these counters, and the caller
 * holds their locks.
 */
export async function deleteCapacityRows(
  tx: Tx,
  scope: AccountScope,
  rows: readonly { id: number; counterId: number }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const counterIds = rows.map(({ counterId }) => counterId);
  await removeRows(tx, scope, ids);
  await deleteCounters(tx, scope, counterIds);
}

const removeRows = removerOf('capacity_assignments');
