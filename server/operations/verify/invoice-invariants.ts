import type { Invariant } from './types.ts';

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;

/** An invoice stays consistent with its order, and no invoice number is missing. */
export const INVOICE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I2',
    rule: 'Invoices of an account and prefix are numbered from one without a gap',
    query: `
      with numbered as (
        select account_id, prefix, count(*) as n, min(number) as first, max(number) as last from app.invoices
        group by account_id, prefix)
      select s.account_id, s.prefix, s.last_number, coalesce(i.n, 0) as invoices, i.first, i.last,
        format('Invoices "%s" of account %s: %s of them, numbered %s to %s, and the last number given is %s', s.prefix,
          s.account_id, coalesce(i.n, 0), coalesce(i.first, 0), coalesce(i.last, 0), s.last_number) as drift
      from app.invoice_series s left join numbered i on i.account_id = s.account_id and i.prefix = s.prefix
      where s.last_number <> coalesce(i.n, 0) or (i.n > 0 and (i.first <> 1 or i.last <> i.n))`,
  },
  {
    id: 'I2',
    rule: 'An invoice is of an order that was completed and paid, and of what it came to',
    query: `
      with completed as (select distinct order_id from app.order_transitions where to_status = 'completed')
      select i.id as invoice_id, o.id as order_id, i.total, o.total as order_total, o.status, o.payment_status,
        ${ORDER} || format(': invoice %s of %s %s, the order is %s (%s) and comes to %s %s', i.number, i.total, i.currency,
          o.status, o.payment_status, o.total, o.currency) as drift
      from app.invoices i join app.orders o on o.id = i.order_id left join completed c on c.order_id = o.id
      where i.total <> o.total or i.currency <> o.currency or o.payment_status <> 'paid' or c.order_id is null
        or (i.content->>'totalMinor')::bigint <> i.total`,
  },
];
