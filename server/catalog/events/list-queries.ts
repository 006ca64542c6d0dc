import { EVENT_STATES, type EventState, eventListRules } from '@entrada/contract/catalog/events';
import type { ListFilter, ListMeta, ListQuery } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { failFields } from '../../platform/errors.ts';
import { columnFilter, findPage, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';

const STATE_CONDITIONS: Record<EventState, RawBuilder<boolean>> = {
  upcoming: sql`(e.status <> 'archived' and e.starts_at > app.now())`,
  ongoing: sql`(e.status <> 'archived' and e.starts_at <= app.now() and e.effective_end > app.now())`,
  ended: sql`(e.status <> 'archived' and e.effective_end <= app.now())`,
  archived: sql`e.status = 'archived'`,
};

function stateFilter({ field, operator, value }: ListFilter): RawBuilder<boolean> {
  const state = EVENT_STATES.find((known) => known === value);
  if (state) return STATE_CONDITIONS[state];
  throw failFields([
    { path: `filter_fields[${field}][${operator}]`, code: 'invalid_choice', allowed: [...EVENT_STATES] },
  ]);
}

const source = (scope: AccountScope): ListSource => ({
  from: sql`app.events e`,
  where: [sql`e.account_id = ${scope.accountId}`, reachesEvent(scope, sql`e.id`)],
  id: sql`e.id`,
  sorts: { starts_at: sql`e.starts_at`, title: sql`app.fold(e.title)`, created_at: sql`e.created_at` },
  filters: {
    state: stateFilter,
    status: columnFilter(sql`e.status`, 'text'),
    organizer_id: columnFilter(sql`e.organizer_id`, 'number'),
  },
  search: sql`e.search`,
});

/** One page of the account's events. */
export const findEventPage = (
  tx: Tx | Db,
  scope: AccountScope,
  query: ListQuery,
): Promise<{ ids: number[]; meta: ListMeta }> => findPage(tx, eventListRules, source(scope), query);

/** The ids of the account's events that were chosen. */
export const findChosenEvents = (tx: Tx, scope: AccountScope, selection: ListSelection): Promise<number[]> =>
  findChosen(tx, source(scope), selection);

/** How many events stand under each tab, of these organizers or, for null, of all. */
export async function countStates(
  tx: Tx | Db,
  scope: AccountScope,
  organizerIds: readonly number[] | null,
): Promise<Record<EventState, number>> {
  const { upcoming, ongoing, ended, archived } = STATE_CONDITIONS;
  const { rows } = await sql<Record<EventState, number>>`
    select count(*) filter (where ${upcoming}) as upcoming, count(*) filter (where ${ongoing}) as ongoing,
           count(*) filter (where ${ended}) as ended, count(*) filter (where ${archived}) as archived
    from app.events e where e.account_id = ${scope.accountId} and ${reachesEvent(scope, sql`e.id`)}
      and (${organizerIds === null} or e.organizer_id = any(${[...(organizerIds ?? [])]}::bigint[]))`.execute(
    tx,
  );
  return rows[0] ?? { upcoming: 0, ongoing: 0, ended: 0, archived: 0 };
}

/**
 * What the tallies leave out, because they hold what completed orders brought less refunds: `refunded`; `lost`, which
 * banks took back by disputes, and the part of it that is of completed orders (`lost_of_completed`); and `not_tallied`,
 * which makes the tallied amount what buyers paid. An order that was cancelled after it was complete was paid as well.
 * `account` and `event` are SQL for their ids. Minor units.
 */
export const givenBack = ({ account, event }: { account: string; event: string }): string => `
  select refunds.*, losses.*, adjusted.*
  from (
    select coalesce(sum(refunded_total), 0)::bigint as refunded,
      coalesce(sum(case when status = 'cancelled' then total else refunded_total end), 0)::bigint as not_tallied
    from app.orders
    where event_id = ${event} and completed_at is not null and (status = 'cancelled' or refunded_total > 0)) refunds,
  (
    select coalesce(sum(l.amount), 0)::bigint as lost,
      coalesce(sum(l.amount) filter (where o.status = 'completed'), 0)::bigint as lost_of_completed
    from app.lost_disputes l join app.orders o on o.id = l.order_id
    where l.account_id = ${account} and o.event_id = ${event} and o.completed_at is not null) losses,
  (
    select coalesce(sum(s.amount), 0)::bigint as settled,
      coalesce(sum(s.amount) filter (where o.status = 'completed'), 0)::bigint as settled_of_completed
    from app.settled_adjustments s join app.orders o on o.id = s.order_id
    where s.account_id = ${account} and s.event_id = ${event}) adjusted`;

type EventTotals = {
  ticketsSold: number;
  ticketsTotal: number | null;
  paidTotal: number;
  refundedTotal: number;
  lostToDisputes: number;
  grossSales: number;
  ordersCompleted: number;
};

/** Sold and offered tickets that let people in, by the counters, money and completed orders by the tallies, for some events. */
export async function findTotals(
  tx: Tx | Db,
  scope: AccountScope,
  eventIds: readonly number[],
): Promise<Map<number, EventTotals>> {
  const { rows } = await sql<EventTotals & { id: number }>`
    select e.id, coalesce(c.sold, 0)::bigint as "ticketsSold",
           case when c.unlimited then null else coalesce(c.total, 0)::bigint end as "ticketsTotal",
           (coalesce(o.gross, 0) - b.lost_of_completed + b.settled_of_completed)::bigint as "grossSales",
           (coalesce(o.gross, 0) + b.not_tallied + b.settled)::bigint as "paidTotal",
           b.refunded + b.lost as "refundedTotal", b.lost as "lostToDisputes", coalesce(o.completed, 0) as "ordersCompleted"
    from app.events e
    left join lateral (
      select sum(c.sold) as sold, sum(c.quantity) as total, bool_or(c.quantity is null) as unlimited
      from app.counters c join app.ticket_prices p on p.counter_id = c.id join app.tickets t on t.id = p.ticket_id
      where c.event_id = e.id and c.kind = 'price' and t.admits) c on true
    left join lateral (
      select sum(amount)::bigint as gross, sum(n)::bigint as completed
      from app.tallies where event_id = e.id and kind = 'orders') o on true
    cross join lateral (${sql.raw(givenBack({ account: 'e.account_id', event: 'e.id' }))}) b
    where e.account_id = ${scope.accountId} and e.id = any(${[...eventIds]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}
