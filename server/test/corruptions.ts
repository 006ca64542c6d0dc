/** The records of a small sale, which a test corrupts. */
export type World = {
  accountId: number;
  eventId: number;
  ticketId: number;
  counterId: number;
  pool: { counterId: number };
  promo: { counterId: number };
  paid: { orderId: number };
  heldId: string;
  other: { accountId: number; userId: number; counterId: number };
};

/**
 * The invariant, the reported text, and the statements that break it. They drop constraints that prevent
 * this.
 */
type Corruption = [id: string, says: RegExp, statements: string];

/** At least one deliberate corruption for every rule of `operations/verify`. */
export function corruptionsOf(world: World): Corruption[] {
  const free = `(select id from app.orders where payment_status = 'not_required' and status = 'completed')`;
  const held = `(select id from app.orders where short_id = '${world.heldId}')`;
  const paid = world.paid.orderId;
  const invoiced = (total: number) =>
    `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, '', 1);
      insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content, billed)
      values (${world.accountId}, ${paid}, '', 1, 'en', ${total}, 'EUR', '{"totalMinor": ${total}}',
        '[{"quantity": 2, "unitPrice": 2250, "charges": []}]')`;
  const credited = (total: number, number: number) =>
    `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, 'C-', ${number});
      insert into app.credit_notes (account_id, order_id, invoice_id, refund_id, reason, prefix, number, locale, total,
        currency, content, credited)
      select ${world.accountId}, ${paid}, i.id, r.id, 'refund', 'C-', ${number}, 'en', ${total}, 'EUR',
        '{"totalMinor": ${total}, "netMinor": ${total}, "taxes": []}', '[{"price": ${total}, "charges": []}]'
      from app.invoices i join app.refunds r on r.order_id = i.order_id where i.order_id = ${paid}`;
  const drop = (table: string, name: string) => `alter table app.${table} drop constraint ${name}`;

  const scheduled = (nextAt: string) => `
    with made as (insert into app.scheduled_exports (account_id, event_id, what, format, locale, hour, timezone, next_at, created_by)
      select ${world.accountId}, ${world.eventId}, 'orders', 'csv', 'en', 8, 'UTC', ${nextAt}, min(id) from app.users returning *)`;
  /** A run that is over, with a file of three bytes. */
  const exportRun = (fileUntil: string, bytes: number) => `${scheduled(`app.now() + interval '1 day'`)},
    run as (insert into app.export_runs (account_id, scheduled_export_id, what, format, query, locale, due_at, status, filename,
      content_type, rows, bytes, ended_at, file_until)
      select account_id, id, what, format, query, locale, app.now(), 'done', 'a.csv', 'text/csv', 1, ${bytes}, app.now(),
        ${fileUntil} from made returning *)
    insert into app.export_parts (account_id, run_id, nth, content) select account_id, id, 0, 'abc' from run`;

  const movedLine = `
    insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity, unit_list,
      unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position, moved_from_id)
    select account_id, order_id, ticket_id, price_id, ticket_name, price_label, 1, 0, 0, 0, 0, 0, 0, '[]', counter_ids, 9, id
    from app.order_items where order_id = ${paid}`;
  /** A move of an attendee who stays where the attendee is, with these values. */
  const moveWith = (values: string) => `
    with line as (${movedLine} returning *), one as (select min(id) as id from app.attendees where order_id = ${paid})
    insert into app.ticket_moves (account_id, event_id, order_id, attendee_id, from_item_id, to_item_id, ticket_id, place,
      discount, fees, tax_added, tax_included, charges, settlement, list, total, refund_id, exceeds_capacity)
    select l.account_id, ${world.eventId}, l.order_id, one.id, l.moved_from_id, l.id, l.ticket_id, '{"unitTotal": 7}',
      0, 0, 0, 0, '[]', ${values} from line l, one`;
  const refund = `(select id from app.refunds where order_id = ${paid})`;

  return [
    ['I2', /line \d+ of a move has none$/, movedLine],
    [
      'I2',
      /move \d+ of attendee \d+ \(none, 0\) comes to 2250, its place costs 7$/,
      moveWith(`'none', 0, 0, null, false`),
    ],
    [
      'I2',
      /attendee \d+ has line \d+, the last move led to line \d+$/,
      moveWith(`'none', 0, 0, null, false`),
    ],
    ['I2', /gives 5 back, its refund \d+ brings 1000$/, moveWith(`'given_back', -5, -5, ${refund}, false`)],
    [
      'I2',
      /move \d+ has credit note {2}\(\) and invoice 1 of 4500, its place costs 7$/,
      `${invoiced(4500)}; ${moveWith(`'none', 0, 0, null, false`)};
      update app.ticket_moves set invoice_id = (select max(id) from app.invoices)`,
    ],
    ['I12', /the audit does not know of move \d+$/, moveWith(`'none', 0, 0, null, false`)],
    [
      'I1',
      /goes beyond the capacity, and nobody is on record who wanted it$/,
      moveWith(`'none', 0, 0, null, true`),
    ],
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
      'I2',
      /Order ENT-\w+ \(event \d+\): total 4500 on record, 4501 by its lines/,
      `${drop('order_items', 'order_items_unit_adds_up')}; update app.order_items set unit_total = 4501, quantity = 1 where order_id = ${paid}`,
    ],
    [
      'I2',
      /took 4500 and gave back 4600/,
      `update app.payments set refunded = 4600 where order_id = ${paid}`,
    ],
    [
      'I2',
      /comes to 4500 EUR, payment \d+ charges 4400 EUR/,
      `update app.payments set amount = 4400 where order_id = ${paid}`,
    ],
    [
      'I3',
      /payment \d+ of 4500 EUR succeeded, the order is expired and nothing is refunded/,
      `update app.orders set status = 'expired' where id = ${paid}; delete from app.order_transitions where order_id = ${paid}`,
    ],
    ['I3', /is refunded as if it had not been/, `update app.refunds set reason = 'late_payment'`],
    [
      'I3',
      /completed and paid 4500 EUR, but none of its payments succeeded/,
      `update app.payments set status = 'failed' where order_id = ${paid}`,
    ],
    [
      'I3',
      /completed with a total of 4500, its payment is failed/,
      `update app.orders set payment_status = 'failed' where id = ${paid}`,
    ],
    [
      'I3',
      /its payment is awaiting, and none is open/,
      `update app.orders set payment_status = 'awaiting' where short_id = '${world.heldId}'`,
    ],
    [
      'I3',
      /its payment is paid, and payment \d+ is requires_payment/,
      `update app.payments set status = 'requires_payment' where order_id = ${paid}`,
    ],
    [
      'I3',
      /2 payments are open or have succeeded/,
      `drop index app.payments_one_live; insert into app.payments (account_id, order_id, provider, idempotency_key, status, amount, currency)
      select account_id, order_id, provider, 'twice', 'succeeded', amount, currency from app.payments where order_id = ${paid}`,
    ],
    [
      'I3',
      /was to be paid without a card, is complete, and nobody has marked it as paid/,
      `update app.orders set offline_due_at = app.now() where id = ${paid}`,
    ],
    [
      'I3',
      /was added by hand, comes to 4500, is paid by nothing \(paid\), has 1 payments and refunds of 1000/,
      `update app.orders set is_manual = true where id = ${paid}`,
    ],
    [
      'I1',
      /goes beyond the capacity, and nobody is on record who wanted it/,
      `update app.orders set is_manual = true, exceeds_capacity = true where id = ${paid}`,
    ],
    [
      'I3',
      /waits for a payment without a card, and payment \d+ is succeeded/,
      `update app.orders set status = 'awaiting_offline_payment', offline_due_at = app.now() where id = ${paid}`,
    ],
    [
      'I4',
      /is awaiting_offline_payment, and 2 of its attendees are active/,
      `update app.orders set status = 'awaiting_offline_payment', offline_due_at = app.now() where id = ${paid}`,
    ],
    [
      'I11',
      /was to be paid until .* UTC and still keeps its places/,
      `update app.orders set status = 'awaiting_offline_payment', offline_due_at = app.now() - interval '1 hour' where id = ${paid}`,
    ],
    [
      'I2',
      /Invoices "V-" of account \d+: 1 of them, numbered 2 to 2, and the last number given is 2/,
      `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, 'V-', 2);
      insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content)
      values (${world.accountId}, ${paid}, 'V-', 2, 'en', 4500, 'EUR', '{"totalMinor": 4500}')`,
    ],
    [
      'I2',
      /invoice 1 of 4400 EUR, the order is completed \(paid\) and comes to 4500 EUR/,
      `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, '', 1);
      insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content)
      values (${world.accountId}, ${paid}, '', 1, 'en', 4400, 'EUR', '{"totalMinor": 4400}')`,
    ],
    ['I2', /1000 went back, 4500 are invoiced and 0 credited/, invoiced(4500)],
    ['I2', /invoice 1 of 4500 EUR, and 4501 are credited/, `${invoiced(4500)}; ${credited(4501, 1)}`],
    [
      'I2',
      /credit note 1 of 1000 EUR is about invoice 1 of order \d+ in EUR, and says 999/,
      `${invoiced(4500)}; ${credited(1000, 1).replace('"totalMinor": 1000', '"totalMinor": 999')}`,
    ],
    [
      'I2',
      /Invoices "C-" of account \d+: 1 of them, numbered 2 to 2, and the last number given is 2/,
      `${invoiced(4500)}; ${credited(1000, 2)}`,
    ],
    [
      'I4',
      /line \d+ names ticket 999 and price \d+, which do not belong together or to the event/,
      `alter table app.order_items drop constraint if exists order_items_account_id_ticket_id_fkey;
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
      'I12',
      /the audit does not know that 1 of its places were cancelled/,
      `update app.order_items set admits = false, cancelled_at = app.now() where order_id = ${paid}`,
    ],
    [
      'I1',
      /sold is 2 on record, 0 by its completed orders/,
      `delete from app.answers where order_id = ${paid}; delete from app.check_ins; delete from app.attendees where order_id = ${paid};
      update app.order_items set admits = false, cancelled_at = app.now() where order_id = ${paid}`,
    ],
    [
      'I4',
      /is cancelled and admits 2 people/,
      `update app.orders set status = 'cancelled' where id = ${paid}`,
    ],
    [
      'I6',
      /Message evt_1 of test_bank is kept 2 times/,
      `${drop('webhook_inbox', 'webhook_inbox_provider_event_id_key')}; insert into app.webhook_inbox (provider, event_id, type, payload, processed_at, outcome)
      select provider, event_id, type, payload, processed_at, outcome from app.webhook_inbox`,
    ],
    [
      'I6',
      /has the outcome applied and is not marked as worked off/,
      `update app.webhook_inbox set processed_at = null`,
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
      'I9',
      /A row of mails belongs to account \d+ and points by order_id at orders \d+, which belongs to account/,
      `update app.mails set account_id = ${world.other.accountId} where order_id = ${paid}`,
    ],
    [
      'I9',
      /A row of order_items belongs to account \d+ and points by order_id at orders/,
      `alter table app.order_items drop constraint if exists order_items_account_id_order_id_fkey;
      alter table app.order_items drop constraint if exists order_items_account_id_ticket_id_fkey;
      alter table app.order_items drop constraint if exists order_items_account_id_price_id_fkey;
      alter table app.attendees drop constraint attendees_account_id_order_item_id_fkey;
      update app.order_items set account_id = ${world.other.accountId} where order_id = ${paid};
      alter table app.order_items add foreign key (account_id, order_id) references app.orders (account_id, id) not valid`,
    ],
    [
      'I1',
      /its tally of inside is 7 \(0\) on record, 1 \(0\) by its records/,
      `update app.tallies set n = 7 where event_id = ${world.eventId} and kind = 'inside'`,
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
    [
      'I11',
      /its hold ended at .* and still keeps its tickets/,
      `update app.orders set expires_at = app.now() - interval '3 minutes' where id = ${held}`,
    ],
    [
      'I11',
      /import of guests .* has ended and leaves 0 orders and 1 rows/,
      `insert into app.guest_imports (account_id, event_id, user_id, state, rows, guests, places, notify, request_hash, ended_at)
        select account_id, event_id, (select min(id) from app.users), 'done', '[{}]', 1, 1, false, '', app.now()
        from app.orders where id = ${held}`,
    ],
    [
      'I11',
      /Scheduled export \d+ \(event \d+\) was due at/,
      `${scheduled(`app.now() - interval '3 minutes'`)} select id from made`,
    ],
    [
      'I12',
      /Scheduled export \d+ "orders" was changed 2 times, the audit knows of 0/,
      `${scheduled(`app.now() + interval '1 day'`)} select id from made; update app.scheduled_exports set version = 3`,
    ],
    [
      'I11',
      /The file of run \d+ of scheduled export \d+ should have 9 bytes and has 3/,
      exportRun(`app.now() + interval '1 day'`, 9),
    ],
    [
      'I11',
      /The file of run \d+ of scheduled export \d+ should be deleted and has 3 bytes/,
      exportRun('null', 3),
    ],
    [
      'I11',
      /The file of run \d+ of scheduled export \d+ should be deleted since/,
      exportRun(`app.now() - interval '1 hour'`, 3),
    ],
    [
      'I11',
      /waits since before .* for its payment to be cancelled/,
      `update app.orders set status = 'cancelling', expires_at = app.now() - interval '5 minutes' where id = ${held}`,
    ],
    [
      'I11',
      /payment \d+ is processing, and should have been asked for at/,
      `update app.payments set status = 'processing', reconcile_at = app.now() - interval '3 minutes'`,
    ],
    [
      'I11',
      /payment \d+ is creating, and nobody will ask how it stands/,
      `update app.payments set status = 'creating'`,
    ],
    [
      'I11',
      /Message evt_1 of test_bank \(payment\) waits since/,
      `update app.webhook_inbox set processed_at = null, outcome = null, received_at = app.now() - interval '3 minutes'`,
    ],
    [
      'I11',
      /its refund \d+ of 1000 EUR is pending, and nobody will ask how it stands/,
      `update app.refunds set status = 'pending'`,
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
      'I2',
      /refunded 1000 and "partial" on record, 0 and "failed" by its refunds/,
      `update app.refunds set status = 'failed'`,
    ],
    [
      'I2',
      /payment \d+ took 4500, gave back 1000 on record and 4600 by its refunds, and 0 more is to come/,
      `update app.refunds set amount = 4600`,
    ],
    [
      'I3',
      /call \d+ sends 1000 back and belongs to no refund/,
      `update app.refunds set provider_call_id = null`,
    ],
    [
      'I3',
      /refund \d+ is of payment \d+ in USD, which is another order's or in EUR/,
      `update app.refunds set currency = 'USD'`,
    ],
    [
      'I12',
      /request \d+ waits for an answer, but nothing of it is left/,
      `insert into app.refund_requests (account_id, order_id, attendee_ids, amount, why)
      values (${world.accountId}, ${paid}, '{0}', 1000, 'policy')`,
    ],
    [
      'I12',
      /the audit does not know of refund \d+ of 1000 EUR/,
      `delete from app.audit_entries where action = 'refund.opened'`,
    ],
    [
      'I12',
      /the audit does not know of dispute \d+ \(lost\)/,
      `insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status)
      select account_id, order_id, id, 'd', 100, 'EUR', 'fraudulent', 'lost' from app.payments where order_id = ${paid}`,
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
