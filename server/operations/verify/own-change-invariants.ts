import type { Invariant } from './types.ts';

const TICKET = `format('Ticket %s (event %s)', a.reference, a.event_id)`;

/** What buyers change by themselves: who has a ticket, and the links of orders and tickets. */
export const OWN_CHANGE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I15',
    rule: 'A ticket that was passed on has a new code; who had it is known only then, and only such a ticket was opened by its new holder',
    query: `
      select a.id as attendee_id, a.order_id, a.code_version,
        ${TICKET} || format(': code %s, %s, %s, %s', a.code_version,
          case when a.passed_on_at is null then 'never passed on' else 'passed on' end,
          case when a.passed_from is null then 'from nobody' else 'from somebody' end,
          case when a.opened_at is null then 'not opened' else 'opened' end) as drift
      from app.attendees a
      where (a.passed_on_at is not null and a.code_version < 2)
        or (a.passed_from is not null and a.passed_on_at is null)
        or (a.opened_at is not null and a.passed_from is null)`,
  },
  {
    id: 'I15',
    rule: 'A ticket that waits for a name was never passed on',
    query: `
      select a.id as attendee_id, a.order_id, ${TICKET} || ': waits for a name and was passed on' as drift
      from app.attendees a where a.awaits_name and (a.passed_on_at is not null or a.passed_from is not null)`,
  },
  {
    id: 'I15',
    rule: 'Each code of a ticket but the present one has left an address that is no longer valid',
    query: `
      with replaced as (select attendee_id, count(*) as n from app.replaced_ticket_links group by 1)
      select a.id as attendee_id, a.order_id, a.code_version, coalesce(r.n, 0) as replaced,
        ${TICKET} || format(': code %s, and %s addresses were replaced', a.code_version, coalesce(r.n, 0)) as drift
      from app.attendees a left join replaced r on r.attendee_id = a.id
      where a.code_version <> coalesce(r.n, 0) + 1`,
  },
  {
    id: 'I15',
    rule: 'An address that was replaced opens no ticket and no order',
    query: `
      select a.id as record_id, ${TICKET} || ': has an address that was replaced' as drift
      from app.attendees a join app.replaced_ticket_links r on r.short_id = a.short_id
      union all
      select o.id, format('Order %s (event %s): has an address that was replaced', o.reference, o.event_id)
      from app.orders o join app.replaced_order_links r on r.short_id = o.short_id`,
  },
];
