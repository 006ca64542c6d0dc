import { moveEvent, planEventChange } from '@entrada/contract/sales/event-changes/endpoints';
import { declineRefundRequest } from '@entrada/contract/sales/refund-requests/answers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { one, useGivingBack } from '../../test/payments/giving-back.ts';

const { app, db, bought } = await useGivingBack();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('what is asked for after a move is all that was paid and no longer what the policy says, and so it is told', async () => {
  const order = await bought(2, [{ percent: '50', way: 'asked' }]);
  const { orderId } = order.payment;
  const params = { eventId: order.params.eventId };
  const move = async (days: number) => {
    const { version } = (await order.owner.call(planEventChange, { params })).body.data;
    const body = { version, money: 'asked' as const, returnsUntil: inDays(20), messages: {} };
    const reply = await order.owner.call(
      moveEvent,
      { params, body: { ...body, startsAt: inDays(days), endsAt: null } },
      { idempotencyKey: app.key() },
    );
    expect(reply.status).toBe(202);
    await sql`update app.event_changes set status = 'done', finished_at = app.now()
      where event_id = ${order.shop.eventId}`.execute(db);
  };
  const mailed = async () => {
    await app.runJobs();
    const mails = await db
      .selectFrom('mails')
      .select('text_body')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'refund_requested')
      .orderBy('id')
      .execute();
    return mails.at(-1)?.text_body ?? '';
  };

  expect((await order.give(one(order.links), 1250)).body.data.outcome).toBe('asked');
  expect(await order.asked()).toMatchObject([{ amount: 1250, isAfterMove: false }]);
  expect(await mailed()).toContain('By your policy it is worth €12.50.');
  await move(40);
  // It was asked for before.
  expect(await order.asked()).toMatchObject([{ amount: 1250, isAfterMove: false }]);
  const requestId = String((await order.asked())[0]?.id);
  await order.owner.call(declineRefundRequest, {
    params: { ...order.params, requestId },
    body: { answer: '' },
  });

  await sql`insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status)
    values (${order.shop.accountId}, ${orderId}, ${order.payment.id}, 'dp_after_move', 2500, 'EUR', 'fraudulent', 'won')`.execute(
    db,
  );
  expect((await order.give(one(order.links, 1), 2500)).body.data.outcome).toBe('asked');
  const text = await mailed();
  expect(text).toContain('The event was moved, so all that was paid goes back: €25.00.');
  expect(text).not.toMatch(/policy/i);
  // It stays what it was when the event is moved again.
  await move(50);
  expect(await order.asked()).toMatchObject([
    { amount: 2500, isAfterMove: true },
    { amount: 1250, isAfterMove: false },
  ]);
  // It came without its audit.
  await db.deleteFrom('disputes').where('order_id', '=', orderId).execute();
});
