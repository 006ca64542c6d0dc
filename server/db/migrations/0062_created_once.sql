-- Under which Idempotency-Key a draft was begun, so that a repetition answers with the same draft. It is asked for 24 hours.
alter table app.messages add column creation_key text;
create unique index messages_creation_key on app.messages (event_id, creation_key) where creation_key is not null;

-- Orders whose payment failed and that nobody completed.
create index orders_payment_failed on app.orders (account_id, created_at) where payment_status = 'failed' and status = 'expired';
