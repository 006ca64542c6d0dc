-- Organizers are edited and carry a logo; pictures keep what was uploaded, so that they can be cropped again.

-- ---------------------------------------------------------------- organizers

alter table app.organizers add column version int not null default 1;

-- Addresses that an organizer gave up: they lead to the present one, and nobody else may take them.
create table app.organizer_old_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 60),
  account_id bigint not null,
  organizer_id bigint not null,
  created_at timestamptz not null default app.now(),
  foreign key (account_id, organizer_id) references app.organizers (account_id, id) on delete cascade
);
create index organizer_old_slugs_organizer on app.organizer_old_slugs (organizer_id);

-- ---------------------------------------------------------------- images

alter table app.images alter column event_id drop not null;
alter table app.images add column organizer_id bigint;
alter table app.images drop constraint images_type_check;
alter table app.images add constraint images_type_check check (type in ('EVENT_COVER', 'ORGANIZER_LOGO'));
alter table app.images add constraint images_one_owner check (
  (type = 'EVENT_COVER') = (event_id is not null) and (type = 'ORGANIZER_LOGO') = (organizer_id is not null));
alter table app.images add constraint images_organizer_fkey
  foreign key (account_id, organizer_id) references app.organizers (account_id, id) on delete cascade;
create unique index images_one_logo on app.images (organizer_id) where type = 'ORGANIZER_LOGO';

-- What readers without a picture are told; empty where it only decorates.
alter table app.images add column alt text not null default '' check (length(alt) <= 250);

-- The point that stays in sight wherever the picture is cut to fit, in percent of its width and height.
alter table app.images add column focal_x smallint not null default 50 check (focal_x between 0 and 100);
alter table app.images add column focal_y smallint not null default 50 check (focal_y between 0 and 100);

-- The whole upload, upright and without metadata: a folder of its own in the file store, so that every crop can have a
-- new address while this one stays. Null for pictures from before: then the largest size is all there is.
alter table app.images add column original_key text unique;
alter table app.images add column original_width int check (original_width > 0);
alter table app.images add column original_height int check (original_height > 0);
alter table app.images add constraint images_original_whole check (
  (original_key is null) = (original_width is null) and (original_key is null) = (original_height is null));

-- The part of it that is shown, in its pixels. Null: all of it.
alter table app.images add column crop_x int check (crop_x >= 0);
alter table app.images add column crop_y int check (crop_y >= 0);
alter table app.images add column crop_width int check (crop_width > 0);
alter table app.images add column crop_height int check (crop_height > 0);
alter table app.images add constraint images_crop_whole check (
  (crop_x is null) = (crop_y is null) and (crop_x is null) = (crop_width is null) and (crop_x is null) = (crop_height is null)
  and (crop_x is null or (original_key is not null
    and crop_x + crop_width <= original_width and crop_y + crop_height <= original_height)));

-- ---------------------------------------------------------------- deleting an event

-- The lines of checkouts that were left go with their event; each asks whether an attendee names it.
create index attendees_item on app.attendees (order_item_id);
