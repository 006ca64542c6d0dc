import { type Corruption, drop, type World } from './world.ts';

/** Totals of orders, their payments and the messages of the payment provider. */
export function paymentCorruptions(world: World): Corruption[] {
  const paid = world.paid.orderId;

  return [
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
      'I3',
      /waits for a payment without a card, and payment \d+ is succeeded/,
      `update app.orders set status = 'awaiting_offline_payment', offline_due_at = app.now() where id = ${paid}`,
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
  ];
}
