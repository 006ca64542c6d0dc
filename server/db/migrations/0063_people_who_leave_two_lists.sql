-- A person who is inside by two lists and leaves both by one statement was taken off twice, because a trigger for each row
-- saw the other entry closed already. Each statement is now looked at as a whole: who was inside before, and who is now.
create function app.tally_changed_entries() returns trigger language plpgsql as $$
begin
  if not exists (
    select from before b join after a on a.id = b.id where (a.checked_out_at is null) <> (b.checked_out_at is null))
  then return null; end if;
  perform from app.attendees where id in (
    select a.attendee_id from before b join after a on a.id = b.id
    where (a.checked_out_at is null) <> (b.checked_out_at is null))
  order by id for no key update;
  with changed as (
    select a.account_id, a.event_id, a.check_in_list_id, a.attendee_id, case when a.checked_out_at is null then 1 else -1 end as sign
    from before b join after a on a.id = b.id
    where (a.checked_out_at is null) <> (b.checked_out_at is null)),
  people as (
    select c.account_id, c.event_id, c.attendee_id,
      (exists (select from app.check_ins i where i.attendee_id = c.attendee_id and i.checked_out_at is null))::int
        - (exists (select from before b where b.attendee_id = c.attendee_id and b.checked_out_at is null)
          or exists (
            select from app.check_ins i where i.attendee_id = c.attendee_id and i.checked_out_at is null
              and i.id not in (select id from after)))::int as sign
    from changed c group by c.account_id, c.event_id, c.attendee_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'entries', check_in_list_id, sum(sign), 0 from changed
  group by account_id, event_id, check_in_list_id having sum(sign) <> 0
  union all
  select p.account_id, p.event_id, 'inside', 0, sum(p.sign), 0
  from people p join app.attendees a on a.id = p.attendee_id and a.status = 'active'
  group by p.account_id, p.event_id having sum(p.sign) <> 0
  union all
  select p.account_id, p.event_id, 'guest_arrivals', 0, sum(p.sign), 0
  from people p join app.attendees a on a.id = p.attendee_id and a.status <> 'cancelled'
  join app.orders o on o.id = a.order_id and o.is_manual
  group by p.account_id, p.event_id having sum(p.sign) <> 0;
  return null;
end $$;

drop trigger tally_changed_entry on app.check_ins;
drop trigger tally_guest_entry_changed on app.check_ins;
create trigger tally_changed_entries after update on app.check_ins
  referencing old table as before new table as after for each statement execute function app.tally_changed_entries();
alter table app.check_ins enable always trigger tally_changed_entries;

-- Counted anew where it happened before.
insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select coalesce(r.account_id, t.account_id), coalesce(r.event_id, t.event_id), coalesce(r.kind, t.kind),
    coalesce(r.ref_id, t.ref_id), coalesce(r.n, 0) - coalesce(t.n, 0), 0
  from (
    select account_id, event_id, kind, ref_id, sum(n)::bigint as n from app.tallies
    where kind in ('inside', 'guest_arrivals') group by account_id, event_id, kind, ref_id) t
  full join (
    select account_id, event_id, kind, ref_id, n from app.tallies_recomputed where kind in ('inside', 'guest_arrivals')) r
    on r.account_id = t.account_id and r.event_id = t.event_id and r.kind = t.kind and r.ref_id = t.ref_id
  where coalesce(r.n, 0) <> coalesce(t.n, 0);
