-- The private half of an event's key is encrypted with a key that comes from SECRET. `sealed_by` names that key; null is a raw
-- one of before, which the next start encrypts. A changed SECRET makes another pair of the event. All public halves verify.
alter table app.event_keys drop constraint event_keys_pkey;
alter table app.event_keys add column sealed_by bytea;
create unique index event_keys_each on app.event_keys (event_id, sealed_by) nulls not distinct;
create index event_keys_raw on app.event_keys (event_id) where sealed_by is null;

-- The log of the scans of a list, and the newest of them for the phones at its door.
create index scans_list on app.scans (check_in_list_id, id);
