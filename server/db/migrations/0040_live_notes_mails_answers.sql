-- Open drawers learn of notes, of what became of mails, and of answers that changed. The ids are those of the orders. Nothing
-- of this is written by a hold, and a completion writes nothing here: its order is in the feed already.

create function app.feed_notes() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select o.account_id, o.event_id, 'notes', 'changed', array_agg(distinct o.id)
  from touched n join app.orders o on o.id = n.order_id group by o.account_id, o.event_id;
  return null;
end $$;
create trigger feed_new_notes after insert on app.notes
  referencing new table as touched for each statement execute function app.feed_notes();
create trigger feed_changed_notes after update on app.notes
  referencing new table as touched for each statement execute function app.feed_notes();

-- A mail is queued with a change that is in the feed. What becomes of it is known later.
create function app.feed_mails() returns trigger language plpgsql as $$
begin
  if not exists (select from touched where order_id is not null) then return null; end if;
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select o.account_id, o.event_id, 'mails', 'changed', array_agg(distinct o.id)
  from touched m join app.orders o on o.id = m.order_id group by o.account_id, o.event_id;
  return null;
end $$;
create trigger feed_changed_mails after update on app.mails
  referencing new table as touched for each statement execute function app.feed_mails();

-- Answers that come with the order itself are not told again.
create function app.feed_answers() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select o.account_id, o.event_id, 'answers', 'changed', array_agg(distinct o.id)
  from touched a join app.orders o on o.id = a.order_id
  where o.completed_at < app.now() group by o.account_id, o.event_id;
  return null;
end $$;
create trigger feed_new_answers after insert on app.answers
  referencing new table as touched for each statement execute function app.feed_answers();
create trigger feed_changed_answers after update on app.answers
  referencing new table as touched for each statement execute function app.feed_answers();
create trigger feed_gone_answers after delete on app.answers
  referencing old table as touched for each statement execute function app.feed_answers();
