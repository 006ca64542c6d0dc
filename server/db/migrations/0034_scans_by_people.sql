-- Who checked somebody in from the workspace; null for a scan at a door.
alter table app.scans add column user_id bigint;
-- Old rows have no user, so they need not be looked at.
alter table app.scans add constraint scans_user_id_fkey foreign key (user_id) references app.users (id) not valid;
