import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { type RawBuilder, sql } from 'kysely';

/** The steps that count for an event: its own, which stand over its organizer's. Of the rows `s` and `o`. */
export const STEPS_OF_EVENT = sql<readonly GiveBackStep[]>`coalesce(s.give_back_steps, o.give_back_steps)`;

/** The policy of an event of the given id as JSON, in the shape of `Policy`. For a statement that keeps it. */
export const policyOfEvent = (eventId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_build_object('steps', ${STEPS_OF_EVENT},
    'names', case when s.correct_names then jsonb_build_object('before', s.correct_names_before, 'unit', s.correct_names_unit,
      'later', s.names_later and s.attendee_details = 'per_ticket') end,
    'passOn', case when s.pass_on then jsonb_build_object('before', s.pass_on_before, 'unit', s.pass_on_unit) end,
    'startsAt', e.starts_at, 'timezone', e.timezone)
  from app.event_settings s join app.events e on e.id = s.event_id join app.organizers o on o.id = e.organizer_id
  where s.event_id = ${eventId})`;
