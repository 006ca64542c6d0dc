-- The logo of an account. It belongs to no event and to no organizer.
alter table app.images drop constraint images_type_check;
alter table app.images add constraint images_type_check
  check (type in ('EVENT_COVER', 'ORGANIZER_LOGO', 'ACCOUNT_LOGO'));
create unique index images_one_account_logo on app.images (account_id) where type = 'ACCOUNT_LOGO';
