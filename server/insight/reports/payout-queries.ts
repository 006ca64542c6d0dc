import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { PaymentProviderName } from '../../payment-providers/port.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import type { Span } from './core/types.ts';
import { gone } from './returned-queries.ts';

export type ProviderRow = {
  currency: string;
  provider: PaymentProviderName;
  payments: number;
  charged: number;
  refunded: number;
  lost: number;
  held: number;
  installationFee: number;
};

/**
 * What each provider has taken for the orders that were completed in a span, and given back in it. Money that came twice or
 * too late is in neither. The installation's share of a payment goes back in proportion to each refund, rounded as
 * a provider does it, to whole minor units.
 */
export async function findProviders(db: Db, span: Span): Promise<ProviderRow[]> {
  const { scope, eventId, range } = span;
  const { rows } = await sql<ProviderRow>`
    with ${gone(span)},
    sold as materialized (
      select o.id, e.currency from app.events e join app.orders o on o.event_id = e.id
        and o.completed_at >= ${range.from}::date::timestamp at time zone e.timezone
        and o.completed_at < (${range.to}::date + 1)::timestamp at time zone e.timezone
      where e.account_id = ${scope.accountId} and ${eventId === null ? reachesEvent(scope, sql`e.id`) : sql`e.id = ${eventId}`}),
    taken as (
      select s.currency, p.provider, count(*) as payments, sum(p.amount)::bigint as charged,
        sum(p.application_fee)::bigint as fee
      from sold s join app.payments p on p.order_id = s.id and p.status = 'succeeded'
      where not exists (select from app.refunds x where x.order_id = p.order_id and x.payment_id = p.id
        and x.reason in ('duplicate', 'late_payment'))
      group by 1, 2),
    given as (
      select g.currency, p.provider, sum(g.amount) filter (where g.kind = 'refund')::bigint as refunded,
        sum(g.amount) filter (where g.kind = 'dispute')::bigint as lost,
        sum(round(p.application_fee * g.amount / p.amount::numeric)) filter (where g.kind = 'refund')::bigint as fee
      from gone g join app.payments p on p.id = g.payment_id group by 1, 2),
    held as (
      select s.currency, p.provider, sum(d.amount)::bigint as held
      from app.disputes d join sold s on s.id = d.order_id join app.payments p on p.id = d.payment_id
      where d.account_id = ${scope.accountId} and d.status in ('needs_response', 'under_review') group by 1, 2)
    select currency, provider, coalesce(t.payments, 0) as payments, coalesce(t.charged, 0) as charged,
      coalesce(g.refunded, 0) as refunded, coalesce(g.lost, 0) as lost, coalesce(h.held, 0) as held,
      coalesce(t.fee, 0) - coalesce(g.fee, 0) as "installationFee"
    from taken t full join given g using (currency, provider) full join held h using (currency, provider)
    order by 1, 2`.execute(db);
  return rows;
}
