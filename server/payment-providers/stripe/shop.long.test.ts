import { createRefund } from '@entrada/contract/sales/refunds';
import { describe, expect, test, vi } from 'vitest';
import { reconcile } from '../../sales/checkout/webhooks.ts';
import { findPaymentByProviderId } from '../../sales/payments/queries.ts';
import { sweepHolds } from '../../sales/reservations/jobs.ts';
import { FAKE_KEYS } from '../../test/fake-stripe/server.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { permutations } from '../../test/payments/permutations.ts';
import { providerAt } from '../../test/payments/stripe.ts';
import { useStripeShop } from '../../test/payments/stripe-shop.ts';
import { reserveAs, stockOf, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const shopping = await useStripeShop();
const { app, db, fake, paidShop, heldBy, start, begin, confirm, show, refresh, untilBadge, settled } =
  shopping;
keepInvariants(db);
const badly = { seed: 'stripe', duplicate: 0.6, shuffle: 0.6, drop: 0, delayMs: 0, shuffleMs: 40 };

describe('from the reservation to the ticket', () => {
  test('with webhooks that come twice and out of order', async () => {
    Object.assign(fake.mischief, badly);
    const shop = await paidShop();
    const client = visitor(app);
    const started = await begin(client, shop, 2);
    expect(started).toMatchObject({
      provider: 'stripe',
      publishableKey: FAKE_KEYS.publishable,
      account: null,
      confirmUrl: '',
      amount: 5000,
      currency: 'EUR',
      isTestMode: true,
    });
    expect(started.clientToken).toMatch(/^pi_\w+_secret_/);
    expect((await start(client, started.shortId)).body.data.clientToken).toBe(started.clientToken);
    expect((await confirm(started)).status).toBe('succeeded');
    await untilBadge(client, started.shortId, 'COMPLETED');
    await settled();
    const order = await show(client, started.shortId);
    expect(order).toMatchObject({
      step: 'summary',
      payment: { status: 'succeeded', cardBrand: 'visa', cardLast4: '4242' },
    });
    expect(order.tickets).toHaveLength(2);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    expect(shopping.intentOf(started.shortId).amount).toBe(5000);
  });

  test.each([
    ['JPY', 5000, 5000],
    ['KWD', 12_340, 12_340],
    ['ISK', 4500, 450_000],
  ])('in %s', async (currency, amount, sent) => {
    const client = visitor(app);
    const started = await begin(client, await paidShop({ currency, amount }));
    expect(started).toMatchObject({ amount, currency });
    expect(shopping.intentOf(started.shortId).amount).toBe(sent);
    await confirm(started);
    await untilBadge(client, started.shortId, 'COMPLETED');
  });

  test('by a buyer whose bank asks, and who comes back from its page', async () => {
    const client = visitor(app);
    const started = await begin(client, await paidShop());
    const asked = await confirm(started, '4000002760003184');
    expect(asked.status).toBe('requires_action');
    expect((await refresh(client, started.shortId)).payment?.status).toBe('requires_action');
    const url = asked.next_action?.redirect_to_url.url ?? '';
    const back = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'approve' }),
    });
    expect(back.headers.get('location')).toContain(`${started.returnUrl}?payment_intent=pi_`);
    expect(await refresh(client, started.shortId)).toMatchObject({ badge: 'COMPLETED' });
    await settled();
  });

  test('with another card after a refusal, and with one payment', async () => {
    const client = visitor(app);
    const started = await begin(client, await paidShop());
    await confirm(started, '4000000000009995');
    expect(await refresh(client, started.shortId)).toMatchObject({
      badge: 'AWAITING_PAYMENT',
      payment: { status: 'requires_payment', failureCode: 'insufficient_funds' },
    });
    expect((await start(client, started.shortId)).body.data.clientToken).toBe(started.clientToken);
    await confirm(started);
    await untilBadge(client, started.shortId, 'COMPLETED');
    shopping.intentOf(started.shortId);
  });

  test('through a bank that takes its time, for better and for worse', async () => {
    const shop = await paidShop();
    const [one, two] = [visitor(app), visitor(app)];
    const good = await begin(one, shop);
    const bad = await begin(two, shop);
    await confirm(good, '4000000000000077');
    await confirm(bad, '4000000000000341');
    await untilBadge(one, good.shortId, 'COMPLETED');
    await expect
      .poll(async () => {
        await app.runJobs();
        return (await show(two, bad.shortId)).payment;
      })
      .toMatchObject({ status: 'requires_payment', failureCode: 'declined' });
    await confirm(bad);
    await untilBadge(two, bad.shortId, 'COMPLETED');
  });
});

test('webhooks in every order, each twice, end in one state', async () => {
  const shop = await paidShop({ quantity: 100 });
  const orders = permutations([0, 1, 2, 3]);
  const url = fake.control.webhookUrl;
  for (const order of orders) {
    fake.control.webhookUrl = null;
    const from = fake.events.length;
    const buyer = visitor(app);
    const { shortId, ...started } = await begin(buyer, shop);
    await confirm(started, '4000002760003184');
    fake.state.decide(shopping.intentOf(shortId).challengeId ?? '', 'approve');
    const events = fake.events.slice(from);
    expect(events.map((event) => event.type)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    fake.control.webhookUrl = url;
    for (const at of order.flatMap((one) => [one, one])) {
      const event = events[at];
      if (event) expect(await fake.send(event)).toBe(200);
      await app.runJobs();
    }
    expect((await show(buyer, shortId)).badge).toBe('COMPLETED');
  }
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: orders.length, reserved: 0 });
});

describe('a payment that comes too late', () => {
  /** An order whose hold ended while Stripe could not be reached to cancel. */
  async function expiredUnpaid(
    shop: Awaited<ReturnType<typeof paidShop>>,
    client: ReturnType<typeof visitor>,
  ) {
    const started = await begin(client, shop);
    await app.travel(901);
    fake.faults.add('cancel', 'status_500_before');
    await sweepHolds(app.jobCtx);
    await app.travel(901 + 121);
    await sweepHolds(app.jobCtx);
    expect((await show(client, started.shortId)).badge).toBe('EXPIRED');
    return started;
  }

  test('takes its place again, or is refunded by itself', async () => {
    const client = visitor(app);
    try {
      const there = await expiredUnpaid(await paidShop({ quantity: 1 }), client);
      await confirm(there);
      expect(await refresh(client, there.shortId)).toMatchObject({ badge: 'COMPLETED' });
      await app.travel(0);

      const shop = await paidShop({ quantity: 1 });
      const gone = await expiredUnpaid(shop, client);
      const other = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
      expect(other.status).toBe(201);
      await confirm(gone);
      await untilBadge(client, gone.shortId, 'REFUNDED');
      await settled();
      const intent = shopping.intentOf(gone.shortId);
      expect(intent).toMatchObject({ status: 'succeeded', amount: 2500, refunded: 2500 });
      const refunds = [...fake.state.refunds.values()].filter((one) => one.paymentId === intent.id);
      expect(refunds).toMatchObject([{ metadata: { entrada_reason: 'late_payment' } }]);
    } finally {
      await app.travel(0);
    }
  });

  test('is cancelled at Stripe when nothing was paid', async () => {
    const client = visitor(app);
    const { shortId } = await begin(client, await paidShop());
    try {
      await app.travel(901);
      await sweepHolds(app.jobCtx);
      await untilBadge(client, shortId, 'EXPIRED');
      expect(shopping.intentOf(shortId).status).toBe('cancelled');
    } finally {
      await app.travel(0);
    }
  });
});

describe('when Stripe does not answer', () => {
  test.each([
    'disconnect_after',
    'status_500_before',
    'status_500_after',
    'status_429',
    'status_409',
  ] as const)('%s: the buyer is told, and the same payment is created by the next try', async (fault) => {
    const client = visitor(app);
    const shortId = await heldBy(client, await paidShop());
    fake.faults.add('createPayment', fault);
    expect((await start(client, shortId)).problem).toMatchObject({ code: 'PAYMENT_UNCONFIRMED' });
    const started = await start(client, shortId);
    expect(started.status).toBe(200);
    expect(started.body.data.clientToken).toBe(shopping.intentOf(shortId).clientSecret);
    await confirm(started.body.data);
    await untilBadge(client, shortId, 'COMPLETED');
  });

  test('a payment begun at another provider, which the installation has left, gives way to a new one', async () => {
    const client = visitor(app);
    const shortId = await heldBy(client, await paidShop());
    fake.faults.add('createPayment', 'disconnect_before');
    await start(client, shortId);
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    await db.updateTable('payments').set({ provider: 'test_bank' }).where('order_id', '=', id).execute();
    expect((await start(client, shortId)).problem.code).toBe('PAYMENT_FAILED');
    const started = await start(client, shortId);
    expect(started.body.data.provider).toBe('stripe');
    await confirm(started.body.data);
    await untilBadge(client, shortId, 'COMPLETED');
  });

  test('a webhook that is faster than the answer finds the payment by its order', async () => {
    const client = visitor(app);
    const shortId = await heldBy(client, await paidShop());
    fake.faults.add('createPayment', 'disconnect_after');
    await start(client, shortId);
    await settled();
    expect((await show(client, shortId)).payment?.status).toBe('requires_payment');
    shopping.intentOf(shortId);
  });
});

test('every webhook lost: asking by itself completes the order', async () => {
  Object.assign(fake.mischief, { drop: 1 });
  const client = visitor(app);
  const { shortId, ...started } = await begin(client, await paidShop());
  await confirm(started);
  await settled();
  expect((await show(client, shortId)).badge).toBe('AWAITING_PAYMENT');
  const payment = await findPaymentByProviderId(db, 'stripe', shopping.intentOf(shortId).id);
  if (!payment) throw new Error('The payment is not on record');
  await reconcile(app.jobCtx, providerAt(fake), payment.id);
  expect((await show(client, shortId)).badge).toBe('COMPLETED');
});

describe('after the payment', () => {
  async function paidOrder(number: string) {
    const shop = await paidShop();
    const client = visitor(app);
    const { shortId, ...started } = await begin(client, shop);
    await confirm(started, number);
    await untilBadge(client, shortId, 'COMPLETED');
    const payment = await findPaymentByProviderId(db, 'stripe', shopping.intentOf(shortId).id);
    if (!payment) throw new Error('The payment is not on record');
    return { shop, client, shortId, payment };
  }
  const refund = ({ shop, payment }: Awaited<ReturnType<typeof paidOrder>>, amount: number) =>
    app.as({ token: shop.token }).call(createRefund, {
      params: { eventId: String(shop.eventId), orderId: String(payment.orderId) },
      body: { amount, cancel: false, notify: false, note: '' },
    });
  const refundsOf = (paymentId: number) =>
    db.selectFrom('refunds').select(['status', 'amount']).where('payment_id', '=', paymentId).execute();
  const disputesOf = (paymentId: number) =>
    db
      .selectFrom('disputes')
      .select(['status', 'amount', 'provider_dispute_id'])
      .where('payment_id', '=', paymentId)
      .execute();
  const poll = <T>(read: () => Promise<T>) =>
    expect.poll(
      async () => {
        await app.runJobs();
        return read();
      },
      { timeout: 20_000, interval: 20 },
    );

  test.each([
    ['4000000000007726', 'succeeded'],
    ['4000000000005126', 'failed'],
  ])('a refund of %s is %s in the end, by webhook', async (number, status) => {
    Object.assign(fake.mischief, badly);
    const order = await paidOrder(number);
    expect((await refund(order, 1000)).problem).toMatchObject({ data: {} });
    await poll(() => refundsOf(order.payment.id)).toEqual([{ status, amount: 1000 }]);
    await settled();
    expect(await refundsOf(order.payment.id)).toEqual([{ status, amount: 1000 }]);
    expect(shopping.intentOf(order.shortId).refunded).toBe(status === 'failed' ? 0 : 1000);
  });

  test('a dispute is told, followed and ended; no refund while the bank holds the money', async () => {
    const order = await paidOrder('4000000000000259');
    await poll(() => disputesOf(order.payment.id)).toMatchObject([
      { status: 'needs_response', amount: 2500 },
    ]);
    expect((await refund(order, 1000)).problem.code).toBe('PAYMENT_DISPUTED');
    const [dispute] = await disputesOf(order.payment.id);
    const id = dispute?.provider_dispute_id ?? '';
    fake.state.dispute(id, 'respond');
    await poll(() => disputesOf(order.payment.id)).toMatchObject([{ status: 'under_review' }]);
    fake.state.dispute(id, 'win');
    await poll(() => disputesOf(order.payment.id)).toMatchObject([{ status: 'won' }]);
  });
});
