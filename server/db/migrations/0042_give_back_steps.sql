-- How buyers give tickets back is a list of steps. An organizer has one for all events, an event may have its own. Events
-- keep what they offered as their own, also if that was nothing; new events follow their organizer, which offers nothing
-- yet.
alter table app.organizers add column give_back_steps jsonb not null default '[]'
  check (jsonb_typeof(give_back_steps) = 'array');
alter table app.event_settings add column give_back_steps jsonb check (jsonb_typeof(give_back_steps) = 'array');
update app.event_settings set give_back_steps = case give_back when 'none' then '[]' else
  jsonb_build_array(jsonb_build_object('until', jsonb_build_object('unit', give_back_unit, 'before', give_back_before),
    'percent', give_back_percent::text, 'keepsFees', give_back_keeps_fees, 'way', give_back)) end;
alter table app.event_settings drop column give_back, drop column give_back_before, drop column give_back_unit,
  drop column give_back_percent, drop column give_back_keeps_fees;

-- What orders keep of it. This changes neither their money nor anything that a list shows.
alter table app.orders disable trigger tally_orders;
alter table app.orders disable trigger feed_orders;
update app.orders set policy = policy - '{giveBack,before,unit,percent,keepsFees}'::text[] || jsonb_build_object('steps',
  case policy ->> 'giveBack' when 'none' then '[]' else
    jsonb_build_array(jsonb_build_object('until', jsonb_build_object('unit', policy -> 'unit', 'before', policy -> 'before'),
      'percent', policy ->> 'percent', 'keepsFees', policy -> 'keepsFees', 'way', policy -> 'giveBack')) end)
where policy is not null;
alter table app.orders enable always trigger tally_orders;
alter table app.orders enable trigger feed_orders;

-- An event that begins earlier than it did at the purchase: then a person decides.
alter table app.refund_requests drop constraint refund_requests_why_check;
alter table app.refund_requests add constraint refund_requests_why_check check (why in
  ('policy', 'checked_in', 'disputed', 'passed_on', 'moved', 'started', 'paid_without_card', 'not_possible'));
