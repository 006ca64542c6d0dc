import { type Corruption, drop, type World } from './world.ts';

/** Counters and tallies. */
export function stockCorruptions(world: World): Corruption[] {
  const held = `(select id from app.orders where short_id = '${world.heldId}')`;
  const paid = world.paid.orderId;

  return [
    [
      'I1',
      /sold 11 and reserved 1 are more than its ceiling of 10/,
      `${drop('counters', 'counters_never_oversold')}; update app.counters set sold = 11 where id = ${world.counterId}`,
    ],
    [
      'I1',
      /its quantity is 10 and its ceiling 5/,
      `update app.counters set ceiling = 5 where id = ${world.counterId}`,
    ],
    [
      'I1',
      /Counter \d+ \(price of ticket \d+ "General", event \d+ "Noche de Luz"\): sold is 3 on record, 2 by its completed orders$/,
      `update app.counters set sold = sold + 1 where id = ${world.counterId}`,
    ],
    [
      'I1',
      /capacity "Main hall".*: reserved is 0 on record, 1 by its open orders$/,
      `update app.counters set reserved = 0 where id = ${world.pool.counterId}`,
    ],
    [
      'I1',
      /capacity "Main hall".*sold is 3 on record, 2 by its completed orders/,
      `update app.attendees set status = 'cancelled' where id = (select min(id) from app.attendees where order_id = ${paid})`,
    ],
    [
      'I1',
      /Counter \d+ \(promo, event \d+\) belongs to nothing/,
      `insert into app.counters (account_id, event_id, kind) select account_id, event_id, 'promo' from app.counters limit 1`,
    ],
    [
      'I1',
      /line \d+ takes counter \d+, which is of event/,
      `update app.order_items set counter_ids = counter_ids || ${world.other.counterId}::bigint where order_id = ${paid}`,
    ],
    [
      'I1',
      /which is not that of its price/,
      `update app.order_items set counter_ids = array[${world.pool.counterId}::bigint] where order_id = ${paid}`,
    ],
    [
      'I5',
      /promo code "VERANO", event \d+ "Noche de Luz"\): reserved is 1 on record, 0 by its open orders; sold is 2 on record, 1 by its completed orders/,
      `update app.orders set promo_counter_id = null where id = ${held}; update app.counters set sold = 2 where id = ${world.promo.counterId}`,
    ],
    [
      'I5',
      /Promo code "VERANO" \(event \d+\) is used by 2 orders, its ceiling is 1/,
      `${drop('counters', 'counters_never_oversold')}; update app.counters set quantity = 1, ceiling = 1 where id = ${world.promo.counterId}`,
    ],
    [
      'I5',
      /names promo code none and uses counter/,
      `update app.orders set promo_code_id = null where id = ${paid}`,
    ],
    [
      'I1',
      /goes beyond the capacity, and nobody is on record who wanted it/,
      `update app.orders set is_manual = true, exceeds_capacity = true where id = ${paid}`,
    ],
    [
      'I1',
      /sold is 2 on record, 0 by its completed orders/,
      `delete from app.answers where order_id = ${paid}; delete from app.check_ins; delete from app.attendees where order_id = ${paid};
      update app.order_items set admits = false, cancelled_at = app.now() where order_id = ${paid}`,
    ],
    [
      'I1',
      /its tally of inside is 7 \(0\) on record, 1 \(0\) by its records/,
      `update app.tallies set n = 7 where event_id = ${world.eventId} and kind = 'inside'`,
    ],
    [
      'I1',
      /its door figure of inside of \d+ is 7 on record, 1 by its records/,
      `update app.door_figures set n = 7 where event_id = ${world.eventId} and kind = 'inside'`,
    ],
    [
      'I1',
      /its door figure of entries of \d+ at \d{4}-\d\d-\d\d .* is 0 on record, 1 by its records/,
      `delete from app.door_figures where event_id = ${world.eventId} and kind = 'entries'`,
    ],
    [
      'I1',
      /its sales of \d+ of \d{4}-\d\d-\d\d are \d+ \(gross \d+, .* on record/,
      `update app.daily_figures set gross = gross + 1 where event_id = ${world.eventId} and kind = 'sales'`,
    ],
    [
      'I1',
      /its sales of \d+ of \d{4}-\d\d-\d\d are \d+ \(gross \d+, .* added 7\) on record/,
      `update app.daily_figures set tax_added = 7 where event_id = ${world.eventId} and kind = 'sales'`,
    ],
    [
      'I1',
      /its untaxed of \d{4}-\d\d-\d\d are 0 \(gross 0, .* on record/,
      `delete from app.daily_figures where event_id = ${world.eventId} and kind = 'untaxed'`,
    ],
    [
      'I1',
      /its payments of \d{4}-\d\d-\d\d are 0 \(gross 0, .* on record/,
      `delete from app.daily_figures where event_id = ${world.eventId} and kind = 'payments'`,
    ],
    [
      'I1',
      /: answer "Press" to question \d+ of \d{4}-\d\d-\d\d has 0 orders \(sold 0, paid 0\) on record, 1 \(2, \d+\) by its answers/,
      `with q as (
        insert into app.questions (account_id, event_id, scope, type, title, options, position)
        values (${world.accountId}, ${world.eventId}, 'order', 'radio', 'Heard', array['Press'], 1) returning id)
      insert into app.answers (account_id, question_id, order_id, title, type, value)
      select ${world.accountId}, q.id, ${paid}, 'Heard', 'radio', '"Press"' from q;
      delete from app.answer_figures`,
    ],
    [
      'I1',
      /its tally of guests is 1 \(0\) on record, 0 \(0\) by its records/,
      `insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
        select account_id, id, 'guests', 0, 1, 0 from app.events where id = ${world.eventId}`,
    ],
  ];
}
