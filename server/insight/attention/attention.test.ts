import { checkUnclearPayments, getEventAttention, listAttention } from '@entrada/contract/insight/attention';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { type DisputeStatus, mostUrgentDispute } from '@entrada/contract/sales/disputes';
import { ATTENTION_KINDS, listOrders } from '@entrada/contract/sales/orders';
import { dismissDispute } from '@entrada/contract/sales/refunds';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { inTransaction } from '../../db/client.ts';
import { closeWebhook, insertWebhook } from '../../sales/webhook-inbox/queries.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { detailsAs, reserveAs, visitor } from '../../test/shop.ts';

const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();

const disputeOf = (
  paid: PaidOrder,
  { status, due, id = 'dp_1' }: { status: DisputeStatus; due: string | null; id?: string },
) =>
  sql`
  insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status, respond_by)
  values (${paid.shop.accountId}, ${paid.payment.orderId}, ${paid.payment.id}, ${id}, 2500, 'EUR', 'fraudulent', ${status},
    ${due}::timestamptz)`.execute(db);

type Shop = Awaited<ReturnType<typeof paidShop>>;
const paramsOf = (shop: Shop) => ({ eventId: String(shop.eventId) });
const attention = async (shop: Shop) => {
  const reply = await app.as({ token: shop.token }).call(getEventAttention, { params: paramsOf(shop) });
  expect(reply.status).toBe(200);
  return reply.body.data;
};
const find = async (shop: Shop, query: Record<string, string>) => {
  const reply = await app
    .as({ token: shop.token })
    .call(listOrders, { params: paramsOf(shop), query } as never);
  expect(reply.status).toBe(200);
  return reply.body.data;
};
/** Each kind finds in the list as many orders as the figures say. */
async function expectAgreement(shop: Shop) {
  const { items } = await attention(shop);
  for (const kind of ATTENTION_KINDS) {
    const said = items.find((item) => item.kind === kind)?.orders ?? 0;
    expect(await find(shop, { 'filter_fields[attention][eq]': kind }), kind).toHaveLength(said);
  }
}

test('a dispute that waits for an answer: counted with its date, filtered, and shown with its order', async () => {
  const shop = await paidShop();
  const quiet = await paidOrder(1, shop);
  const answered = await paidOrder(1, shop);
  const asked = await paidOrder(1, shop);
  expect(await attention(shop)).toEqual({ currency: 'EUR', items: [], stock: [] });
  const [first, later] = ['2026-12-01T10:00:00.000Z', '2026-12-05T10:00:00.000Z'];
  await disputeOf(answered, { status: 'under_review', due: null });
  await disputeOf(asked, { status: 'needs_response', due: later });
  await disputeOf(asked, { status: 'needs_response', due: first, id: 'dp_2' });
  await disputeOf(asked, { status: 'won', due: null, id: 'dp_3' });
  await disputeOf(quiet, { status: 'lost', due: null });

  expect((await attention(shop)).items).toEqual([
    { kind: 'dispute', orders: 1, amount: 5000, dueAt: first },
    { kind: 'lost_dispute', orders: 1, amount: 2500, dueAt: null },
  ]);
  await expectAgreement(shop);
  const all = await find(shop, { sort_direction: 'asc' });
  expect(all.map(({ dispute }) => dispute)).toEqual([
    null,
    { status: 'under_review', respondBy: null },
    { status: 'needs_response', respondBy: first },
  ]);
  const ids = async (query: Record<string, string>) => (await find(shop, query)).map(({ id }) => id);
  expect(await ids({ 'filter_fields[dispute][in]': 'warning,needs_response' })).toEqual([
    asked.payment.orderId,
  ]);
  expect(await ids({ 'filter_fields[dispute][eq]': 'lost' })).toEqual([quiet.payment.orderId]);
  const bad = await app.as({ token: shop.token }).call(listOrders, {
    params: paramsOf(shop),
    query: { 'filter_fields[attention][eq]': 'boredom' },
  } as never);
  expect(bad.problem).toMatchObject({
    status: 422,
    errors: [{ code: 'invalid_choice', allowed: ATTENTION_KINDS }],
  });
});

test('the dispute shown with an order is the most urgent one, in SQL as in the contract', async () => {
  const cases: { status: DisputeStatus; due: string | null }[][] = [
    [
      { status: 'warning', due: '2026-12-01T00:00:00.000Z' },
      { status: 'needs_response', due: null },
    ],
    [
      { status: 'warning', due: null },
      { status: 'warning', due: '2026-12-02T00:00:00.000Z' },
    ],
    [
      { status: 'under_review', due: null },
      { status: 'won', due: null },
    ],
    [{ status: 'lost', due: null }],
  ];
  const shop = await paidShop();
  for (const disputes of cases) {
    const paid = await paidOrder(1, shop);
    for (const [at, one] of disputes.entries()) await disputeOf(paid, { ...one, id: `dp_${at}` });
    const row = (await find(shop, {})).find(({ id }) => id === paid.payment.orderId);
    expect(row?.dispute).toEqual(
      mostUrgentDispute(disputes.map(({ status, due }) => ({ status, respondBy: due }))),
    );
  }
});

test('a refund that failed waits until it is made, also of a payment that came twice', async () => {
  const paid = await paidOrder(2);
  bank.behaviour.refund = 'failed';
  await paid.refund({ amount: 2500 });
  await app.runJobs();
  expect((await attention(paid.shop)).items).toEqual([
    { kind: 'refund_failed', orders: 1, amount: 2500, dueAt: null },
  ]);
  await expectAgreement(paid.shop);
  bank.behaviour.refund = 'succeeded';
  await paid.refund({ amount: 2500 });
  await app.runJobs();
  expect((await attention(paid.shop)).items).toEqual([]);

  // A second payment of the order, whose own refund fails, does not change the status of the order.
  const { rows } = await sql<{ id: number }>`
    insert into app.payments (account_id, order_id, provider, provider_payment_id, amount, currency, status, idempotency_key)
    select account_id, order_id, provider, 'pay_twice', amount, currency, 'cancelled', 'twice' from app.payments
    where id = ${paid.payment.id} returning id`.execute(db);
  const refundTwice = (status: string, reason: string) =>
    sql`
    insert into app.refunds (account_id, order_id, payment_id, amount, currency, status, reason)
    values (${paid.shop.accountId}, ${paid.payment.orderId}, ${rows[0]?.id}, 5000, 'EUR', ${status}, ${reason})`.execute(
      db,
    );
  await refundTwice('failed', 'duplicate');
  expect((await attention(paid.shop)).items).toMatchObject([
    { kind: 'refund_failed', orders: 1, amount: 5000 },
  ]);
  await expectAgreement(paid.shop);
  await refundTwice('succeeded', 'provider');
  expect((await attention(paid.shop)).items).toEqual([]);
});

test('a webhook that does not fit its payment waits for 30 days', async () => {
  const paid = await paidOrder(1);
  const parked = await inTransaction(db, (tx) =>
    insertWebhook(
      tx,
      'test_bank',
      {
        eventId: 'evt_odd',
        type: 'payment.succeeded',
        subject: 'payment',
        providerPaymentId: paid.remoteId,
        providerRefundId: null,
        providerDisputeId: null,
        account: null,
        createdAt: new Date(),
      },
      {},
    ),
  );
  await closeWebhook(db, parked ?? 0, 'mismatch');
  expect((await attention(paid.shop)).items).toEqual([
    { kind: 'payment_unclear', orders: 1, amount: 2500, dueAt: null },
  ]);
  await expectAgreement(paid.shop);
  // The provider is asked again, once, and now all is well.
  const ask = async (token = paid.shop.token) => {
    const reply = await app.as({ token }).call(checkUnclearPayments, { params: paramsOf(paid.shop) });
    return [reply.status, reply.status === 202 ? reply.body.data.payments : null];
  };
  expect(await ask((await buildAccount(db)).token)).toEqual([404, null]);
  expect(await ask()).toEqual([202, 1]);
  expect(await ask()).toEqual([202, 0]);
  expect((await attention(paid.shop)).items).toEqual([]);
  await app.runJobs();
  const outcome = async () =>
    (
      await db
        .selectFrom('webhook_inbox')
        .select('outcome')
        .where('id', '=', parked ?? 0)
        .executeTakeFirstOrThrow()
    ).outcome;
  expect(await outcome()).toBe('unchanged');
  expect((await attention(paid.shop)).items).toEqual([]);
  // One that still does not fit comes back.
  await closeWebhook(db, parked ?? 0, 'process_ended');
  await sql`update app.webhook_inbox set provider_account = 'acct_other' where id = ${parked}`.execute(db);
  expect(await ask()).toEqual([202, 1]);
  await app.runJobs();
  expect(await outcome()).toBe('account_mismatch');
  expect((await attention(paid.shop)).items).toMatchObject([{ kind: 'payment_unclear', orders: 1 }]);
  await sql`update app.webhook_inbox set received_at = received_at - interval '31 days' where id = ${parked}`.execute(
    db,
  );
  expect((await attention(paid.shop)).items).toEqual([]);
});

test('orders whose mails came back wait until the address is corrected or written to all the same', async () => {
  const shop = await paidShop();
  const paid = await paidOrder(1, shop);
  await paidOrder(1, shop);
  await app.runJobs();
  const { orderId } = paid.payment;
  const bounce = () =>
    sql`insert into app.mail_bounces (account_id, mail_id, address, status, via)
      select account_id, id, lower(to_address), '5.1.1', 'ses' from app.mails
      where order_id = ${orderId} and kind = 'order_confirmation'`.execute(db);
  await bounce();
  const waiting = [{ kind: 'mail_bounced', orders: 1, amount: 0, dueAt: null }];
  expect((await attention(shop)).items).toEqual(waiting);
  await expectAgreement(shop);
  await sql`update app.mail_bounces set lifted_at = app.now()`.execute(db);
  expect((await attention(shop)).items).toEqual([]);
  await sql`update app.mail_bounces set lifted_at = null`.execute(db);
  await sql`update app.orders set email = 'right@example.com' where id = ${orderId}`.execute(db);
  await sql`update app.attendees set email = 'right@example.com' where order_id = ${orderId}`.execute(db);
  expect((await attention(shop)).items).toEqual([]);
});

test('payments without a card are named two days before they are due', async () => {
  const shop = await paidShop();
  const orders = [await paidOrder(1, shop), await paidOrder(2, shop)];
  for (const [at, { payment }] of orders.entries())
    await sql`update app.orders set status = 'awaiting_offline_payment', payment_status = 'none',
      offline_due_at = app.now() + make_interval(hours => ${at === 0 ? 47 : 49}) where id = ${payment.orderId}`.execute(
      db,
    );
  const { items } = await attention(shop);
  expect(items).toMatchObject([{ kind: 'transfer_due', orders: 1, amount: 2500 }]);
  expect(Date.parse(items[0]?.dueAt ?? '') - Date.now()).toBeLessThan(48 * 3_600_000);
  await expectAgreement(shop);
});

test('the account’s figures name each order once, and nobody else’s', async () => {
  const shop = await paidShop();
  const both = await paidOrder(1, shop);
  await disputeOf(both, { status: 'needs_response', due: null });
  await disputeOf(both, { status: 'warning', due: null, id: 'dp_2' });
  await sql`update app.orders set status = 'awaiting_offline_payment', payment_status = 'none', offline_due_at = app.now()
    where id = ${both.payment.orderId}`.execute(db);
  const list = async (token: string) => (await app.as({ token }).call(listAttention, {})).body.data;
  expect(await list(shop.token)).toEqual([{ eventId: shop.eventId, orders: 1 }]);
  const stranger = await buildAccount(db);
  expect(await list(stranger.token)).toEqual([]);
  const asked = await app.as({ token: stranger.token }).call(getEventAttention, { params: paramsOf(shop) });
  expect(asked.status).toBe(404);
  expect((await app.as().call(getEventAttention, { params: paramsOf(shop) })).status).toBe(401);
});

test('a lost dispute waits while tickets let in, until they are cancelled or somebody lets them', async () => {
  const shop = await paidShop();
  const [cancelled, kept, over] = [await paidOrder(2, shop), await paidOrder(1, shop), await paidOrder(1)];
  for (const [at, one] of [cancelled, kept, over].entries())
    await disputeOf(one, { status: 'lost', due: null, id: `dp_lost_${at}` });
  expect((await attention(shop)).items).toEqual([
    { kind: 'lost_dispute', orders: 2, amount: 5000, dueAt: null },
  ]);
  await expectAgreement(shop);

  // The order says the same as the figures.
  const undecided = async (one: PaidOrder) =>
    (await one.refunds()).disputes.map(({ isUndecided }) => isUndecided);
  for (const one of [cancelled, kept, over]) expect(await undecided(one)).toEqual([true]);

  // One of two tickets is still valid.
  const cancel = (attendeeIds?: number[]) =>
    cancelled.owner.call(cancelOrder, {
      params: cancelled.params,
      body: { notify: false, ...(attendeeIds && { attendeeIds }) },
    });
  await cancel(cancelled.attendeeIds.slice(0, 1));
  expect((await attention(shop)).items).toMatchObject([{ orders: 2 }]);
  expect(await undecided(cancelled)).toEqual([true]);
  await cancel();
  expect((await attention(shop)).items).toMatchObject([{ orders: 1 }]);
  expect(await undecided(cancelled)).toEqual([false]);

  const [dispute] = (await kept.refunds()).disputes;
  expect(dispute?.dismissed).toBeNull();
  const at = { params: { ...kept.params, disputeId: String(dispute?.id) } };
  const stranger = app.as({ token: (await paidShop()).token });
  expect((await stranger.call(dismissDispute, at)).status).toBe(404);
  const replies = await Promise.all([1, 2].map(() => kept.owner.call(dismissDispute, at)));
  for (const reply of replies)
    expect(reply.body.data.disputes).toMatchObject([
      { dismissed: { by: 'Nuria Vidal' }, isUndecided: false },
    ]);
  expect((await attention(shop)).items).toEqual([]);
  const noted = await db
    .selectFrom('audit_entries')
    .select('user_id')
    .where('action', '=', 'dispute.dismissed')
    .where('target_id', '=', kept.payment.orderId)
    .execute();
  expect(noted).toHaveLength(1);

  const wrong = { params: { ...cancelled.params, disputeId: String(dispute?.id) } };
  expect((await kept.owner.call(dismissDispute, wrong)).status).toBe(404);
  await disputeOf(kept, { status: 'needs_response', due: null, id: 'dp_open' });
  const open = (await kept.refunds()).disputes.find(({ status }) => status === 'needs_response');
  const early = { params: { ...kept.params, disputeId: String(open?.id) } };
  expect((await kept.owner.call(dismissDispute, early)).problem).toMatchObject({
    status: 409,
    code: 'DISPUTE_NOT_LOST',
  });

  // Tickets of an event that is called off or over let nobody in.
  const off = (at: 'app.now()' | 'null') =>
    sql`update app.events set called_off_at = ${sql.raw(at)} where id = ${over.shop.eventId}`.execute(db);
  await off('app.now()');
  expect((await attention(over.shop)).items).toEqual([]);
  expect(await undecided(over)).toEqual([false]);
  await expectAgreement(over.shop);
  await off('null');
  expect((await attention(over.shop)).items).toMatchObject([{ kind: 'lost_dispute' }]);
  await sql`update app.events set starts_at = app.now() - interval '3 days', ends_at = app.now() - interval '1 day'
    where id = ${over.shop.eventId}`.execute(db);
  expect((await attention(over.shop)).items).toEqual([]);
  expect(await undecided(over)).toEqual([false]);
});

test('buyers whose payment failed are named for a week, unless they order again', async () => {
  const shop = await paidShop();
  const email = 'lucia.failed@example.com';
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  await detailsAs(buyer, shortId, { firstName: 'Lucía', lastName: 'Ferrer', email });
  const change = (to: ReturnType<typeof sql>) =>
    sql`update app.orders set ${to} where short_id = ${shortId}`.execute(db);
  const failed = async () =>
    (await attention(shop)).items.filter(({ kind }) => kind === 'payment_failed').map(({ orders }) => orders);
  await change(sql`payment_status = 'failed'`);
  // As long as the places are held, the buyer may try again.
  expect(await failed()).toEqual([]);
  await change(sql`status = 'expired', expires_at = null, ended_reason = 'timeout'`);
  expect((await attention(shop)).items).toMatchObject([{ kind: 'payment_failed', orders: 1, dueAt: null }]);
  await expectAgreement(shop);
  const again = await paidOrder(1, shop);
  expect(await failed()).toEqual([1]);
  await sql`update app.orders set email = upper(${email}) where id = ${again.payment.orderId}`.execute(db);
  expect(await failed()).toEqual([]);
  await sql`update app.orders set email = 'other@example.com' where id = ${again.payment.orderId}`.execute(
    db,
  );
  await change(sql`created_at = app.now() - interval '8 days'`);
  expect(await failed()).toEqual([]);
});

test('a price without limit is not low, also when its sale ends soon; an event that was called off warns of nothing', async () => {
  const shop = await paidShop();
  await db
    .updateTable('counters')
    .set({ quantity: null, ceiling: null })
    .where('id', 'in', db.selectFrom('ticket_prices').select('counter_id').where('id', '=', shop.priceId))
    .execute();
  await db
    .updateTable('tickets')
    .set({ sale_ends_at: sql<Date>`app.now() + interval '1 day'` })
    .where('event_id', '=', shop.eventId)
    .execute();
  expect((await attention(shop)).stock).toMatchObject([{ left: null }]);
  await sql`update app.events set called_off_at = app.now() where id = ${shop.eventId}`.execute(db);
  expect((await attention(shop)).stock).toEqual([]);
});
