-- What waits for a person in the orders of an account, each found by its own small index.
create index disputes_unanswered on app.disputes (account_id, order_id) where status in ('warning', 'needs_response');
create index refunds_failed on app.refunds (account_id, order_id) where status = 'failed' and replaced_by is null;
create index webhook_inbox_parked on app.webhook_inbox (received_at)
  where outcome in ('mismatch', 'account_mismatch', 'payment_not_at_provider', 'not_at_provider');
create index orders_transfers on app.orders (account_id, offline_due_at) where status = 'awaiting_offline_payment';

-- What was sold and is not kept: a tally holds only completed orders, less what went back.
create index orders_given_back on app.orders (event_id) include (status, total, refunded_total)
  where completed_at is not null and (status = 'cancelled' or refunded_total > 0);
