import type { Locale } from '@entrada/contract/constants';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Orders that have something of an event: those that are complete, and those that will be paid by hand. */
const HAS_PLACES = sql`o.status in ('completed', 'awaiting_offline_payment')`;

/** How many a change of an event touches. */
export async function countTouched(tx: Tx | Db, scope: AccountScope, eventId: number) {
  const { rows } = await sql<{
    tickets: number;
    buyers: number;
    awaitingPayment: number;
    guests: number;
    inCheckout: number;
  }>`
    select (select count(*) from app.attendees a where a.account_id = ${scope.accountId} and a.event_id = ${eventId}
        and a.status <> 'cancelled') as tickets,
      count(*) filter (where o.status = 'completed' and not o.is_manual) as buyers,
      count(*) filter (where o.status = 'awaiting_offline_payment') as "awaitingPayment",
      count(*) filter (where o.status = 'completed' and o.is_manual) as guests,
      count(*) filter (where o.status in ('reserved', 'cancelling') and not o.is_manual) as "inCheckout"
    from app.orders o where o.account_id = ${scope.accountId} and o.event_id = ${eventId}`.execute(tx);
  return rows[0] ?? { tickets: 0, buyers: 0, awaitingPayment: 0, guests: 0, inCheckout: 0 };
}

/** One mail to each address of an order: its buyer, and holders of its tickets with an address of their own. */
const PEOPLE = sql`
  select o.id as order_id, null::bigint as attendee_id, o.email as "to", o.locale
  from chosen o where coalesce(o.email, '') <> ''
  union all
  select * from (
    select distinct on (a.order_id, lower(a.email)) a.order_id, a.id, a.email, a.locale
    from chosen o join app.attendees a on a.order_id = o.id and a.status <> 'cancelled' and a.email <> ''
      and lower(a.email) <> lower(coalesce(o.email, ''))
    order by a.order_id, lower(a.email), a.id) holders`;

/** How many mails a message to everybody is, by language, the most frequent first. */
export async function countMessages(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<{ locale: Locale; count: number }[]> {
  const { rows } = await sql<{ locale: Locale; count: number }>`
    with chosen as materialized (
      select o.id, o.email, o.locale from app.orders o
      where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and ${HAS_PLACES})
    select p.locale, count(*) as count from (${PEOPLE}) p group by p.locale order by count desc, p.locale`.execute(
    tx,
  );
  return rows;
}

export type Recipient = { orderId: number; attendeeId: number | null; to: string; locale: string };
export type OrderFacts = { id: number; total: number; isAwaiting: boolean };

/**
 * The next orders of an event after one of them, and who of them is written to: at most `most` mails, but all of at least
 * one order.
 */
export async function findNextRecipients(
  tx: Tx,
  scope: AccountScope,
  { eventId, after, most }: { eventId: number; after: number; most: number },
): Promise<{ orders: OrderFacts[]; people: Recipient[] }> {
  const { rows: orders } = await sql<OrderFacts>`
    select id, total, "isAwaiting" from (
      select o.id, o.total, o.status = 'awaiting_offline_payment' as "isAwaiting", n.people,
        sum(n.people) over (order by o.id) as until
      from (select * from app.orders o where o.account_id = ${scope.accountId} and o.event_id = ${eventId}
          and o.id > ${after} and ${HAS_PLACES} order by o.id limit ${most}) o
      cross join lateral (select 1 + count(*) as people from app.attendees a where a.order_id = o.id) n) counted
    where until <= ${most} or until = people order by id`.execute(tx);
  if (orders.length === 0) return { orders, people: [] };
  const { rows: people } = await sql<Recipient>`
    with chosen as materialized (
      select o.id, o.email, o.locale from app.orders o
      where o.account_id = ${scope.accountId} and o.id = any(${orders.map(({ id }) => id)}::bigint[]))
    select p.order_id as "orderId", p.attendee_id as "attendeeId", p."to", p.locale from (${PEOPLE}) p
    order by p.order_id, p.attendee_id nulls first`.execute(tx);
  return { orders, people };
}

/** Orders of an event whose places end. For a bulk job. */
export const ordersToCancel = (scope: AccountScope, eventId: number) => sql`
  select o.id, o.id from app.orders o
  where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and ${HAS_PLACES}`;

/** Orders of an event for which somebody has paid and not got all of it back, as `asked` of the refunds' preview. */
export const paidOrders = (scope: AccountScope, eventId: number) => sql`
  select o.id as order_id, null::bigint as attendee_id from app.orders o
  where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and o.status = 'completed' and o.total > 0
    and o.refund_status <> 'full'`;

/**
 * Orders of an earlier job that have money left to refund, and none of it on its way. Those that it kept because a person
 * pays them back would only be kept again. For a bulk job.
 */
export const ordersToRefundAgain = (scope: AccountScope, jobId: number) => sql`
  select o.id, o.id from app.bulk_job_rows r join app.orders o on o.id = r.row_id and o.account_id = r.account_id
  where r.account_id = ${scope.accountId} and r.job_id = ${jobId} and o.refund_status <> 'full'
    and coalesce(r.code, '') not in ('PAID_BY_HAND', 'ORDER_IS_MANUAL', 'ORDER_NOT_PAID_ONLINE')
    and not exists (select from app.refunds f where f.order_id = o.id and f.status = 'pending')`;

/** What became of the mails of some changes. */
export async function countMails(tx: Tx | Db, scope: AccountScope, changeIds: readonly number[]) {
  const { rows } = await sql<{ changeId: number; sent: number; failed: number }>`
    select c.id as "changeId", m.sent, m.failed
    from app.event_changes c
    cross join lateral (
      select count(*) filter (where m.status = 'sent') as sent, count(*) filter (where m.status = 'failed') as failed
      from app.mails m
      -- The keys of one change, as a range of the index: in C a semicolon comes after a colon, elsewhere it need not.
      where m.kind = 'event_changed' and m.dedupe_key collate "C" > 'event_changed:' || c.id || ':'
        and m.dedupe_key collate "C" < 'event_changed:' || c.id || ';') m
    where c.account_id = ${scope.accountId} and c.id = any(${[...changeIds]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.changeId, row]));
}

/** What became of the refunds of an event's orders since a moment. A failed one counts until another one is made. */
export async function sumRefundsSince(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, since }: { eventId: number; since: Date },
) {
  const { rows } = await sql<{ status: 'pending' | 'succeeded' | 'failed'; orders: number; amount: number }>`
    select r.status, count(distinct r.order_id) as orders, sum(r.amount)::bigint as amount
    from app.refunds r join app.orders o on o.id = r.order_id
    where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and r.created_at >= ${since}
      and (r.status <> 'failed' or not exists (select from app.refunds n where n.order_id = r.order_id and n.id > r.id))
    group by r.status`.execute(tx);
  const of = (status: string) => {
    const { orders = 0, amount = 0 } = rows.find((row) => row.status === status) ?? {};
    return { orders, amount };
  };
  return { pending: of('pending'), succeeded: of('succeeded'), failed: of('failed') };
}

/** The same orders for a bulk job. */
export const ordersToRefund = (scope: AccountScope, eventId: number) => sql`
  select p.order_id, p.order_id from (${paidOrders(scope, eventId)}) p`;
