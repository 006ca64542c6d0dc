import { getOrder } from '@entrada/contract/sales/checkout';
import * as own from '@entrada/contract/sales/own-tickets/changes';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

test('while money is asked back or disputed, a ticket keeps its holder, and names can still be corrected', async () => {
  const shop = await paidShop();
  const paid = await paidOrder(2, shop);
  await app.runJobs();
  const params = { orderShortId: paid.shortId };
  const [first] = (await paid.buyer.call(getOrder, { params })).body.data.tickets;
  const reference = first?.reference ?? '';
  const give = (version: number) =>
    paid.buyer.call(own.passOnOwnTicket, {
      params: { ...params, reference },
      body: { version, firstName: 'Vicent', lastName: 'Climent', email: 'vicent@example.org', note: '' },
    });
  const { orderId } = paid.payment;
  await sql`insert into app.refund_requests (account_id, order_id, attendee_ids, amount, why)
    select account_id, order_id, array[id], 2500, 'policy' from app.attendees where reference = ${reference}`.execute(
    db,
  );
  expect((await give(1)).problem.code).toBe('REFUND_REQUESTED');
  await db.deleteFrom('refund_requests').where('order_id', '=', orderId).execute();
  await sql`insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status)
    values (${shop.accountId}, ${orderId}, ${paid.payment.id}, 'dp_own', 2500, 'EUR', 'fraudulent', 'needs_response')`.execute(
    db,
  );
  expect((await give(1)).problem.code).toBe('PAYMENT_DISPUTED');
  await db.updateTable('disputes').set({ status: 'won' }).where('order_id', '=', orderId).execute();
  const { body } = await give(1);
  expect(body.data.tickets[0]).toMatchObject({ state: 'passed_on', takeBack: null });
  // It came without the audit that a webhook leaves.
  await db.deleteFrom('disputes').where('order_id', '=', orderId).execute();
});
