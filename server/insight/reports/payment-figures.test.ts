import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { foldFigures } from '../figures/queries.ts';

const { db, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

async function payment() {
  const paid = await paidOrder(3, await paidShop());
  const { orderId } = paid.payment;
  const eventId = Number(paid.params.eventId);
  const change = (set: string, of = 'payments') =>
    sql`update ${sql.table(`app.${of}`)} set ${sql.raw(set)} where ${sql.ref(of === 'orders' ? 'id' : 'order_id')} = ${orderId}`.execute(
      db,
    );
  const giveBack = (amount: number, reason: string) =>
    sql`insert into app.refunds (account_id, order_id, payment_id, amount, currency, status, reason, settled_at)
      select account_id, order_id, id, ${amount}, currency, 'succeeded', ${reason}, app.now() from app.payments
      where order_id = ${orderId}`.execute(db);
  const figures = async () => {
    const { rows } = await sql<{ told: string }>`
      select concat_ws(' ', kind, label, sum(n), sum(gross), sum(fees)) as told from app.daily_figures
      where event_id = ${eventId} and kind in ('payments', 'refunds') group by kind, label
      having sum(n) <> 0 or sum(gross) <> 0 or sum(fees) <> 0 order by kind`.execute(db);
    return rows.map(({ told }) => told);
  };
  return { orderId, eventId, change, giveBack, figures };
}

test('a payment counts from its success and from the completion of its order, whichever comes last', async () => {
  const it = await payment();
  expect(await it.figures()).toEqual(['payments test_bank 1 7500 0']);
  await it.change(`status = 'processing'`);
  expect(await it.figures()).toEqual([]);
  await it.change(`application_fee = 200, status = 'succeeded'`);
  expect(await it.figures()).toEqual(['payments test_bank 1 7500 200']);
  await it.change('application_fee = 150, refunded = 1');
  expect(await it.figures()).toEqual(['payments test_bank 1 7500 150']);
  await it.change('refunded = 0');
  await it.change(`completed_at = null, status = 'reserved', expires_at = app.now()`, 'orders');
  expect(await it.figures()).toEqual([]);
  await it.change(`completed_at = app.now(), status = 'completed', expires_at = null`, 'orders');
  await foldFigures(db, it.eventId);
  expect(await it.figures()).toEqual(['payments test_bank 1 7500 150']);
});

test('a refund gives back its share of the fee, rounded; what came twice takes its payment away', async () => {
  const it = await payment();
  await it.change('application_fee = 200');
  await it.giveBack(1000, 'requested');
  await it.change(`refunded_total = 1000, refund_status = 'partial'`, 'orders');
  await it.change('refunded = 1000');
  // 200 * 1000 / 7500 = 26.67
  expect(await it.figures()).toEqual(['payments test_bank 1 7500 200', 'refunds test_bank 1 1000 27']);
  await it.change(`reason = 'duplicate'`, 'refunds');
  expect(await it.figures()).toEqual([]);
  await it.change(`reason = 'requested'`, 'refunds');
  expect(await it.figures()).toEqual(['payments test_bank 1 7500 200', 'refunds test_bank 1 1000 27']);
  // Nobody asked for it by the product, so the audit does not know of it.
  await sql`delete from app.daily_figures where event_id = ${it.eventId} and kind = 'refunds'`.execute(db);
  await sql`delete from app.refunds where order_id = ${it.orderId}`.execute(db);
  await it.change(`refunded_total = 0, refund_status = 'none'`, 'orders');
  await it.change('refunded = 0');
});
