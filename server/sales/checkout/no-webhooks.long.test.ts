import { abandonOrder, refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type Client } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { permutations } from '../../test/payments/permutations.ts';
import { createWireBank } from '../../test/payments/wire-bank.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { each, useVirtualTime } from '../../test/virtual-time.ts';

vi.setConfig({ testTimeout: 600_000 });
const bank = createWireBank();
const app = await buildTestApp({ provider: bank.provider, poolSize: 16 });
const { db } = app;
const time = await useVirtualTime(app);
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;
type Paying = { client: Client; shortId: string; shop: Shop };

async function begin(shop: Shop): Promise<Paying> {
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  expect(held.status).toBe(201);
  const { shortId } = held.body.data;
  await detailsAs(client, shortId);
  expect((await client.call(startPayment, { params: { orderShortId: shortId } })).status).toBe(200);
  return { client, shortId, shop };
}

const shopOf = (quantity: number) => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity } });

async function statusOf(orders: readonly Paying[]): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select((e) => ['status', e.fn.countAll<number>().as('n')])
    .where(
      'short_id',
      'in',
      orders.map((one) => one.shortId),
    )
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

describe('a provider whose webhooks never come', () => {
  /** Seconds from the start of a payment until it is paid, and until the next query to the provider. */
  const ROUNDS = [
    { paidAt: 5, askedAt: 15 },
    { paidAt: 30, askedAt: 60 },
    { paidAt: 90, askedAt: 120 },
    { paidAt: 200, askedAt: 300 },
    { paidAt: 600, askedAt: 900 },
  ];

  const EACH = 100;
  const total = ROUNDS.length * EACH;

  test(`${total} paid orders are completed by asking, 15 s, 1, 2, 5 and 15 minutes after they were begun`, async () => {
    const shops = await Promise.all(ROUNDS.map(() => shopOf(EACH)));
    const groups = new Map<(typeof ROUNDS)[number], Paying[]>(ROUNDS.map((round) => [round, []]));
    // The hold lasts longer than the last query, so that a query completes the order and not the expiry.
    await sql`update app.event_settings set order_timeout_minutes = 30`.execute(db);
    await each(
      ROUNDS.flatMap((round, at) => Array.from({ length: EACH }, () => ({ round, shop: shops[at] }))),
      async ({ round, shop }) => {
        if (shop) groups.get(round)?.push(await begin(shop));
      },
    );
    let now = 0;
    const until = async (seconds: number) => {
      await time.pass(seconds - now);
      now = seconds;
      await time.work();
    };
    for (const [round, orders] of groups) {
      await until(round.paidAt);
      expect(await statusOf(orders)).toEqual({ reserved: EACH });
      for (const { shortId } of orders) bank.pay(shortId);
      await until(round.askedAt - 2);
      expect(await statusOf(orders)).toEqual({ reserved: EACH });
      await until(round.askedAt + 1);
      expect(await statusOf(orders)).toEqual({ completed: EACH });
    }
    const webhooks = await db.selectFrom('webhook_inbox').select('id').execute();
    expect(webhooks).toEqual([]);
    expect(await findBroken(db)).toEqual({});
  });

  test('what was paid in the last minute of its hold is completed as it ends', async () => {
    const shop = await shopOf(50);
    const orders: Paying[] = [];
    await each(Array.from({ length: 50 }), async () => orders.push(await begin(shop)));
    for (const { shortId } of orders) bank.pay(shortId);
    // No query comes before the deadline: the sweep comes first.
    await sql`update app.orders set expires_at = app.now() - interval '1 second' where event_id = ${shop.eventId}`.execute(
      db,
    );
    await time.settle();
    expect(await statusOf(orders)).toEqual({ completed: 50 });
  });

  test('the page to which the bank sends the buyer back shows the result at once', async () => {
    const shop = await shopOf(50);
    const orders: Paying[] = [];
    await each(Array.from({ length: 50 }), async () => orders.push(await begin(shop)));
    await each(orders, async ({ client, shortId }) => {
      bank.pay(shortId);
      const shown = await client.call(refreshPayment, { params: { orderShortId: shortId } });
      expect(shown.body.data).toMatchObject({ step: 'summary', badge: 'COMPLETED' });
    });
  });
});

/** The events that can happen to the one place of an event while its buyer pays. */
const HAPPENINGS = ['expiry', 'webhook', 'sweep', 'rival', 'return page', 'cancel'] as const;
type Happening = (typeof HAPPENINGS)[number];
type Late = Paying & { events: Happening[]; paysBefore: number; isDeaf: boolean };

describe('money that may come too late', () => {
  beforeEach(() => bank.faults.clear());
  async function happen(order: Late, what: Happening): Promise<void> {
    const { client, shortId, shop } = order;
    const params = { orderShortId: shortId };
    if (what === 'expiry') {
      await sql`update app.orders set expires_at = app.now() - interval '5 minutes'
        where short_id = ${shortId} and expires_at is not null`.execute(db);
    }
    if (what === 'webhook') {
      const body = bank.event('payment.succeeded', { payment: bank.ofOrder(shortId)[0]?.id ?? '' });
      const headers = { 'content-type': 'application/json', ...bank.signature(body) };
      const url = '/api/public/webhooks/test_bank';
      const reply = await app.app.inject({ method: 'POST', url, headers, payload: body });
      expect(reply.statusCode).toBe(200);
    }
    if (what === 'rival') {
      await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    }
    if (what === 'return page') {
      expect((await client.call(refreshPayment, { params })).status).toBeLessThan(500);
    }
    if (what === 'cancel') expect((await client.call(abandonOrder, { params })).status).toBeLessThan(500);
  }

  /** A sweep runs for all orders at once. So orders that have the sweep at the same step run together. */
  async function liveThrough(orders: readonly Late[]): Promise<void> {
    for (let step = 0; step <= HAPPENINGS.length; step += 1) {
      for (const order of orders) if (order.paysBefore === step) bank.pay(order.shortId);
      await each(orders, async (order) => {
        const what = order.events[step];
        if (what && what !== 'sweep') await happen(order, what);
      });
      if (orders.some((order) => order.events[step] === 'webhook')) await time.work();
      if (orders[0]?.events[step] === 'sweep') {
        await time.settle();
        await time.settle();
      }
    }
  }

  test.each([false, true])(
    'in all orders of what may happen (a bank deaf to cancelling: %s): tickets, or the money back and a mail',
    async (isDeaf) => {
      // A deep run tests each of the 720 orders with both banks.
      const all = permutations(HAPPENINGS);
      const lates: Late[] = [];
      const shops: Shop[] = [];
      await each(all, async () => shops.push(await shopOf(1)));
      await each([...all.entries()], async ([at, events]) => {
        const shop = shops[at];
        // Uses every moment of payment in turn, from before the first event to after the last.
        if (shop) lates.push({ ...(await begin(shop)), events, paysBefore: at % 7, isDeaf });
      });
      if (isDeaf) {
        for (const { shortId } of lates)
          bank.faults.set(shortId, [{ site: 'cancel', fault: 'timeout', when: 'before', isLong: true }]);
      }
      for (let sweptAt = 0; sweptAt < HAPPENINGS.length; sweptAt += 1) {
        await liveThrough(lates.filter(({ events }) => events.indexOf('sweep') === sweptAt));
      }
      bank.faults.clear();
      for (const seconds of [60, 900, 3600, 3600]) {
        await time.pass(seconds);
        await time.settle();
      }
      const { rows } = await sql<{ short_id: string; end: string; tickets: number; mails: string[] }>`
        select o.short_id, o.status || ' ' || o.payment_status || ' ' || o.refund_status as end,
          (select count(*) from app.attendees a where a.order_id = o.id and a.status = 'active') as tickets,
          array(select m.kind from app.mails m where m.order_id = o.id order by m.kind) as mails
        from app.orders o where o.short_id = any(${lates.map((one) => one.shortId)}::text[])`.execute(db);
      const byOrder = new Map(rows.map((row) => [row.short_id, row]));
      const ends: Record<string, number> = {};
      for (const late of lates) {
        const row = byOrder.get(late.shortId);
        const [payment] = bank.ofOrder(late.shortId);
        const kept = payment?.status === 'succeeded' ? payment.amount - payment.refunded : 0;
        const found = { end: row?.end, kept, tickets: row?.tickets };
        const story = `${late.paysBefore}: ${late.events.join(', ')}`;
        ends[row?.end ?? ''] = (ends[row?.end ?? ''] ?? 0) + 1;
        if (payment?.status === 'cancelled') {
          expect([story, found]).toEqual([story, { end: 'expired none none', kept: 0, tickets: 0 }]);
        } else if (row?.end === 'expired paid full') {
          expect([story, found]).toEqual([story, { end: 'expired paid full', kept: 0, tickets: 0 }]);
          expect([story, row.mails]).toEqual([story, ['paid_but_expired']]);
        } else {
          expect([story, found]).toEqual([story, { end: 'completed paid none', kept: 2500, tickets: 1 }]);
          expect([story, row?.mails.includes('order_confirmation')]).toEqual([story, true]);
        }
      }
      expect(ends['completed paid none']).toBeGreaterThan(0);
      if (isDeaf) expect(ends['expired paid full']).toBeGreaterThan(0);
      expect(bank.violations).toEqual([]);
      expect(await findBroken(db)).toEqual({});
    },
  );
});
