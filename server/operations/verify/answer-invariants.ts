import type { Invariant } from './types.ts';

/** I13: an answer belongs to a question of its order's event. */
export const ANSWER_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I13',
    rule: 'An answer belongs to a question of its order’s event, and to a ticket of that order if to one',
    query: `
      select a.id as answer_id, o.id as order_id, a.question_id, a.attendee_id,
        format('Order %s (event %s): answer %s is to question %s of event %s%s', o.reference, o.event_id, a.id, q.id, q.event_id,
          case when t.order_id <> o.id then format(' and for ticket %s of another order', t.reference) else '' end) as drift
      from app.answers a join app.orders o on o.id = a.order_id join app.questions q on q.id = a.question_id
      left join app.attendees t on t.id = a.attendee_id
      where q.event_id <> o.event_id or t.order_id <> o.id`,
  },
];
