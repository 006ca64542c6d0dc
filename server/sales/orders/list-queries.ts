import type { ListFilter, ListMeta, ListQuery } from '@entrada/contract/list';
import { ORDER_BADGES, type OrderRow, orderListRules } from '@entrada/contract/sales/orders';
import { type RawBuilder, sql } from 'kysely';
import { type Db, runByName, type Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { failFields } from '../../platform/errors.ts';
import { columnFilter, findPage, inOrderOf, type ListSource } from '../../platform/lists/page.ts';

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

function badgeFilter(filter: ListFilter): RawBuilder<unknown> {
  const badges = filter.value.split(',');
  if (badges.some((badge) => !(ORDER_BADGES as readonly string[]).includes(badge))) {
    throw failFields([
      {
        path: `filter_fields[status][${filter.operator}]`,
        code: 'invalid_choice',
        allowed: [...ORDER_BADGES],
      },
    ]);
  }
  return sql`${BADGE_SQL} = any(${badges}::text[])`;
}

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
    affiliate_id: columnFilter(sql`o.affiliate_id`, 'number'),
    created_at: columnFilter(sql`o.created_at`, 'instant'),
    total: columnFilter(sql`o.total`, 'number'),
  },
  search: sql`o.search`,
});

/** Orders as the list shows them, in the order given. */
export async function findOrderRows(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('orders as o')
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
      sql<number>`(select coalesce(sum(i.quantity), 0) from app.order_items i where i.order_id = o.id and i.admits)`.as(
        'tickets',
      ),
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
    createdAt: row.created_at.toISOString(),
  }));
}
