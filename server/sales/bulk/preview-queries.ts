import type { BulkNoun, BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { foundChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { refundableOfPlace } from '../attendees/queries.ts';

/** What refunds come to that go one way, or the rows that are kept for one reason. Minor units. */
export type RefundSum = {
  code: BulkReason | null;
  byHand: boolean;
  rows: number;
  orders: number;
  amount: number;
};

/** Orders with their chosen rows, and what each row asks for. Null asks for all that is left. */
const ASKED = {
  orders: sql`select o.id as order_id, null::bigint as attendee_id`,
  attendees: sql`select a.order_id, a.id as attendee_id`,
} as const;

/**
 * `obstacleOf` and `refundableOf` of the refunds in SQL, over many orders. A test compares what it says with what a job
 * then does.
 */
export const sumRefunds = (
  tx: Tx | Db,
  scope: AccountScope,
  { noun, provider, source, selection }: Chosen,
): Promise<RefundSum[]> =>
  sumRefundsOf(tx, scope, {
    asked: sql`${ASKED[noun]} ${foundChosen(source, selection)}`,
    isWhole: noun === 'orders',
    provider,
  });

type Chosen = { noun: BulkNoun; provider: string | null; source: ListSource; selection: ListSelection };
type Asked = { asked: RawBuilder<unknown>; isWhole: boolean; provider: string | null };

/** Orders with what may still be refunded of each, and why nothing may: the start of a statement, up to `judged`. */
const judgedRefunds = (scope: AccountScope, { asked, isWhole, provider }: Asked) => sql`
    with asked as materialized (${asked}),
    parts as (
      select x.order_id, x.attendee_id, case when a.id is null then 0 else ${refundableOfPlace} end as price,
        x.attendee_id is not null and exists (select from app.refunds r where r.order_id = x.order_id
          and r.status <> 'failed' and x.attendee_id = any(r.attendee_ids)) as again
      from asked x left join app.attendees a on a.id = x.attendee_id left join app.order_items i on i.id = a.order_item_id),
    wanted as (
      select order_id, count(*) filter (where not again) as n, count(*) filter (where again) as n_again,
        coalesce(sum(price) filter (where not again), 0)::bigint as price
      from parts group by order_id),
    money as (
      select w.*, o.is_manual, p.provider, p.id as payment_id,
        o.offline_due_at is not null and o.payment_status = 'paid' as by_hand,
        greatest(0, coalesce(p.amount,
            case when o.offline_due_at is not null and o.payment_status = 'paid' or o.paid_by_hand is not null then o.total end, 0)
          - coalesce((select sum(r.amount) from app.refunds r where r.order_id = o.id and r.status <> 'failed'
              and r.payment_id is not distinct from p.id), 0)
          - coalesce((select sum(d.amount) from app.disputes d where d.order_id = o.id and d.status = 'lost'
              and d.payment_id is not distinct from p.id), 0))::bigint as refundable,
        exists (select from app.disputes d where d.order_id = o.id and d.payment_id is not distinct from p.id
          and d.status in ('needs_response', 'under_review')) as disputed,
        exists (select from app.refunds r where r.order_id = o.id and r.status = 'pending') as pending
      from wanted w join app.orders o on o.id = w.order_id and o.account_id = ${scope.accountId}
      left join app.payments p on p.order_id = o.id and p.status = 'succeeded'),
    judged as (
      select *, case
        when is_manual then 'ORDER_IS_MANUAL'
        when payment_id is null and not by_hand then 'ORDER_NOT_PAID_ONLINE'
        when not by_hand and provider is distinct from ${provider}::text then 'PAYMENTS_NOT_SET_UP'
        when disputed then 'PAYMENT_DISPUTED'
        when pending then 'REFUND_PENDING'
        when refundable = 0 then 'REFUND_ABOVE_REMAINING'
        when ${isWhole}::boolean then null
        when price = 0 then 'REFUND_NOTHING_DUE'
        when price > refundable then 'REFUND_ABOVE_REMAINING' end as code
      from money)`;

/** `sumRefunds` for orders and attendees that a statement gives, as `order_id` and `attendee_id`. */
export async function sumRefundsOf(tx: Tx | Db, scope: AccountScope, asked: Asked): Promise<RefundSum[]> {
  const { isWhole } = asked;
  const { rows } = await sql<RefundSum>`
    ${judgedRefunds(scope, asked)}
    select code, payment_id is null and code is null as "byHand", sum(n)::bigint as rows, count(*) as orders,
      sum(case when ${isWhole}::boolean then refundable else price end)::bigint as amount
    from judged where n > 0 group by 1, 2
    union all
    select 'ATTENDEE_ALREADY_REFUNDED', false, sum(n_again)::bigint, count(*), 0
    from judged where n_again > 0 having sum(n_again) > 0`.execute(tx);
  return rows;
}

/** What of each order may still be refunded, by its id. Minor units. */
export async function refundsOfEach(
  tx: Tx | Db,
  scope: AccountScope,
  { orderIds, provider }: { orderIds: readonly number[]; provider: string | null },
): Promise<Map<number, { code: BulkReason | null; byHand: boolean; refundable: number }>> {
  const asked = sql`select id as order_id, null::bigint as attendee_id from unnest(${[...orderIds]}::bigint[]) ids(id)`;
  const { rows } = await sql<{ id: number; code: BulkReason | null; byHand: boolean; refundable: number }>`
    ${judgedRefunds(scope, { asked, isWhole: true, provider })}
    select order_id as id, code, payment_id is null as "byHand", refundable from judged`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
