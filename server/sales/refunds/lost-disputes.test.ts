import { listAffiliates } from '@entrada/contract/catalog/affiliates';
import { listEvents } from '@entrada/contract/catalog/events';
import { getEventAttention } from '@entrada/contract/insight/attention';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { exportPath } from '@entrada/contract/sales/exports';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import type { ProviderDispute } from '../../payment-providers/port.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { applyDispute } from './dispute-settle.ts';

const { app, db, bank, ctx, paidShop, paidOrder } = await useRefundingApp();

let made = 0;
/** The bank decides a dispute about a payment. Minor units. */
async function decide(paid: PaidOrder, amount: number, status: ProviderDispute['status'] = 'lost') {
  made += 1;
  const { providerPaymentId, currency } = paid.payment;
  const dispute = { id: `dp_${made}`, paymentId: providerPaymentId ?? '', amount, currency, status };
  const answer = { ...dispute, reason: 'fraudulent', respondBy: null };
  expect(await applyDispute(ctx, paid.payment, answer)).toBe('applied');
}

async function moneyOf({ owner, params }: PaidOrder) {
  const { eventId } = params;
  const { data } = (await owner.call(getEventStats, { params: { eventId } })).body;
  const rows = (await owner.call(listEvents, { query: {} })).body.data;
  const { paidTotal, refundedTotal, lostToDisputes, grossSales } = data;
  const figures = { paidTotal, refundedTotal, lostToDisputes, grossSales };
  // The list of events says the same, and the tickets add up to what is kept.
  expect(rows.find(({ id }) => id === Number(eventId))).toMatchObject(figures);
  expect(data.tickets.reduce((sum, { gross }) => sum + gross, 0)).toBe(grossSales);
  return figures;
}

test('what banks took back for good counts as gone, beside the refunds; what they may take does not', async () => {
  const shop = await paidShop();
  const whole = await paidOrder(2, shop);
  const partly = await paidOrder(2, shop);
  const open = await paidOrder(1, shop);
  const won = await paidOrder(1, shop);
  await decide(open, 2500, 'needs_response');
  await decide(won, 2500, 'won');
  const before = { paidTotal: 15_000, refundedTotal: 0, lostToDisputes: 0, grossSales: 15_000 };
  expect(await moneyOf(whole)).toEqual(before);
  await decide(whole, 5000);
  await partly.refund({ amount: 1001 });
  await app.runJobs();
  await decide(partly, 1500);
  const after = { paidTotal: 15_000, refundedTotal: 7501, lostToDisputes: 6500, grossSales: 7499 };
  expect(await moneyOf(whole)).toEqual(after);
  // A cancelled order was paid, and what went back of it went back. It is no completed order.
  const { params } = whole;
  expect((await whole.owner.call(cancelOrder, { params, body: { notify: true } })).status).toBe(200);
  expect(await moneyOf(whole)).toEqual({ ...after, grossSales: 7499 });
  // No money is left of which the buyer could be told that it comes separately.
  await app.runJobs();
  const mail = await db
    .selectFrom('mails')
    .select('text_body')
    .where('order_id', '=', whole.payment.orderId)
    .where('kind', '=', 'order_cancelled')
    .executeTakeFirstOrThrow();
  expect(mail.text_body).not.toMatch(/aparte|por separado/);
});

test('of two tickets each loses its share', async () => {
  const shop = await paidShop();
  const { accountId, eventId } = shop;
  const other = await buildTicket(db, { accountId, eventId, type: 'paid', amount: 5000, position: 2 });
  const paid = await paidOrder(1, { ...shop, priceId: other.priceId, counterId: other.counterId });
  const plain = await paidOrder(1, shop);
  await decide(paid, 5000);
  await decide(plain, 500);
  const { data } = (await paid.owner.call(getEventStats, { params: { eventId: paid.params.eventId } })).body;
  expect(data.tickets.map(({ gross }) => gross)).toEqual([2000, 0]);
  expect(await moneyOf(paid)).toMatchObject({ refundedTotal: 5500, grossSales: 2000 });
});

test('a payment that came twice is no part of the sales, so neither is what a bank takes of it', async () => {
  const paid = await paidOrder(1);
  const { rows } = await sql<{ id: number }>`
    insert into app.payments (account_id, order_id, provider, provider_payment_id, amount, currency, status, idempotency_key)
    select account_id, order_id, provider, 'pay_twice', amount, currency, 'cancelled', 'twice' from app.payments
    where id = ${paid.payment.id} returning id`.execute(db);
  await sql`
    insert into app.refunds (account_id, order_id, payment_id, amount, currency, status, reason)
    values (${paid.shop.accountId}, ${paid.payment.orderId}, ${rows[0]?.id}, 2500, 'EUR', 'failed', 'duplicate')`.execute(
    db,
  );
  const attention = async () =>
    (await paid.owner.call(getEventAttention, { params: { eventId: paid.params.eventId } })).body.data.items;
  expect(await attention()).toMatchObject([{ kind: 'refund_failed', amount: 2500 }]);
  await sql`
    insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status)
    values (${paid.shop.accountId}, ${paid.payment.orderId}, ${rows[0]?.id}, 'dp_twice', 2500, 'EUR', 'fraudulent', 'lost')`.execute(
    db,
  );
  expect(await moneyOf(paid)).toEqual({
    paidTotal: 2500,
    refundedTotal: 0,
    lostToDisputes: 0,
    grossSales: 2500,
  });
  expect(await attention()).toEqual([]);
  expect((await paid.refunds()).disputes).toMatchObject([{ status: 'lost', isUndecided: false }]);
});

test('a refund that failed waits for nobody once a bank took as much', async () => {
  const paid = await paidOrder(2);
  const attention = async () =>
    (await paid.owner.call(getEventAttention, { params: { eventId: paid.params.eventId } })).body.data.items;
  bank.behaviour.refund = 'failed';
  await paid.refund({ amount: 2500 });
  await app.runJobs();
  bank.behaviour.refund = 'succeeded';
  await decide(paid, 1000);
  expect(await attention()).toMatchObject([
    { kind: 'lost_dispute', orders: 1, amount: 1000 },
    { kind: 'refund_failed', orders: 1, amount: 2500 },
  ]);
  await decide(paid, 4000);
  expect(await attention()).toMatchObject([{ kind: 'lost_dispute', orders: 1, amount: 5000 }]);
});

test('files and affiliates leave out what banks took', async () => {
  const shop = await paidShop();
  const { id } = await db
    .insertInto('affiliates')
    .values({ account_id: shop.accountId, event_id: shop.eventId, code: 'SOL', name: 'Sol', email: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const paid = await paidOrder(2, shop);
  await db.updateTable('orders').set({ affiliate_id: id }).where('id', '=', paid.payment.orderId).execute();
  await decide(paid, 2000);
  const params = { eventId: paid.params.eventId };
  const { data } = (await paid.owner.call(listAffiliates, { params, query: {} })).body;
  expect(data).toMatchObject([{ orders: 1, gross: 3000 }]);
  const read = async (path: string) => {
    const reply = await paid.owner.send({ method: 'GET', url: `/api${path}` });
    expect(reply.statusCode, reply.body).toBe(200);
    return parse(reply.body, { bom: true, columns: true }) as Record<string, string>[];
  };
  const [order] = await read(exportPath(shop.eventId, 'orders', 'csv'));
  const values = Object.values(order ?? {});
  // Paid, refunded, lost and what is left.
  const at = values.lastIndexOf('50.00');
  expect(values.slice(at, at + 4)).toEqual(['50.00', '0.00', '20.00', '30.00']);
  expect(Object.values((await read(exportPath(shop.eventId, 'affiliates', 'csv')))[0] ?? {})).toContain(
    '30.00',
  );
});
