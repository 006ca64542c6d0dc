import type { ListFilter, ListMeta, ListQuery } from '@entrada/contract/list';
import {
  DISPUTE_STATUSES,
  OPEN_DISPUTE_STATUSES,
  type OpenDisputeStatus,
} from '@entrada/contract/sales/disputes';
import {
  ATTENTION_KINDS,
  ORDER_BADGES,
  ORDER_PAYMENT_METHODS,
  type OrderPaymentMethod,
  type OrderRow,
  type OrderSums,
  orderListRules,
} from '@entrada/contract/sales/orders';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { type Db, runByName, type Tx } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import { failFields } from '../../platform/errors.ts';
import { columnFilter, findPage, foundBy, inOrderOf, type ListSource } from '../../platform/lists/page.ts';
import { waitsFor } from './attention-queries.ts';

/** `orderBadge` of the contract in SQL, over the row `o`. A test checks that both agree. */
export const BADGE_SQL = sql<OrderRow['badge']>`case
  when o.refund_status = 'pending' then 'REFUND_PENDING'
  when o.refund_status = 'failed' then 'REFUND_FAILED'
  when o.refund_status = 'full' then 'REFUNDED'
  when o.status = 'cancelled' then 'CANCELLED'
  when o.refund_status = 'partial' then 'PARTIALLY_REFUNDED'
  when o.status = 'completed' then 'COMPLETED'
  when o.status = 'expired' and o.ended_reason in ('abandoned', 'replaced') then 'CANCELLED'
  when o.status = 'expired' then 'EXPIRED'
  when o.status = 'awaiting_offline_payment' then 'AWAITING_OFFLINE_PAYMENT'
  when o.payment_status = 'processing' or o.status = 'cancelling' then 'PROCESSING'
  when o.payment_status = 'failed' then 'PAYMENT_FAILED'
  when o.payment_status = 'awaiting' then 'AWAITING_PAYMENT'
  else 'RESERVED' end`;

/** The values of a filter. One that is not allowed is refused, and the error names the allowed ones. */
function choicesOf<T extends string>({ field, operator, value }: ListFilter, allowed: readonly T[]): T[] {
  return value.split(',').map((text) => {
    const choice = allowed.find((one) => one === text);
    if (choice) return choice;
    const path = `filter_fields[${field}][${operator}]`;
    throw failFields([{ path, code: 'invalid_choice', allowed: [...allowed] }]);
  });
}

/** A filter by choices. With `ne`, none of them may be true. */
const choiceFilter =
  <T extends string>(allowed: readonly T[], isOneOf: (choices: T[]) => RawBuilder<unknown>) =>
  (filter: ListFilter): RawBuilder<unknown> => {
    const found = isOneOf(choicesOf(filter, allowed));
    return filter.operator === 'ne' ? sql`(${found}) is not true` : found;
  };

const badgeFilter = choiceFilter(ORDER_BADGES, (badges) => sql`${BADGE_SQL} = any(${badges}::text[])`);

const disputeFilter = ({ accountId }: AccountScope) =>
  choiceFilter(
    DISPUTE_STATUSES,
    (statuses) => sql`o.id in (select d.order_id from app.disputes d
      where d.account_id = ${accountId} and d.status = any(${statuses}::text[]))`,
  );

const paidAt = (provider: RawBuilder<unknown>) =>
  sql`exists (select from app.payments p where p.order_id = o.id and p.status = 'succeeded' and ${provider})`;

/** Each way of paying, over the row `o`. A payment by hand has no payment at a provider. */
const METHODS: Record<OrderPaymentMethod, RawBuilder<unknown>> = {
  card: paidAt(sql`p.provider <> 'test_bank'`),
  test_bank: paidAt(sql`p.provider = 'test_bank'`),
  offline: sql`((o.offline_due_at is not null or o.paid_by_hand is not null) and not ${paidAt(sql`true`)})`,
  free: sql`o.payment_status = 'not_required'`,
};

const methodFilter = choiceFilter(
  ORDER_PAYMENT_METHODS,
  (methods) =>
    sql`(${sql.join(
      methods.map((method) => METHODS[method]),
      sql` or `,
    )})`,
);

const withLine = (line: RawBuilder<unknown>) =>
  sql`exists (select from app.order_items i where i.order_id = o.id and ${line})`;

/**
 * By the text of the code as the order keeps it. What is alike is looked for among the different codes of the event: an order
 * with one is read twice, and its text is folded once for all orders that have it.
 */
const promoCodeFilter = ({ accountId }: AccountScope, eventId: number) => {
  const exact = columnFilter(sql`o.promo_code`, 'text');
  const alike = columnFilter(
    sql`c.code`,
    'text',
    (holds) => sql`o.promo_code in (select c.code from (
      select distinct p.promo_code as code from app.orders p
      where p.account_id = ${accountId} and p.event_id = ${eventId} and p.email is not null and p.promo_code is not null
      offset 0) c where ${holds})`,
  );
  return (filter: ListFilter) => (filter.operator === 'like' ? alike : exact)(filter);
};

const attentionFilter =
  (scope: AccountScope) =>
  (filter: ListFilter): RawBuilder<unknown> =>
    waitsFor(scope, choicesOf(filter, ATTENTION_KINDS));

/** One page of an event's orders whose buyer is known. */
export async function listByEvent(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  query: ListQuery,
): Promise<{ data: OrderRow[]; meta: ListMeta }> {
  const { ids, meta } = await findPage(tx, orderListRules, orderSource(scope, eventId), query);
  return { data: await findOrderRows(tx, scope, ids), meta };
}

/** What the orders of an event come to that a query finds. Minor units. */
export async function sumOrders(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  query: ListQuery,
): Promise<Omit<OrderSums, 'currency'>> {
  const found = foundBy(orderSource(scope, eventId), query);
  // Few orders were moved or disputed, so both start from there and not from each order.
  const { rows } = await sql<Omit<OrderSums, 'currency'>>`
    select count(*) as count, coalesce(sum(o.total), 0)::bigint as total,
      (coalesce(sum(o.total) filter (where o.completed_at is not null), 0)
        + coalesce((select sum(m.total) from app.ticket_moves m
          where m.account_id = ${scope.accountId} and m.event_id = ${eventId} and m.settled_at is not null
            and m.order_id in (select o.id ${found})), 0)
      )::bigint as paid,
      coalesce(sum(o.refunded_total) filter (where o.completed_at is not null), 0)::bigint as refunded,
      coalesce((select sum(l.amount) from app.lost_disputes l
        where l.account_id = ${scope.accountId}
          and l.order_id in (select o.id ${found} and o.completed_at is not null)), 0)::bigint as "lostToDisputes"
    ${found}`.execute(tx);
  return rows[0] ?? { count: 0, total: 0, paid: 0, refunded: 0, lostToDisputes: 0 };
}

/** How the list of an event's orders becomes SQL. */
export const orderSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.orders o`,
  where: [sql`o.account_id = ${scope.accountId}`, sql`o.event_id = ${eventId}`, sql`o.email is not null`],
  id: sql`o.id`,
  sorts: {
    created_at: sql`o.created_at`,
    total: sql`o.total`,
    last_name: sql`app.fold(o.last_name)`,
    reference: sql`o.reference`,
  },
  filters: {
    status: badgeFilter,
    attention: attentionFilter(scope),
    dispute: disputeFilter(scope),
    payment_method: methodFilter,
    ticket_id: columnFilter(sql`i.ticket_id`, 'number', withLine),
    promo_code: promoCodeFilter(scope, eventId),
    affiliate_id: columnFilter(sql`o.affiliate_id`, 'number'),
    created_at: columnFilter(sql`o.created_at`, 'instant'),
    completed_at: columnFilter(sql`o.completed_at`, 'instant'),
    total: columnFilter(sql`o.total`, 'number'),
  },
  search: sql`o.search`,
});

/** `mostUrgentDispute` of the contract in SQL, over the row `o`. A test checks that both agree. */
const mostUrgentDispute = (eb: ExpressionBuilder<DB & { o: DB['orders'] }, 'o'>) =>
  eb
    .selectFrom('disputes as d')
    .select(['d.status', 'd.respond_by'])
    .whereRef('d.order_id', '=', 'o.id')
    .where('d.status', 'in', [...OPEN_DISPUTE_STATUSES])
    .orderBy(sql`array_position(${[...OPEN_DISPUTE_STATUSES]}::text[], d.status)`)
    .orderBy('d.respond_by', (order) => order.asc().nullsLast())
    .orderBy('d.id')
    .limit(1)
    .as('d');

/** Orders as the list shows them, in the order given. */
export async function findOrderRows(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('orders as o')
    .leftJoinLateral(mostUrgentDispute, (join) => join.onTrue())
    .select([
      'o.id',
      'o.short_id',
      'o.reference',
      'o.first_name',
      'o.last_name',
      'o.email',
      'o.currency',
      'o.total',
      'o.refunded_total',
      'o.is_manual',
      'o.created_at',
      BADGE_SQL.as('badge'),
      'd.status as dispute_status',
      'd.respond_by as dispute_respond_by',
      sql<number>`(select coalesce(sum(i.quantity), 0) from app.order_items i
        where i.order_id = o.id and i.admits and i.moved_from_id is null)`.as('tickets'),
    ])
    .where('o.account_id', '=', scope.accountId)
    .where(sql<boolean>`o.id = any(${ids}::bigint[])`)
    .compile();
  const rows = await runByName(tx, 'order_rows', query);
  return inOrderOf(ids, rows).map((row) => ({
    id: row.id,
    shortId: row.short_id,
    reference: row.reference,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    email: row.email ?? '',
    badge: row.badge,
    currency: row.currency,
    total: row.total,
    refunded: row.refunded_total,
    ticketCount: row.tickets,
    isManual: row.is_manual,
    dispute:
      row.dispute_status === null
        ? null
        : {
            status: row.dispute_status as OpenDisputeStatus,
            respondBy: row.dispute_respond_by?.toISOString() ?? null,
          },
    createdAt: row.created_at.toISOString(),
  }));
}
