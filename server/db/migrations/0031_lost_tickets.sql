-- People look for their tickets by their address alone, over all events. The index that began with the event makes way,
-- so that an order costs as many writes as before.
create index orders_email_event on app.orders (lower(email), event_id) where email is not null;
drop index app.orders_email;
create index attendees_email on app.attendees (lower(email));
