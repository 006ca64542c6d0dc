-- Who leaves an account keeps the row that their records hang on. An invitation brings them back.
alter table app.memberships drop constraint memberships_status_check;
alter table app.memberships add constraint memberships_status_check check (status in ('active', 'inactive', 'left'));
