-- What lies behind an event page, and whether widgets in other sites grow with their content.

alter table app.event_settings
  -- homepage and checkout
  add column background_type text not null default 'color' check (background_type in ('color', 'blurred_cover')),
  -- widget: what a widget does whose own snippet says nothing about it
  add column widget_auto_resize boolean not null default true;
