-- A webhook that ended its process at every try waits for a person as well.
create index webhook_inbox_waiting on app.webhook_inbox (received_at)
  where outcome in ('mismatch', 'account_mismatch', 'payment_not_at_provider', 'not_at_provider', 'process_ended');
drop index app.webhook_inbox_parked;
