import { abandonOrder, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { sample } from '../../test/deep.ts';
import { findBroken } from '../../test/invariants.ts';
import {
  ALL_CELLS,
  type Cell,
  endOf,
  impossible,
  NEXTS,
  nameOf,
  SITES,
  SPELLS,
  WHENS,
} from '../../test/payments/fault-cells.ts';
import { type Story, tellStories } from '../../test/payments/fault-stories.ts';
import { createWireBank, type WireCall } from '../../test/payments/wire-bank.ts';
import { WIRE_FAULTS } from '../../test/payments/wire-faults.ts';
import { buildShop } from '../../test/shop.ts';
import { each, useVirtualTime } from '../../test/virtual-time.ts';

vi.setConfig({ testTimeout: 300_000 });

/**
 * While the application asks the bank, anybody must be able to lock the order of the call and then its payment. The
 * probe uses a connection of its own, because a lock of the application would not be released before the answer. Its
 * locks are stronger than those of the application: they wait for foreign keys too, so that nobody may lock a payment
 * and only then refer to its order.
 */
async function lockEverything({ site, orderShortId }: WireCall): Promise<void> {
  try {
    await probe.query(
      `begin; set local lock_timeout = '10s';
       select from app.orders where short_id = '${orderShortId}' for update;
       select from app.payments p join app.orders o on o.id = p.order_id where o.short_id = '${orderShortId}' for update of p;
       rollback`,
    );
    probed.push(site);
  } catch (error) {
    const { detail = '' } = error as { detail?: string };
    held.push(`${site} of ${orderShortId}: ${String(error)} ${detail}`);
    await probe.query('rollback');
  }
}

const bank = createWireBank(lockEverything);
const app = await buildTestApp({ provider: bank.provider, poolSize: 16 });
const { db } = app;
const probe = new pg.Pool({ connectionString: app.database.url, max: 1 });
afterAll(() => probe.end());
const held: string[] = [];
const probed: string[] = [];
const time = await useVirtualTime(app);
const { begin, strike, comeBack, hear, goOn } = tellStories(app, bank);

const POSSIBLE = ALL_CELLS.filter((cell) => impossible(cell) === null);
// The ten cells of each fault at a site are neighbours, so a sample contains at least one of each.
const CELLS = sample(POSSIBLE, 9);

/** Passes the deadline of the holds, and then the time in which the application asks the bank to cancel. */
async function sweepAway(stories: readonly Story[]): Promise<void> {
  const ids = stories.map((story) => story.orderId);
  for (const since of ['1 second', '3 minutes']) {
    await sql`update app.orders set expires_at = app.now() - ${since}::interval
      where id = any(${ids}::bigint[]) and expires_at is not null`.execute(db);
    await sql`update app.refunds set ask_at = app.now() - interval '1 minute'
      where order_id = any(${ids}::bigint[]) and status = 'pending'`.execute(db);
    await time.settle();
  }
}

async function run(): Promise<Story[]> {
  const shops = await Promise.all(
    Array.from({ length: 24 }, () =>
      buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 100 } }),
    ),
  );
  const stories: Story[] = [];
  bank.behaviour.refund = 'pending';
  await each([...CELLS.entries()], async ([at, cell]) => {
    const shop = shops[at % shops.length];
    if (shop) stories.push(await begin(cell, shop));
  });
  // The older a refund is, the later it is asked for. How long the stories took to begin must not count.
  await sql`update app.refunds set created_at = app.now(), ask_at = app.now() + interval '5 seconds'
    where status = 'pending'`.execute(db);
  await time.work();
  bank.behaviour.refund = 'succeeded';
  const those = (next: Cell['next']) => stories.filter((story) => story.next === next);

  await each(stories, strike);
  await time.pass(6);
  await time.work();

  await each(those('page'), comeBack);
  await each(those('webhook'), hear);
  await time.work();
  await sweepAway(those('sweep'));
  await time.pass(20);
  await time.settle();

  bank.faults.clear();
  await each(stories, goOn);
  for (const seconds of [1, 60, 120, 600, 1800, 3600, 7200, 7200]) {
    await time.pass(seconds);
    await time.settle();
  }
  return stories;
}

const stories = await run();
const ends = await db
  .selectFrom('orders')
  .select(['id', sql<string>`status || ' ' || payment_status || ' ' || refund_status`.as('end')])
  .execute();
const endById = new Map(ends.map((one) => [one.id, one.end]));

test('no cell is empty: every combination was run, or it is written why it cannot exist', () => {
  const known = new Set(ALL_CELLS.map(nameOf));
  const all = SITES.length * WIRE_FAULTS.length * WHENS.length * NEXTS.length * SPELLS.length;
  expect(known.size).toBe(all);
  const ran = new Set(stories.map(nameOf));
  const empty = CELLS.filter((cell) => !ran.has(nameOf(cell))).map(nameOf);
  expect(empty).toEqual([]);
  expect(POSSIBLE.length).toBe(910);
  expect(ran.size).toBe(CELLS.length);
  // Every cell met its fault.
  const spared = stories.filter(({ site, shortId }) => site !== 'webhook' && !bank.struck.has(shortId));
  expect(spared.map(nameOf)).toEqual([]);
  const longer = stories.filter(
    ({ spell, shortId }) => spell === 'long' && (bank.struck.get(shortId) ?? 0) > 1,
  );
  expect(longer.length).toBeGreaterThan(CELLS.length / 5);
});

describe.each(SITES)('%s', (site) => {
  test.each(WIRE_FAULTS)('%s: every cell has its one right end', (fault) => {
    const cells = stories.filter((story) => story.site === site && story.fault === fault);
    expect(cells.length).toBeGreaterThan(0);
    const got = cells.map((story) => [nameOf(story), endById.get(story.orderId)]);
    expect(got).toEqual(cells.map((story) => [nameOf(story), endOf(story)]));
  });
});

test('buyers get a problem with a code, and never an internal error', () => {
  const codes = new Map<string, number>();
  for (const { said } of stories) {
    for (const { status, problem } of said) {
      const code = problem ? `${status} ${problem.code}` : 'fine';
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  const allowed = [
    'fine',
    '402 PAYMENT_FAILED',
    '503 PAYMENT_UNCONFIRMED',
    '409 REFUND_PENDING',
    '409 PAYMENT_DISPUTED',
    '409 REFUND_ABOVE_REMAINING',
    '409 ORDER_NOT_PAID_ONLINE',
  ];
  expect([...codes.keys()].filter((code) => !allowed.includes(code))).toEqual([]);
  expect(codes.get('503 PAYMENT_UNCONFIRMED')).toBeGreaterThan(0);
  const refused = stories.filter(({ said }) =>
    said.some(({ problem }) => problem?.code === 'PAYMENT_FAILED'),
  );
  expect(new Set(refused.map(({ site, fault }) => `${site} ${fault}`))).toEqual(
    new Set(['createPayment rejected']),
  );
});

test('at the bank: one payment alive at most, one effect for each key, never more back than was paid', () => {
  expect(bank.violations).toEqual([]);
  const keys = bank.journal.flatMap(({ key }) => (key === null ? [] : [key]));
  expect(new Set(keys).size).toBe(keys.length);
  const wrong = stories.filter((story) => {
    const payments = bank.ofOrder(story.shortId);
    const end = endById.get(story.orderId) ?? '';
    const taken = payments.reduce(
      (sum, payment) => sum + (payment.status === 'succeeded' ? payment.amount - payment.refunded : 0),
      0,
    );
    const due = end.startsWith('completed') && !end.endsWith('full') ? 2500 : 0;
    return payments.filter(bank.isOpen).length !== (end.startsWith('completed') ? 1 : 0) || taken !== due;
  });
  expect(wrong.map(nameOf)).toEqual([]);
});

test('no lock was held while the bank was asked', () => {
  expect(held).toEqual([]);
  expect(new Set(probed).size).toBe(6);
});

test('nothing is left over, disputes are known, and the invariants hold', async () => {
  const open =
    await sql`select id, event_id, outcome from app.webhook_inbox where processed_at is null`.execute(db);
  expect(open.rows).toEqual([]);
  const disputed = stories.filter(({ site }) => site === 'lookUpDispute');
  const disputes = await db.selectFrom('disputes').select(['order_id', 'status']).execute();
  expect(disputes.map((one) => one.order_id).sort()).toEqual(disputed.map((one) => one.orderId).sort());
  expect(await findBroken(db)).toEqual({});
});

describe('two faults at once', () => {
  const one = async (faults: NonNullable<ReturnType<typeof bank.faults.get>>) => {
    const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 5 } });
    const cell: Cell = {
      site: 'createPayment',
      fault: 'timeout',
      when: 'after',
      next: 'jobs',
      spell: 'once',
    };
    const story = await begin(cell, shop);
    bank.faults.set(story.shortId, faults);
    const start = () => story.buyer.call(startPayment, { params: { orderShortId: story.shortId } });
    return { story, start };
  };
  const paymentOf = (orderId: number) =>
    db
      .selectFrom('payments')
      .select(['status', 'provider_payment_id'])
      .where('order_id', '=', orderId)
      .execute();

  test('a payment whose creation was not heard of is not given up because the key is refused for a while', async () => {
    const { story, start } = await one([
      { site: 'createPayment', fault: 'timeout', when: 'after', isLong: false },
      { site: 'createPayment', fault: 'status_429', when: 'before', isLong: false },
      { site: 'createPayment', fault: 'unauthorized', when: 'before', isLong: false },
    ]);
    expect((await start()).problem.code).toBe('PAYMENT_UNCONFIRMED');
    expect((await start()).problem.code).toBe('PAYMENT_UNCONFIRMED');
    expect((await start()).problem.code).toBe('PAYMENT_UNCONFIRMED');
    expect(await paymentOf(story.orderId)).toEqual([{ status: 'creating', provider_payment_id: null }]);
    expect((await start()).status).toBe(200);
    expect(bank.ofOrder(story.shortId)).toHaveLength(1);
    expect(bank.violations).toEqual([]);
  });

  test('a payment that was created only to be cancelled, and cannot be, is cancelled later', async () => {
    const { story, start } = await one([
      { site: 'createPayment', fault: 'timeout', when: 'after', isLong: false },
      { site: 'cancel', fault: 'rejected', when: 'before', isLong: false },
    ]);
    expect((await start()).problem.code).toBe('PAYMENT_UNCONFIRMED');
    const gone = await story.buyer.call(abandonOrder, { params: { orderShortId: story.shortId } });
    expect(gone.status).toBe(204);
    await time.settle();
    expect(bank.ofOrder(story.shortId).map((payment) => payment.status)).toEqual(['cancelled']);
    expect(await paymentOf(story.orderId)).toMatchObject([{ status: 'cancelled' }]);
    expect(await findBroken(db)).toEqual({});
  });
});
