import { ATTENTION_KINDS, type AttentionKind } from '@entrada/contract/sales/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import { waitsForPerson } from '../webhook-inbox/queries.ts';

/**
 * The orders of an account that wait for a person, for each kind as rows of `order_id`, `amount` in minor units and
 * `due_at`. An order may have several rows of a kind. The list of orders and the figures both read them, so they agree.
 * Each starts from a partial index.
 */
const ROWS: Record<AttentionKind, (scope: AccountScope) => RawBuilder<unknown>> = {
  dispute: ({ accountId }) => sql`
    select order_id, amount, respond_by as due_at from app.disputes
    where account_id = ${accountId} and status in ('warning', 'needs_response')`,
  // Once the event is over or called off its tickets let nobody in. An order that was paid twice is still paid once.
  lost_dispute: ({ accountId }) => sql`
    select d.id as dispute_id, d.order_id, d.amount, null::timestamptz as due_at
    from app.disputes d join app.orders o on o.id = d.order_id join app.events e on e.id = o.event_id
    where d.account_id = ${accountId} and d.status = 'lost' and d.dismissed_at is null
      and o.status = 'completed' and e.effective_end > app.now() and e.called_off_at is null
      and exists (select from app.attendees a where a.order_id = d.order_id and a.status = 'active')
      and not exists (select from app.refunds r where r.payment_id = d.payment_id and r.reason = 'duplicate')`,
  // The status of an order leaves out the refund of a duplicate payment. That money is missing until another refund of
  // the same payment is made, here or at the provider. What a bank has taken back meanwhile is missing no longer.
  refund_failed: ({ accountId }) => sql`
    select f.order_id, f.amount, null::timestamptz as due_at
    from app.refunds f join app.orders o on o.id = f.order_id
    where f.account_id = ${accountId} and f.status = 'failed' and f.replaced_by is null
      and case when f.reason = 'duplicate' then not exists (
          select from app.refunds g where g.order_id = f.order_id and g.payment_id = f.payment_id and g.status <> 'failed')
        else o.refund_status = 'failed' end
      and not exists (
        select from app.disputes d
        where d.order_id = f.order_id and d.payment_id = f.payment_id and d.status = 'lost' and d.amount >= f.amount)`,
  payment_unclear: ({ accountId }) => sql`
    select p.order_id, p.amount, null::timestamptz as due_at
    from app.webhook_inbox w
    join app.payments p on p.provider = w.provider and p.provider_payment_id = w.provider_payment_id
    where p.account_id = ${accountId} and ${waitsForPerson}`,
  refund_requested: ({ accountId }) => sql`
    select order_id, amount, null::timestamptz as due_at from app.refund_requests
    where account_id = ${accountId} and status = 'open'`,
  // It is over once the address is corrected, or somebody writes to it all the same.
  mail_bounced: ({ accountId }) => sql`
    select distinct o.id as order_id, 0::bigint as amount, null::timestamptz as due_at
    from app.mail_bounces b join app.mails m on m.id = b.mail_id join app.orders o on o.id = m.order_id
    join app.events e on e.id = o.event_id
    where b.account_id = ${accountId} and b.lifted_at is null
      and o.status in ('completed', 'awaiting_offline_payment') and e.effective_end > app.now()
      and (lower(o.email) = b.address or exists (
        select from app.attendees a where a.order_id = o.id and a.status = 'active' and lower(a.email) = b.address))`,
  // Whoever has ordered again since needs no help.
  payment_failed: ({ accountId }) => sql`
    select o.id as order_id, o.total as amount, null::timestamptz as due_at
    from app.orders o join app.events e on e.id = o.event_id
    where o.account_id = ${accountId} and o.payment_status = 'failed' and o.status = 'expired'
      and o.created_at > app.now() - interval '7 days' and e.effective_end > app.now() and e.status = 'public'
      and not exists (
        select from app.orders p where p.event_id = o.event_id and p.created_at > o.created_at
          and lower(p.email) = lower(o.email) and p.status in ('reserved', 'awaiting_offline_payment', 'completed'))`,
  transfer_due: ({ accountId }) => sql`
    select id as order_id, total as amount, offline_due_at as due_at from app.orders
    where account_id = ${accountId} and status = 'awaiting_offline_payment'
      and offline_due_at < app.now() + interval '2 days'`,
};

/** Whether the order `o` waits for a person for one of these reasons. */
export const waitsFor = (scope: AccountScope, kinds: readonly AttentionKind[]): RawBuilder<boolean> =>
  sql`o.id in (${sql.join(
    kinds.map((kind) => sql`select order_id from (${ROWS[kind](scope)}) r`),
    sql` union all `,
  )})`;

/** The ids of the lost disputes of an order about whose tickets a person has to decide. */
export async function findUndecidedDisputes(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select r.dispute_id as id from (${ROWS.lost_dispute(scope)}) r where r.order_id = ${orderId}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

type AttentionFigures = {
  eventId: number;
  kind: AttentionKind;
  orders: number;
  /** Minor units of the event's currency. */
  amount: number;
  dueAt: Date | null;
};

/** How many orders wait for a person, for each kind of an event. Null for all events of the account. */
export async function findAttention(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number | null,
): Promise<AttentionFigures[]> {
  const each = ATTENTION_KINDS.map(
    (kind) => sql`select ${kind}::text as kind, r.order_id, r.amount, r.due_at from (${ROWS[kind](scope)}) r`,
  );
  const { rows } = await sql<AttentionFigures>`
    select o.event_id as "eventId", r.kind, count(distinct o.id) as orders, sum(r.amount)::bigint as amount,
      min(r.due_at) as "dueAt"
    from (${sql.join(each, sql` union all `)}) r join app.orders o on o.id = r.order_id
    where o.account_id = ${scope.accountId} and o.email is not null
      and (${eventId}::bigint is null or o.event_id = ${eventId}::bigint) and ${reachesEvent(scope, sql`o.event_id`)}
    group by o.event_id, r.kind`.execute(tx);
  return rows;
}

/** How many orders of each event wait for a person, each counted once. Events without any are left out. */
export async function countWaitingOrders(
  tx: Tx | Db,
  scope: AccountScope,
): Promise<{ eventId: number; orders: number }[]> {
  const { rows } = await sql<{ eventId: number; orders: number }>`
    select o.event_id as "eventId", count(*) as orders from app.orders o
    where o.account_id = ${scope.accountId} and o.email is not null and ${reachesEvent(scope, sql`o.event_id`)}
      and ${waitsFor(scope, ATTENTION_KINDS)}
    group by o.event_id order by o.event_id`.execute(tx);
  return rows;
}
