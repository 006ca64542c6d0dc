import { abandonOrder } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Client } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { usePayingApp } from '../../test/payments/paying.ts';
import { buildShop, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { sweepHolds } from '../reservations/jobs.ts';

vi.setConfig({ testTimeout: 30_000 });
const { app, db, faults, paidShop, heldWithDetails, start, show, refresh, confirm, begin } =
  await usePayingApp();
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;

/** Runs due jobs until all orders have this status. */
const untilDone = (shortIds: string[], badge: string) =>
  expect
    .poll(
      async () => {
        await app.runJobs();
        const rows = await db
          .selectFrom('orders')
          .select('status')
          .where('short_id', 'in', shortIds)
          .execute();
        return [...new Set(rows.map((row) => row.status))];
      },
      { timeout: 20_000, interval: 30 },
    )
    .toEqual([badge]);

describe('a card payment', () => {
  test('is begun once, continued by every later call, and completed by its webhook alone', async () => {
    const shop = await paidShop();
    const client = visitor(app);
    const shortId = await heldWithDetails(shop, client, 2);
    const starts = await Promise.all(Array.from({ length: 8 }, () => start(client, shortId)));
    expect(new Set(starts.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    const [first] = starts;
    if (!first) throw new Error('no answer');
    const started = first.body.data;
    expect(started).toMatchObject({ amount: 5000, currency: 'EUR', provider: 'test_bank', isTestMode: true });
    expect(started.returnUrl).toBe(
      `${app.config.baseUrl}/checkout/${shop.eventId}/${shortId}/payment_return`,
    );
    expect((await confirm(started, '4242424242424242')).status).toBe('succeeded');
    await untilDone([shortId], 'completed');
    const order = await show(client, shortId);
    expect(order).toMatchObject({
      badge: 'COMPLETED',
      payment: { status: 'succeeded', cardBrand: 'visa', cardLast4: '4242' },
    });
    expect(order.tickets).toHaveLength(2);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    expect((await start(client, shortId)).problem.code).toBe('ORDER_COMPLETED');
  });

  test('is found by asking, without any webhook', async () => {
    const client = visitor(app);
    const { shortId, ...started } = await begin(await paidShop(), client);
    await confirm(started, '4242424242424242');
    expect(await refresh(client, shortId)).toMatchObject({ badge: 'COMPLETED', step: 'summary' });
  });

  test('takes another card after a refusal, with one payment', async () => {
    const client = visitor(app);
    const { shortId, ...started } = await begin(await paidShop(), client);
    expect((await confirm(started, '4000000000009995')).status).toBe('requires_payment');
    expect(await refresh(client, shortId)).toMatchObject({
      step: 'payment',
      badge: 'AWAITING_PAYMENT',
      payment: { status: 'requires_payment', failureCode: 'insufficient_funds' },
    });
    expect((await start(client, shortId)).body.data.clientToken).toBe(started.clientToken);
    await confirm(started, '4242424242424242');
    expect((await refresh(client, shortId)).badge).toBe('COMPLETED');
  });

  test('that the bank processes for long outlives the deadline, and completes or gives time for another card', async () => {
    const shop = await paidShop();
    const [one, two] = [visitor(app), visitor(app)];
    const good = await begin(shop, one);
    const bad = await begin(shop, two);
    expect((await confirm(good, '4000000000000077')).status).toBe('processing');
    expect((await confirm(bad, '4000000000000341')).status).toBe('processing');
    await untilDone([good.shortId], 'completed');
    await expect
      .poll(
        async () => {
          await app.runJobs();
          return (await show(two, bad.shortId)).payment?.status;
        },
        { timeout: 20_000 },
      )
      .toBe('failed');
    expect(await show(two, bad.shortId)).toMatchObject({
      step: 'payment',
      badge: 'PAYMENT_FAILED',
      canExtend: true,
    });
    const mails = await db
      .selectFrom('mails as m')
      .innerJoin('orders as o', 'o.id', 'm.order_id')
      .select(['m.kind', 'm.text_body'])
      .where('o.short_id', '=', bad.shortId)
      .execute();
    expect(mails.map((mail) => mail.kind)).toEqual(['payment_failed']);
    // The places are still held, so the mail says so and leads back to the payment.
    expect(mails[0]?.text_body).toContain('Tu pedido está reservado hasta');
    expect(mails[0]?.text_body).toContain(`/${bad.shortId}/payment`);
    expect(mails[0]?.text_body).not.toContain('ya no está reservado');
    const again = await start(two, bad.shortId);
    await confirm(again.body.data, '4242424242424242');
    expect((await refresh(two, bad.shortId)).badge).toBe('COMPLETED');
  });

  test('the mail about a refused payment says what is true when it is sent', async () => {
    const shop = await paidShop();
    const client = visitor(app);
    const refused = await begin(shop, client);
    await confirm(refused, '4000000000000341');
    // The mail waits in the outbox while the bank refuses and the hold ends.
    const mail = () =>
      db
        .selectFrom('mails as m')
        .innerJoin('orders as o', 'o.id', 'm.order_id')
        .select(['m.id', 'm.text_body'])
        .where('o.short_id', '=', refused.shortId)
        .where('m.kind', '=', 'payment_failed')
        .executeTakeFirst();
    await expect
      .poll(
        async () => {
          await refresh(client, refused.shortId);
          return mail();
        },
        { timeout: 20_000 },
      )
      .toBeDefined();
    await db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .where('short_id', '=', refused.shortId)
      .execute();
    await app.runJobs();
    expect((await mail())?.text_body).toContain('el pedido ya no está reservado');
  });

  test('needs a buyer, something due and a live hold', async () => {
    const shop = await paidShop();
    const client = visitor(app);
    const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect((await start(client, held.body.data.shortId)).problem.code).toBe('ORDER_DETAILS_MISSING');
    const free = await buildShop(db);
    const nothing = await reserveAs(client, free.eventId, [{ priceId: free.priceId, quantity: 1 }]);
    expect((await start(client, nothing.body.data.shortId)).problem.code).toBe('PAYMENT_NOT_REQUIRED');
  });
});

describe('when the provider does not answer', () => {
  test.each(['disconnect_before', 'disconnect_after', 'status_500_before', 'status_500_after'] as const)(
    '%s: the buyer is told, and the same payment is created by the next try',
    async (fault) => {
      const client = visitor(app);
      const shortId = await heldWithDetails(await paidShop(), client);
      faults.add('create', fault);
      expect((await start(client, shortId)).problem).toMatchObject({
        status: 503,
        code: 'PAYMENT_UNCONFIRMED',
      });
      const [call] = await db
        .selectFrom('provider_calls as c')
        .innerJoin('payments as p', 'p.id', 'c.payment_id')
        .innerJoin('orders as o', 'o.id', 'p.order_id')
        .select('c.status')
        .where('o.short_id', '=', shortId)
        .execute();
      expect(call?.status).toBe('unknown');
      const started = await start(client, shortId);
      expect(started.status).toBe(200);
      const bankHas = await sql<{
        n: number;
      }>`select count(*) as n from test_bank.payments where order_short_id = ${shortId}`.execute(db);
      expect(bankHas.rows[0]?.n).toBe(1);
      await confirm(started.body.data, '4242424242424242');
      expect((await refresh(client, shortId)).badge).toBe('COMPLETED');
    },
  );
});

describe('a hold with a payment under way', () => {
  test('is cancelled at the bank before its places go back', async () => {
    const shop = await paidShop(1);
    const client = visitor(app);
    const { shortId, ...started } = await begin(shop, client);
    expect((await client.call(abandonOrder, { params: { orderShortId: shortId } })).status).toBe(204);
    expect(await show(client, shortId)).toMatchObject({
      badge: 'CANCELLED',
      step: 'cancelled',
      endedReason: 'abandoned',
    });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await confirm(started, '4242424242424242')).toMatchObject({ code: 'PAYMENT_ENDED' });
  });

  test('completes when the payment has won the race, by abandoning, replacing and expiry alike', async () => {
    const shop = await paidShop(10);
    const endings = {
      abandon: (client: Client, shortId: string) =>
        client.call(abandonOrder, { params: { orderShortId: shortId } }),
      replace: (client: Client) => reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]),
    };
    for (const end of Object.values(endings)) {
      const client = visitor(app);
      const { shortId, ...started } = await begin(shop, client);
      await confirm(started, '4242424242424242');
      await end(client, shortId);
      expect((await show(client, shortId)).badge).toBe('COMPLETED');
    }
    const late = visitor(app);
    const { shortId, ...started } = await begin(shop, late);
    await confirm(started, '4242424242424242');
    await app.travel(901);
    try {
      await sweepHolds(app.jobCtx);
      await untilDone([shortId], 'completed');
    } finally {
      await app.travel(0);
    }
  });

  /** An order whose hold ended while the bank could not be asked. The buyer pays it afterwards. */
  async function paidLate(shop: Shop, client: Client) {
    const { shortId, ...started } = await begin(shop, client);
    await app.travel(901);
    faults.add('cancel', 'status_500_before');
    await sweepHolds(app.jobCtx);
    expect((await show(client, shortId)).badge).toBe('PROCESSING');
    await app.travel(901 + 121);
    await sweepHolds(app.jobCtx);
    expect((await show(client, shortId)).badge).toBe('EXPIRED');
    return { shortId, pay: () => confirm(started, '4242424242424242') };
  }

  test('that was given up takes its places again if it is paid late and they are free', async () => {
    const shop = await paidShop(1);
    const client = visitor(app);
    try {
      const { shortId, pay } = await paidLate(shop, client);
      expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
      await pay();
      expect(await refresh(client, shortId)).toMatchObject({ badge: 'COMPLETED', endedReason: null });
      expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    } finally {
      faults.clear();
      await app.travel(0);
    }
  });

  test('is refunded by itself, once, when they are gone, and the buyer is told', async () => {
    const shop = await paidShop(1);
    const client = visitor(app);
    try {
      const { shortId, pay } = await paidLate(shop, client);
      const other = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
      expect(other.status).toBe(201);
      await pay();
      expect(await refresh(client, shortId)).toMatchObject({
        badge: 'REFUND_PENDING',
        endedReason: 'paid_too_late',
      });
      await expect
        .poll(async () => {
          await app.runJobs();
          return (await show(client, shortId)).badge;
        })
        .toBe('REFUNDED');
      expect(await show(client, shortId)).toMatchObject({
        step: 'refunded',
        refundedTotal: 2500,
        tickets: [],
      });
      const calls = await db
        .selectFrom('provider_calls')
        .select(['idempotency_key', 'status'])
        .where('kind', '=', 'refund')
        .where('idempotency_key', 'like', '%late-refund')
        .execute();
      expect(calls).toEqual([
        { idempotency_key: expect.stringMatching(/^order:\d+:late-refund$/), status: 'done' },
      ]);
      const mails = await db
        .selectFrom('mails')
        .select('kind')
        .where('kind', '=', 'paid_but_expired')
        .execute();
      expect(mails).toHaveLength(1);
    } finally {
      faults.clear();
      await app.travel(0);
    }
  });
});
