-- The entries of one day of an event, minute by minute and door by door, without reading the rows.
create index check_ins_by_time on app.check_ins (event_id, checked_in_at) include (account_id, check_in_list_id, attendee_id, device);
