-- A check-in list that is deleted closes its link and keeps its scans: the row stays, with the time.
-- live_id is the list's id until then. Entries refer to it, so that a deleted list can have none, whatever any code does.
alter table app.check_in_lists
  add column version int not null default 1,
  add column deleted_at timestamptz,
  add column live_id bigint generated always as (case when deleted_at is null then id end) stored,
  add unique (account_id, live_id);

alter table app.check_ins
  drop constraint check_ins_account_id_check_in_list_id_fkey,
  add constraint check_ins_account_id_check_in_list_id_fkey
    foreign key (account_id, check_in_list_id) references app.check_in_lists (account_id, live_id) on delete cascade;
