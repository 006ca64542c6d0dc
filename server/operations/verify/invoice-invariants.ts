import type { Invariant } from './types.ts';

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;

/** Invoices and credit notes stay consistent with their order, no number is missing, and what went back is credited. */
export const INVOICE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I2',
    rule: 'Invoices and credit notes of an account and prefix are numbered from one without a gap, each number once',
    query: `
      with documents as (
        select account_id, prefix, number from app.invoices
        union all select account_id, prefix, number from app.credit_notes),
      numbered as (
        select account_id, prefix, count(*) as n, count(distinct number) as numbers, min(number) as first,
          max(number) as last
        from documents group by account_id, prefix)
      select s.account_id, s.prefix, s.last_number, coalesce(i.n, 0) as documents, i.first, i.last,
        format('Invoices "%s" of account %s: %s of them, numbered %s to %s, and the last number given is %s', s.prefix,
          s.account_id, coalesce(i.n, 0), coalesce(i.first, 0), coalesce(i.last, 0), s.last_number) as drift
      from app.invoice_series s left join numbered i on i.account_id = s.account_id and i.prefix = s.prefix
      where s.last_number <> coalesce(i.n, 0) or (i.n > 0 and (i.first <> 1 or i.last <> i.n or i.numbers <> i.n))`,
  },
  {
    id: 'I2',
    rule: 'The invoices of an order that was completed and paid, less what was credited because it changed, are what it came to with its moves',
    query: `
      with completed as (select distinct order_id from app.order_transitions where to_status = 'completed'),
      invoiced as (select order_id, sum(total) as total from app.invoices group by order_id),
      changed as (select order_id, sum(total) as total from app.credit_notes where reason in ('change', 'waived') group by order_id)
      select i.id as invoice_id, o.id as order_id, i.total, o.total as order_total, o.status, o.payment_status,
        ${ORDER} || format(': invoice %s of %s %s, the order is %s (%s) and comes to %s %s', i.number, i.total, i.currency,
          o.status, o.payment_status, o.total + l.adjusted - l.given_back, o.currency) as drift
      from app.invoices i join app.orders o on o.id = i.order_id join invoiced v on v.order_id = o.id
      join app.order_claims l on l.order_id = o.id
      left join changed n on n.order_id = o.id left join completed c on c.order_id = o.id
      where v.total - coalesce(n.total, 0) <> o.total + l.adjusted - l.given_back or i.currency <> o.currency
        or (o.payment_status <> 'paid' and o.total > 0)
        or c.order_id is null or (i.content->>'totalMinor')::bigint <> i.total`,
  },
  {
    id: 'I2',
    rule: 'A credit note is about an invoice of its order, in its currency, and its parts are its total',
    query: `
      select n.id as credit_note_id, o.id as order_id, n.total, i.id as invoice_id,
        ${ORDER} || format(': credit note %s of %s %s is about invoice %s of order %s in %s, and says %s', n.number, n.total,
          n.currency, i.number, i.order_id, i.currency, n.content->>'totalMinor') as drift
      from app.credit_notes n join app.orders o on o.id = n.order_id join app.invoices i on i.id = n.invoice_id
      where i.order_id <> n.order_id or i.currency <> n.currency or (n.content->>'totalMinor')::bigint <> n.total
        or n.total <> (n.content->>'netMinor')::bigint
          + (select coalesce(sum((tax->>'minor')::bigint), 0) from jsonb_array_elements(n.content->'taxes') tax)
        or jsonb_array_length(n.credited) is distinct from jsonb_array_length(i.billed)`,
  },
  {
    id: 'I2',
    rule: 'Never more is credited than an invoice bills, in all and of each line',
    query: `
      with parts as (
        select n.invoice_id, line.at, sum((line.value->>'price')::bigint) as price
        from app.credit_notes n, jsonb_array_elements(n.credited) with ordinality line(value, at) group by 1, 2),
      over as (
        select p.invoice_id from parts p join app.invoices i on i.id = p.invoice_id
        where p.price > (i.billed->(p.at::int - 1)->>'quantity')::bigint * (i.billed->(p.at::int - 1)->>'unitPrice')::bigint)
      select i.id as invoice_id, o.id as order_id, i.total, sum(n.total) as credited,
        ${ORDER} || format(': invoice %s of %s %s, and %s are credited', i.number, i.total, i.currency, sum(n.total)) as drift
      from app.credit_notes n join app.invoices i on i.id = n.invoice_id join app.orders o on o.id = i.order_id
      group by i.id, o.id having sum(n.total) > i.total or i.id in (select invoice_id from over)`,
  },
  {
    id: 'I2',
    rule: 'What went back of an invoiced order is credited: its refunds, and the disputes that were lost',
    query: `
      with invoiced as (select order_id, sum(total) as total from app.invoices group by order_id),
      credited as (select order_id, sum(total) as total from app.credit_notes group by order_id)
      select o.id as order_id, o.total, v.total as invoiced, coalesce(n.total, 0) as credited, o.refunded_total,
        coalesce(l.amount, 0) as lost, c.claim,
        ${ORDER} || format(': %s went back, %s are invoiced and %s credited', o.refunded_total + coalesce(l.amount, 0),
          v.total, coalesce(n.total, 0)) as drift
      from invoiced v join app.orders o on o.id = v.order_id left join credited n on n.order_id = o.id
      join app.order_claims c on c.order_id = o.id
      left join app.lost_disputes l on l.account_id = o.account_id and l.order_id = o.id
      where v.total - coalesce(n.total, 0) > c.claim`,
  },
  {
    id: 'I2',
    rule: 'The documents of a move are of its order: a note about a change, and an invoice over the new place alone',
    query: `
      select m.id as move_id, o.id as order_id, m.credit_note_id, m.invoice_id,
        ${ORDER} || format(': move %s has credit note %s (%s) and invoice %s of %s, its place costs %s', m.id, n.number,
          n.reason, i.number, i.total, m.place->>'unitTotal') as drift
      from app.ticket_moves m join app.orders o on o.id = m.order_id
      left join app.credit_notes n on n.id = m.credit_note_id left join app.invoices i on i.id = m.invoice_id
      where n.order_id <> m.order_id or n.reason <> 'change' or i.order_id <> m.order_id
        or i.total <> (m.place->>'unitTotal')::bigint or (i.billed->0->>'itemId')::bigint <> m.to_item_id`,
  },
  {
    id: 'I2',
    rule: 'What is still billed of an order is addressed to whom the order says, if it says so',
    query: `
      with credited as (select invoice_id, sum(total) as total from app.credit_notes group by invoice_id)
      select i.id as invoice_id, o.id as order_id,
        ${ORDER} || format(': invoice %s still bills %s, and the order is invoiced to %s', i.number,
          i.content->'buyer'->>'name', o.invoice_to->>'name') as drift
      from app.orders o join app.invoices i on i.order_id = o.id left join credited n on n.invoice_id = i.id
      where o.invoice_to is not null and i.total > coalesce(n.total, 0)
        and i.content->'buyer'->>'name' is distinct from o.invoice_to->>'name'`,
  },
];
