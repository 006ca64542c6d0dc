import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { buildWaiting, type Waiting } from '../../test/payments/paid-by-webhook.ts';
import { permutations } from '../../test/payments/permutations.ts';
import { createWireBank } from '../../test/payments/wire-bank.ts';
import { buildShop } from '../../test/shop.ts';
import { each, useVirtualTime } from '../../test/virtual-time.ts';
import { receiveWebhook } from '../payments/service.ts';
import { processWebhook } from './webhooks.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });
const bank = createWireBank();
const app = await buildTestApp({ provider: bank.provider, poolSize: 16 });
const { db } = app;
const time = await useVirtualTime(app);
keepInvariants(db);

const SEED = 20_261_121;
function randomFrom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (n: number) => Math.floor(next() * n) };
}

/** The steps of a payment in the order in which they happen. Each is also the name of the event that reports it. */
const STEPS = ['processing', 'failed', 'succeeded', 'charge.refunded', 'refund.failed'] as const;
/** `canceled` reports the payment before this one. */
const EVENTS = [...STEPS, 'canceled'] as const;
type Told = (typeof EVENTS)[number];
/**
 * `final`: all steps have happened before the first event arrives. `advancing`: a step happens just before its event
 * arrives.
 */
type Mode = 'final' | 'advancing' | 'cancelled';
type Hearing = { events: Told[]; mode: Mode; hasOwnIds: boolean };

const ALL = permutations(EVENTS);
expect(ALL.length).toBe(720);
const MANY = 150;

const refundId = ({ payment }: Waiting) => `ref_${payment}`;

/** Sets the bank's payment to the state after a step. */
function bringTo(order: Waiting, step: number): void {
  const status = ['requires_payment', 'processing', 'requires_payment'][step] ?? 'succeeded';
  const failureCode = step === 2 ? ('declined' as const) : null;
  bank.set(order.payment, { status: status as 'processing', failureCode, refunded: step === 4 ? 2500 : 0 });
  if (step < 4) return;
  const id = refundId(order);
  const settled = { settleAt: null, settlesTo: null };
  bank.refunds.set(id, {
    id,
    paymentId: order.payment,
    amount: 2500,
    status: step === 4 ? 'succeeded' : 'failed',
    ...settled,
  });
}

function bodyOf(order: Waiting, told: Told, mode: Mode, id: string): string {
  if (mode === 'cancelled') return bank.event(told, { payment: order.payment, id });
  if (told === 'canceled') return bank.event(told, { payment: order.old, id });
  const isRefund = told === 'charge.refunded' || told === 'refund.failed';
  return bank.event(told, { payment: order.payment, id, ...(isRefund && { refund: refundId(order) }) });
}

const logged: string[] = [];
const log = {
  ...app.jobCtx.log,
  error: (facts: object) => logged.push(JSON.stringify(facts)),
  warn: () => undefined,
  info: () => undefined,
} as unknown as typeof app.jobCtx.log;
/** The connections on which the application applies webhooks. */
const ctx = { db: app.database.apart.payments, log };

/** Verifies, stores and applies a webhook. Answers the outcome, or null if the webhook was applied before. */
async function hear(body: string): Promise<string | null> {
  const parsed = bank.provider.parseWebhook({
    rawBody: Buffer.from(body),
    headers: bank.signature(body),
    now: new Date(),
  });
  if (!parsed.ok) throw new Error(parsed.code);
  await receiveWebhook(ctx, 'test_bank', parsed.event, JSON.parse(body));
  const kept = db
    .selectFrom('webhook_inbox')
    .select(['id', 'outcome'])
    .where('provider', '=', 'test_bank')
    .where('event_id', '=', parsed.event.eventId);
  const { id, outcome } = await kept.executeTakeFirstOrThrow();
  if (outcome !== null) return null;
  await processWebhook(ctx, bank.provider, id);
  // Its job has nothing left to do. Thousands of them would slow down the queue, which reads them all for each new one.
  await sql`delete from graphile_worker._private_jobs where key = ${`webhook:${id}`}`.execute(db);
  return (await kept.executeTakeFirstOrThrow()).outcome;
}

const idOf = (order: Waiting, { events, hasOwnIds }: Hearing, at: number) =>
  hasOwnIds ? `${order.shortId}_${at}` : `${order.shortId}_${events[at]}`;

async function hearAll(order: Waiting, hearing: Hearing): Promise<void> {
  let step = hearing.mode === 'final' ? 5 : 0;
  if (hearing.mode === 'cancelled') bank.set(order.payment, { status: 'cancelled' });
  else bringTo(order, step);
  for (const [at, told] of hearing.events.entries()) {
    const happened = STEPS.indexOf(told as 'processing') + 1;
    if (hearing.mode === 'advancing' && happened > step) {
      step = happened;
      bringTo(order, step);
    }
    await hear(bodyOf(order, told, hearing.mode, idOf(order, hearing, at)));
  }
}

async function endsOf(orders: readonly Waiting[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ end: string; n: number }>`
    select o.status || ' ' || o.payment_status || ' ' || o.refund_status || ' ' || o.refunded_total || ' | '
      || string_agg(p.status, ' ' order by p.id) || ' | '
      || (select count(*) from app.attendees a where a.order_id = o.id) || ' ticket, '
      || (select count(*) from app.refunds r where r.order_id = o.id) || ' refund' as end
    from app.orders o join app.payments p on p.order_id = o.id
    where o.id = any(${orders.map((one) => one.orderId)}::bigint[]) group by o.id`.execute(db);
  const ends: Record<string, number> = {};
  for (const { end } of rows) ends[end] = (ends[end] ?? 0) + 1;
  return ends;
}

const PAID = 'completed paid failed 0 | cancelled succeeded | 1 ticket, 1 refund';
const UNPAID = 'reserved none none 0 | cancelled cancelled | 0 ticket, 0 refund';

const newShop = () => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10_000 } });
async function allOf(hearings: readonly Hearing[]): Promise<Record<string, number>> {
  const orders = await buildWaiting(app, bank, await newShop(), hearings.length);
  await each([...orders.entries()], async ([at, order]) => {
    const hearing = hearings[at];
    if (hearing) await hearAll(order, hearing);
  });
  return endsOf(orders);
}

/** Inserts a second copy of each event that `doubles` marks, at a random place after the first. */
function doubled(
  events: readonly Told[],
  doubles: readonly boolean[],
  random: ReturnType<typeof randomFrom>,
) {
  const all = [...events];
  for (const [at, told] of events.entries()) {
    if (!doubles[at]) continue;
    const first = all.indexOf(told);
    all.splice(first + 1 + random.below(all.length - first), 0, told);
  }
  return all;
}

describe.each<Mode>(['final', 'advancing'])('a bank whose states are %s', (mode) => {
  test('all 720 orders of the six events end in one state', async () => {
    const hearings = ALL.map((events) => ({ events: [...events], mode, hasOwnIds: false }));
    expect(await allOf(hearings)).toEqual({ [PAID]: ALL.length });
  });

  test('the same with every event twice', async () => {
    const random = randomFrom(SEED);
    const twice = ALL.map((events, at) => ({
      events: doubled(
        events,
        events.map(() => true),
        random,
      ),
      mode,
      hasOwnIds: at % 2 === 1,
    }));
    expect(twice.every(({ events }) => events.length === 12)).toBe(true);
    expect(await allOf(twice)).toEqual({ [PAID]: ALL.length });
  });
});

test('some of the rest: any order, any events twice, with the same name or as another event', async () => {
  const random = randomFrom(SEED + 1);
  const size = 2000;
  const sample = Array.from({ length: size }, (_, at): Hearing => {
    const events = ALL[random.below(720)] ?? [];
    const doubles = events.map(() => random.next() < 0.5);
    const mode = at % 2 === 0 ? 'final' : 'advancing';
    return { events: doubled(events, doubles, random), mode, hasOwnIds: random.next() < 0.5 };
  });
  expect(await allOf(sample)).toEqual({ [PAID]: size });
});

test('whatever 720 orders of events say, a payment that was cancelled is not paid', async () => {
  const hearings = ALL.map((events): Hearing => ({ events, mode: 'cancelled', hasOwnIds: false }));
  expect(await allOf(hearings)).toEqual({ [UNPAID]: ALL.length });
});

test('two and more workers at the same order, its events kept by way of HTTP: the same state', async () => {
  const random = randomFrom(SEED + 2);
  const orders = await buildWaiting(app, bank, await newShop(), MANY);
  const bodies = orders.flatMap((order) => {
    bringTo(order, 5);
    const events = ALL[random.below(720)] ?? [];
    return [...events, ...events].map((told, at) => ({
      body: bodyOf(order, told, 'final', `${order.shortId}_${at}`),
      by: random.next(),
    }));
  });
  // The events of one order are neighbours, so that the workers always compete for the same order.
  await each(bodies, async ({ body }) => {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/api/public/webhooks/test_bank',
      headers: { 'content-type': 'application/json', ...bank.signature(body) },
      payload: body,
    });
    expect(reply.statusCode).toBe(200);
  });
  await time.work(4);
  await time.pass(60);
  await time.work(2);
  expect(await endsOf(orders)).toEqual({ [PAID]: MANY });
  const open = await db.selectFrom('webhook_inbox').select('id').where('processed_at', 'is', null).execute();
  expect(open).toEqual([]);
});

describe('what must have no effect, between all that has', () => {
  const stateOf = async ({ orderId }: Waiting) =>
    JSON.stringify([
      await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute(),
      await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute(),
      await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute(),
    ]);

  /** Events with a valid signature that must be parked, and what the bank knows when each arrives. */
  const PARKED: [string, (order: Waiting, id: string) => { body: string; after?: () => void }][] = [
    [
      'account_mismatch',
      (order, id) => ({ body: bank.event('succeeded', { payment: order.payment, account: 'acct_b', id }) }),
    ],
    [
      'payment_not_at_provider',
      (_order, id) => ({ body: bank.event('succeeded', { payment: 'pay_nobody', id }) }),
    ],
    [
      'unknown_payment',
      (order, id) => {
        const known = bank.payments.get(order.payment);
        const other = `other_${id}`;
        if (known) bank.payments.set(other, { ...known, id: other, status: 'succeeded' });
        return { body: bank.event('succeeded', { payment: other, id }) };
      },
    ],
    [
      'mismatch',
      (order, id) => {
        bank.set(order.payment, { amount: 1 });
        return {
          body: bank.event('succeeded', { payment: order.payment, id }),
          after: () => bank.set(order.payment, { amount: 2500 }),
        };
      },
    ],
    [
      'mismatch',
      (order, id) => {
        bank.set(order.payment, { currency: 'USD' });
        return {
          body: bank.event('succeeded', { payment: order.payment, id }),
          after: () => bank.set(order.payment, { currency: 'EUR' }),
        };
      },
    ],
    [
      'mismatch',
      (order, id) => {
        bank.set(order.payment, { orderShortId: 'o_of_somebody_else' });
        return {
          body: bank.event('succeeded', { payment: order.payment, id }),
          after: () => bank.set(order.payment, { orderShortId: order.shortId }),
        };
      },
    ],
  ];

  test('another account, order, payment, amount or currency: parked, logged, and nothing is changed', async () => {
    const random = randomFrom(SEED + 3);
    const orders = await buildWaiting(app, bank, await newShop(), MANY);
    const outcomes: Record<string, number> = {};
    logged.length = 0;
    await each(orders, async (order) => {
      bringTo(order, 5);
      for (const [at, told] of (ALL[random.below(720)] ?? []).entries()) {
        const [expected, make] = PARKED[random.below(PARKED.length)] ?? [];
        const id = `evil_${order.shortId}_${at}`;
        const evil = make?.(order, id);
        const before = await stateOf(order);
        const outcome = await hear(evil?.body ?? '');
        evil?.after?.();
        expect([outcome, await stateOf(order)]).toEqual([expected, before]);
        outcomes[outcome ?? ''] = (outcomes[outcome ?? ''] ?? 0) + 1;
        expect(logged.some((line) => line.includes(id) && line.includes(outcome ?? ''))).toBe(true);
        await hear(bodyOf(order, told, 'final', `${order.shortId}_${told}`));
      }
    });
    expect(Object.keys(outcomes).sort()).toEqual([
      'account_mismatch',
      'mismatch',
      'payment_not_at_provider',
      'unknown_payment',
    ]);
    expect(await endsOf(orders)).toEqual({ [PAID]: MANY });
  });

  test('forged, changed, unsigned, too old or from the future: refused, and not kept', async () => {
    const [order] = await buildWaiting(app, bank, await newShop(), 1);
    if (!order) throw new Error('There is no order');
    bank.set(order.payment, { status: 'succeeded' });
    const before = await stateOf(order);
    const body = bank.event('succeeded', { payment: order.payment, id: 'evt_forged' });
    const past = new Date(Date.now() - 360_000);
    const future = new Date(Date.now() + 360_000);
    const attempts: [string, Record<string, string>][] = [
      [body, {}],
      [body, { 'test-bank-signature': 't=1,v1=00' }],
      [body, { 'test-bank-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
      [body.replace('succeeded', 'refunded'), bank.signature(body)],
      [body, bank.signature(body, past)],
      [body, bank.signature(body, future)],
    ];
    for (const [payload, headers] of attempts) {
      const reply = await app.app.inject({
        method: 'POST',
        url: '/api/public/webhooks/test_bank',
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      });
      expect(reply.statusCode).toBe(400);
    }
    const kept = db.selectFrom('webhook_inbox').select('id').where('event_id', '=', 'evt_forged');
    expect(await kept.execute()).toEqual([]);
    expect(await stateOf(order)).toBe(before);
    expect(await hear(body)).toBe('applied');
    // A replay: somebody who intercepted the event sends it again.
    expect(await hear(body)).toBe(null);
    expect(await findBroken(db)).toEqual({});
  });

  test('what the bank does not show is asked for to the last try, and then parked; a refused key is not taken for that', async () => {
    const [order] = await buildWaiting(app, bank, await newShop(), 1);
    if (!order) throw new Error('There is no order');
    bringTo(order, 3);
    const body = (id: string) =>
      bank.event('dispute.created', { payment: order.payment, dispute: 'dis_no', id });
    await expect(hear(body('evt_no_dispute'))).rejects.toThrow('NOT_FOUND');
    const kept = db
      .selectFrom('webhook_inbox')
      .select(['id', 'outcome'])
      .where('event_id', '=', 'evt_no_dispute');
    const { id } = await kept.executeTakeFirstOrThrow();
    await expect(processWebhook(ctx, bank.provider, id)).rejects.toThrow('NOT_FOUND');
    await processWebhook(ctx, bank.provider, id, { isLast: true });
    expect((await kept.executeTakeFirstOrThrow()).outcome).toBe('not_at_provider');

    const locked = { site: 'lookUp', fault: 'unauthorized', when: 'before', isLong: false } as const;
    bank.faults.set(order.shortId, [locked]);
    const told = bank.event('succeeded', { payment: order.payment, id: 'evt_locked_out' });
    await expect(hear(told)).rejects.toThrow('a fault of the test');
    expect(await hear(told)).toBe('unchanged');
  });
});
