import type { Corruption, World } from './world.ts';

/** Lines, attendees, entries, mails and histories of orders. */
export function orderCorruptions(world: World): Corruption[] {
  const free = `(select id from app.orders where payment_status = 'not_required' and status = 'completed')`;
  const held = `(select id from app.orders where short_id = '${world.heldId}')`;
  const paid = world.paid.orderId;

  return [
    [
      'I4',
      /Order \S+ \(event 999\): its event is gone/,
      `alter table app.orders disable trigger keep_keys; update app.orders set event_id = 999 where id = ${held}`,
    ],
    [
      'I4',
      /Line \d+ \("General"\): its order \d+ is gone/,
      `alter table app.orders disable trigger delete_lines; delete from app.orders where id = ${held}`,
    ],
    [
      'I4',
      /sorted as "novak vera", and its guest is ""/,
      `update app.orders set guest_key = 'novak vera' where id = ${paid}`,
    ],
    [
      'I4',
      /was added by its buyer, and ticket \S+ says by a person/,
      `update app.attendees set is_guest = true where order_id = ${paid}`,
    ],
    [
      'I4',
      /is awaiting_offline_payment, and 2 of its attendees are active/,
      `update app.orders set status = 'awaiting_offline_payment', offline_due_at = app.now() where id = ${paid}`,
    ],
    [
      'I4',
      /line \d+ names ticket 999 and price \d+, which do not belong together or to the event/,
      `alter table app.order_items disable trigger keep_keys;
        update app.order_items set ticket_id = 999 where order_id = ${paid}`,
    ],
    [
      'I4',
      /2 of "General" on line \d+, and 1 attendees/,
      `delete from app.attendees where order_id = ${paid} and id not in (select attendee_id from app.check_ins)`,
    ],
    [
      'I4',
      /2 of "General" on line \d+, which admits nobody, and 2 attendees/,
      `update app.order_items set admits = false where order_id = ${paid}`,
    ],
    [
      'I4',
      /line \d+ admits no people, and ticket \d+ "General" does/,
      `update app.order_items set admits = false where order_id = ${paid}`,
    ],
    [
      'I4',
      /is reserved, and its line \d+, which admits nobody, is cancelled/,
      `update app.order_items set admits = false, cancelled_at = app.now() where order_id = ${held}`,
    ],
    [
      'I4',
      /is cancelled and admits 2 people/,
      `update app.orders set status = 'cancelled' where id = ${paid}`,
    ],
    [
      'I6',
      /became completed 2 times/,
      `insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)
      select account_id, order_id, from_status, to_status, from_payment, to_payment, reason from app.order_transitions
      where order_id = ${paid} and to_status = 'completed'`,
    ],
    [
      'I7',
      /is inside 2 times by check-in list/,
      `drop index app.check_ins_one_open; insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
      select account_id, event_id, check_in_list_id, attendee_id from app.check_ins`,
    ],
    ['I7', /1 entries on check-in list \d+, and 0 scans that admit them/, `delete from app.scans`],
    [
      'I7',
      /left check-in list \d+ at .* and came in at/,
      `update app.check_ins set checked_out_at = checked_in_at - interval '1 minute'`,
    ],
    [
      'I8',
      /completed, and no confirmation was written/,
      `delete from app.mails where order_id = ${free} and kind = 'order_confirmation'`,
    ],
    [
      'I8',
      /waits to be sent, and no job will send it/,
      `select graphile_worker.remove_job('mail:' || id) from app.mails where status = 'queued'`,
    ],
    [
      'I10',
      /its history begins with reserved\/awaiting and not with a hold/,
      `delete from app.order_transitions where order_id = ${paid} and reason = 'payment_started'`,
    ],
    [
      'I10',
      /its history jumps from reserved\/awaiting to reserved\/failed/,
      `update app.order_transitions set from_payment = 'failed' where order_id = ${paid} and to_status = 'completed'`,
    ],
    [
      'I10',
      /is expired with payment none, its history ends with reserved\/none/,
      `update app.orders set status = 'expired', expires_at = null where id = ${held}`,
    ],
    [
      'I10',
      /went from reserved\/none to completed\/paid \(by_hand\), which no order can/,
      `update app.order_transitions set from_payment = 'none', reason = 'by_hand' where order_id = ${paid} and to_status = 'completed'`,
    ],
  ];
}
