import type { Corruption, World } from './world.ts';

/** Refunds, disputes and requests for money back. */
export function refundCorruptions(world: World): Corruption[] {
  const paid = world.paid.orderId;

  return [
    ['I3', /is refunded as if it had not been/, `update app.refunds set reason = 'late_payment'`],
    [
      'I11',
      /its refund \d+ of 1000 EUR is pending, and nobody will ask how it stands/,
      `update app.refunds set status = 'pending'`,
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
  ];
}
