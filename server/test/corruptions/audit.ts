import type { Corruption, World } from './world.ts';

/** The audit, the accounts that records belong to, answers and bulk jobs. */
export function auditCorruptions(world: World): Corruption[] {
  const free = `(select id from app.orders where payment_status = 'not_required' and status = 'completed')`;
  const paid = world.paid.orderId;

  return [
    [
      'I12',
      /the audit does not know that 1 of its places were cancelled/,
      `update app.order_items set admits = false, cancelled_at = app.now() where order_id = ${paid}`,
    ],
    [
      'I9',
      /A row of mails belongs to account \d+ and points by order_id at orders \d+, which belongs to account/,
      `update app.mails set account_id = ${world.other.accountId} where order_id = ${paid}`,
    ],
    [
      'I9',
      /A row of order_items belongs to account \d+ and points by order_id at orders/,
      `alter table app.order_items disable trigger keep_keys;
      alter table app.attendees drop constraint attendees_place;
      update app.order_items set account_id = ${world.other.accountId} where order_id = ${paid}`,
    ],
    [
      'I12',
      /Event \d+ "Noche de Luz" was changed 1 times, the audit knows of 0/,
      `update app.events set version = 2 where id = ${world.eventId}`,
    ],
    [
      'I12',
      /Ticket \d+ "General" was changed 2 times, the audit knows of 0/,
      `update app.tickets set version = 3 where id = ${world.ticketId}`,
    ],
    [
      'I12',
      /names user \d+, who is none of account/,
      `insert into app.audit_entries (account_id, user_id, action, target_type, target_id)
      values (${world.accountId}, ${world.other.userId}, 'ticket.updated', 'ticket', 1)`,
    ],
    [
      'I12',
      /the audit does not know that 1 of its places were cancelled/,
      `update app.attendees set status = 'cancelled' where id = (select min(id) from app.attendees where order_id = ${paid})`,
    ],
    [
      'I12',
      /the audit does not know that it was cancelled/,
      `update app.orders set status = 'cancelled' where id = ${paid}`,
    ],
    [
      'I12',
      /Capacity assignment \d+ "Main hall" was changed 1 times, the audit knows of 0/,
      `update app.capacity_assignments set version = 2`,
    ],
    [
      'I12',
      /Question \d+ "Size" was changed 1 times, the audit knows of 0/,
      `insert into app.questions (account_id, event_id, scope, type, title, position, version)
      values (${world.accountId}, ${world.eventId}, 'order', 'text', 'Size', 1, 2)`,
    ],
    [
      'I13',
      /answer \d+ is to question \d+ of event \d+ and for ticket ENT-\w+-1 of another order/,
      `with q as (
        insert into app.questions (account_id, event_id, scope, type, title, position)
        values (${world.accountId}, ${world.eventId}, 'attendee', 'text', 'Size', 1) returning id)
      insert into app.answers (account_id, question_id, order_id, attendee_id, title, type, value)
      select ${world.accountId}, q.id, ${paid}, (select min(id) from app.attendees where order_id = ${free}), 'Size', 'text', '"M"'
      from q`,
    ],
    [
      'I14',
      /is done with 1 of 2 rows changed and 0 kept, its rows say 0 of 0 and 0$/,
      `insert into app.bulk_jobs (account_id, event_id, noun, kind, status, total, changed, created_by)
      values (${world.accountId}, ${world.eventId}, 'orders', 'cancel', 'done', 2, 1, (select min(user_id) from app.memberships
        where account_id = ${world.accountId}))`,
    ],
  ];
}
