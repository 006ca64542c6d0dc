-- What the directory searches of an event: title, place, organizer and text, in one normalized column. A table of its
-- own, because a change of an event's row would make every reservation of the moment look again.
create table app.event_texts (
  account_id bigint not null,
  event_id bigint primary key,
  search text not null,
  city text not null,
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);

create function app.write_event_texts(of_events bigint[]) returns void language sql as $$
  insert into app.event_texts (account_id, event_id, search, city)
  select e.account_id, e.id,
    -- Tags become spaces. The beginning of a long text is enough to find it.
    app.fold(concat_ws(' ', e.title, o.name, s.venue_name, s.address_line_1, s.city, s.region,
      left(regexp_replace(e.description, '<[^>]*>', ' ', 'g'), 4000))),
    case when s.is_online then '' else app.fold(btrim(s.city)) end
  from app.events e
  join app.event_settings s on s.event_id = e.id
  join app.organizers o on o.id = e.organizer_id
  where e.id = any(of_events)
  on conflict (event_id) do update set search = excluded.search, city = excluded.city
    where (event_texts.search, event_texts.city) is distinct from (excluded.search, excluded.city)
$$;

create function app.write_texts_of_event() returns trigger language plpgsql as $$
begin
  perform app.write_event_texts(array[new.id]);
  return null;
end $$;
create function app.write_texts_of_settings() returns trigger language plpgsql as $$
begin
  perform app.write_event_texts(array[new.event_id]);
  return null;
end $$;
create function app.write_texts_of_organizer() returns trigger language plpgsql as $$
begin
  perform app.write_event_texts(array(select id from app.events where organizer_id = new.id));
  return null;
end $$;
create trigger write_texts after update of title, description, organizer_id on app.events
  for each row execute function app.write_texts_of_event();
create trigger write_texts
  after insert or update of is_online, venue_name, address_line_1, city, region on app.event_settings
  for each row execute function app.write_texts_of_settings();
create trigger write_texts after update of name on app.organizers
  for each row when (old.name is distinct from new.name) execute function app.write_texts_of_organizer();

select app.write_event_texts(array(select id from app.events));

create index event_texts_search on app.event_texts using gin (search public.gin_trgm_ops);
create index event_texts_city on app.event_texts (city) where city <> '';
