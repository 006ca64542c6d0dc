import { type RawBuilder, sql } from 'kysely';

/** The policy of an event of the given id as JSON, in the shape of `Policy`. For a statement that keeps it. */
export const policyOfEvent = (eventId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_build_object('giveBack', s.give_back, 'before', s.give_back_before, 'unit', s.give_back_unit,
    'percent', s.give_back_percent, 'keepsFees', s.give_back_keeps_fees,
    'names', case when s.correct_names then jsonb_build_object('before', s.correct_names_before, 'unit', s.correct_names_unit,
      'later', s.names_later and s.attendee_details = 'per_ticket') end,
    'passOn', case when s.pass_on then jsonb_build_object('before', s.pass_on_before, 'unit', s.pass_on_unit) end,
    'startsAt', e.starts_at, 'timezone', e.timezone)
  from app.event_settings s join app.events e on e.id = s.event_id where s.event_id = ${eventId})`;
