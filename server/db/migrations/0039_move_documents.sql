-- Moves of attendees on orders with an invoice: the place as it was is credited, and the place as it is now is invoiced.

alter table app.ticket_moves
  -- What the move wrote; both null if the order had no invoice, or if nobody pays for the move.
  add column credit_note_id bigint,
  add column invoice_id bigint,
  -- When somebody decided that what was owed is not paid after all.
  add column waived_at timestamptz,
  add constraint ticket_moves_credit_note foreign key (account_id, credit_note_id)
    references app.credit_notes (account_id, id),
  add constraint ticket_moves_invoice foreign key (account_id, invoice_id) references app.invoices (account_id, id),
  add constraint ticket_moves_waived check (waived_at is null or (settlement = 'owed' and settled_at is null)) not valid;
create index ticket_moves_credit_note on app.ticket_moves (credit_note_id) where credit_note_id is not null;
create index ticket_moves_invoice on app.ticket_moves (invoice_id) where invoice_id is not null;

-- What the invoices of an order, less its credit notes, may bill. `adjusted` is the difference of its moves that have
-- documents; what of it goes back by refunds is `given_back`. Those refunds are credited with the move, so what went back
-- counts only as far as it is more. Minor units.
create view app.order_claims as
  select c.account_id, c.order_id, c.adjusted, c.given_back,
    greatest(0, c.total + c.adjusted - greatest(least(c.total, c.gone), c.given_back)) as claim
  from (
    select o.account_id, o.id as order_id, o.total,
      o.refunded_total + coalesce((select l.amount from app.lost_disputes l
        where l.account_id = o.account_id and l.order_id = o.id), 0) as gone,
      coalesce(m.adjusted, 0)::bigint as adjusted, coalesce(m.given_back, 0)::bigint as given_back
    from app.orders o
    cross join lateral (
      select sum(total) filter (where refund_id is null) as adjusted,
        -sum(total) filter (where refund_id is not null) as given_back
      from app.ticket_moves
      where order_id = o.id and waived_at is null and (credit_note_id is not null or invoice_id is not null)) m) c;

-- A note over what was owed and is waived.
alter table app.credit_notes drop constraint credit_notes_reason_check,
  add constraint credit_notes_reason_check check (reason in ('refund', 'dispute', 'change', 'waived')) not valid;
