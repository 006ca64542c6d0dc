import type { Corruption, World } from './world.ts';

/** Work that should have been done by now. */
export function deadlineCorruptions(world: World): Corruption[] {
  const held = `(select id from app.orders where short_id = '${world.heldId}')`;
  const paid = world.paid.orderId;

  return [
    [
      'I11',
      /was to be paid until .* UTC and still keeps its places/,
      `update app.orders set status = 'awaiting_offline_payment', offline_due_at = app.now() - interval '1 hour' where id = ${paid}`,
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
  ];
}
