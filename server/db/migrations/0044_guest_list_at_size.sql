-- The first valid ticket of each order, with its name: the guest list sorts by it without reading the tickets. It does all
-- that the index on order_id alone did.
create index attendees_lead on app.attendees (order_id, status, id) include (name_key);
drop index app.attendees_order;

-- The guest list finds those whose email failed.
create index mails_failed on app.mails (order_id) where status = 'failed';
