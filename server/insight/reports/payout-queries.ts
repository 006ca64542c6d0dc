import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { PaymentProviderName } from '../../payment-providers/port.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import type { Span } from './core/types.ts';
import { figuresOf, sumOf } from './queries.ts';

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
 * What each provider has taken for the orders that were completed in a span, and given back in it, from daily figures.
 * Money that came twice or too late is in neither. The installation's share goes back in proportion to each refund.
 */
export async function findProviders(db: Db, span: Span): Promise<ProviderRow[]> {
  const { scope, eventId, range } = span;
  const { rows } = await sql<ProviderRow>`
    with moved as (
      select e.currency, f.label as provider, ${sumOf('n', 'payments')} as payments, ${sumOf('gross', 'payments')} as charged,
        ${sumOf('gross', 'refunds')} as refunded, ${sumOf('gross', 'disputes')} as lost,
        ${sumOf('fees', 'payments')} - ${sumOf('fees', 'refunds')} as fee
      from ${figuresOf(span)} and f.kind in ('payments', 'refunds', 'disputes') and f.label <> '' group by 1, 2),
    held as (
      select e.currency, p.provider, sum(d.amount)::bigint as held
      from app.disputes d join app.orders o on o.id = d.order_id join app.events e on e.id = o.event_id
      join app.payments p on p.id = d.payment_id
      where d.account_id = ${scope.accountId} and d.status in ('needs_response', 'under_review')
        and (o.completed_at at time zone e.timezone)::date between ${range.from}::date and ${range.to}::date
        and ${eventId === null ? reachesEvent(scope, sql`e.id`) : sql`e.id = ${eventId}`}
      group by 1, 2)
    select currency, provider, coalesce(payments, 0) as payments, coalesce(charged, 0) as charged,
      coalesce(refunded, 0) as refunded, coalesce(lost, 0) as lost, coalesce(held, 0) as held,
      coalesce(fee, 0) as "installationFee"
    from moved full join held using (currency, provider)
    where payments <> 0 or charged <> 0 or refunded <> 0 or lost <> 0 or fee <> 0 or held <> 0
    order by 1, 2`.execute(db);
  return rows;
}
