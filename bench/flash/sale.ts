import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import { expireOverdue } from '../../server/sales/reservations/queries.ts';
import { findBroken } from '../../server/test/invariants.ts';
import type { BenchDatabases } from '../database.ts';
import type { Report } from '../report.ts';
import { median, percentile } from '../stats.ts';
import { openWorld } from '../world.ts';
import type { CrowdResult, CrowdSpec, FromCrowd } from './buyers.ts';
import { buildFlashShop, type FlashShop, type Mode } from './shop.ts';

export type FlashOptions = { buyers: number; places: number; seed: number; mode: Mode };

const ARRIVE_MS = 5000;
const LONGEST_MS = 10 * 60_000;
const POLL_MS = 250;
const SETTLE_TRIES = 40;

type Stock = { sold: number; reserved: number };

async function stockOf(db: Db, ids: readonly number[]): Promise<Stock> {
  const { rows } = await sql<Stock>`select coalesce(sum(sold), 0)::bigint as sold,
    coalesce(sum(reserved), 0)::bigint as reserved from app.counters where id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return rows[0] ?? { sold: Number.NaN, reserved: Number.NaN };
}

/** Ends holds whose buyers do not come back, because waiting for their deadline would only take minutes. */
async function endSoon(db: Db, orderShortIds: readonly string[]): Promise<void> {
  await sql`update app.orders set expires_at = app.now() where status = 'reserved'
    and short_id = any(${[...orderShortIds]}::text[])`.execute(db);
  await expireOverdue(db);
}

type Times = { held: number | null; sold: number | null };

/** Starts the buyers and watches the sale until all of them have finished. */
async function runSale(db: Db, spec: CrowdSpec): Promise<{ result: CrowdResult; times: Times }> {
  const crowd = fork(join(import.meta.dirname, 'buyers.ts'), { stdio: 'inherit', serialization: 'advanced' });
  const places = spec.shop.pools.reduce((sum, pool) => sum + pool.places, 0);
  const pools = spec.shop.pools.map((pool) => pool.counterId);
  const times: Times = { held: null, sold: null };
  let left: string[] = [];
  let result: CrowdResult | undefined;
  let problem: string | undefined;
  crowd.on('message', (message: FromCrowd) => {
    if ('letGo' in message) left.push(message.letGo);
    else if ('result' in message) result = message.result;
    else problem = message.error;
  });
  crowd.once('exit', () => {
    problem ??= 'the buyers ended';
  });
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  crowd.send(spec);
  try {
    while (!result) {
      if (problem) throw new Error(problem);
      if (seconds() * 1000 > LONGEST_MS) throw new Error('The sale did not end');
      await wait(POLL_MS);
      const stock = await stockOf(db, pools);
      if (stock.sold + stock.reserved >= places) times.held ??= seconds();
      if (stock.sold >= places && times.sold === null) {
        times.sold = seconds();
        crowd.send('sold');
      }
      const gone = left;
      left = [];
      await endSoon(db, gone);
    }
    return { result, times };
  } finally {
    crowd.removeAllListeners('exit');
    crowd.kill();
  }
}

/** Waits, because webhooks of the test bank may still arrive after the last buyer has finished. */
async function findBrokenAtRest(db: Db): Promise<Record<string, unknown[]>> {
  let broken = await findBroken(db);
  for (let tries = 0; tries < SETTLE_TRIES && Object.keys(broken).length > 0; tries += 1) {
    await wait(500);
    broken = await findBroken(db);
  }
  return broken;
}

async function checkSale(db: Db, shop: FlashShop, result: CrowdResult, report: Report): Promise<void> {
  const check = (what: string, isGood: boolean, found: string) => report.check('flash', what, isGood, found);
  for (const [at, pool] of shop.pools.entries()) {
    const { sold, reserved } = await stockOf(db, [pool.counterId]);
    check(
      `pool ${at + 1}: sold`,
      sold === pool.places && reserved === 0,
      `${sold} of ${pool.places}, ${reserved} held`,
    );
  }
  const places = shop.pools.reduce((sum, pool) => sum + pool.places, 0);
  const { rows } = await sql<{ attendees: number; orders: number; paid: number }>`
    select (select count(*) from app.attendees where event_id = ${shop.eventId} and status = 'active') as attendees,
      (select count(*) from app.orders where event_id = ${shop.eventId} and status = 'completed') as orders,
      (select count(*) from app.orders where event_id = ${shop.eventId} and status = 'completed' and payment_status = 'paid')
        as paid`.execute(db);
  const { attendees = 0, orders = 0, paid = 0 } = rows[0] ?? {};
  check(
    'tickets issued',
    attendees === places,
    `${attendees} of ${places}, ${orders} orders, ${paid} of them paid`,
  );
  check(
    'buyers who were told so',
    result.outcomes.bought === orders,
    `${result.outcomes.bought} of ${orders}`,
  );
  const promo = await stockOf(db, [shop.promoCounterId]);
  const uses = promo.sold + promo.reserved;
  check(
    'promo code uses',
    uses <= shop.promoUses && promo.reserved === 0,
    `${uses} of at most ${shop.promoUses}`,
  );
  check('nothing but honest replies', result.wrong.length === 0, `${result.wrong.length} others`);
  for (const line of result.wrong.slice(0, 10)) report.note(`not honest: ${line}`);
  const broken = await findBrokenAtRest(db);
  check('invariants', Object.keys(broken).length === 0, Object.keys(broken).join(', ') || 'kept');
  for (const [name, found] of Object.entries(broken))
    report.note(`broken, ${name}: ${JSON.stringify(found)}`);
}

/**
 * A flash sale over HTTP: thousands of buyers want few places within seconds. All counts must be exact at the end.
 * The duration is printed and has no goal.
 */
export async function flashSale(
  databases: BenchDatabases,
  options: FlashOptions,
  report: Report,
): Promise<void> {
  const { buyers, places, seed, mode } = options;
  const world = await openWorld({ databases }, { worker: true });
  try {
    const { db } = world.database;
    const shop = await buildFlashShop(db, { places, mode });
    const { result, times } = await runSale(db, {
      port: world.port,
      buyers,
      seed,
      shop,
      arriveMs: ARRIVE_MS,
    });
    report.figure('flash', 'every place held or sold after', 's', times.held === null ? [] : [times.held]);
    report.figure('flash', 'sold out after', 's', times.sold === null ? [] : [times.sold]);
    const { wanting, having } = result.callMs;
    for (const [who, calls] of [
      ['want places', wanting],
      ['have places', having],
    ] as const) {
      report.figure('flash', `calls of buyers who ${who}: half within`, 'ms', [median(calls)]);
      report.figure('flash', `calls of buyers who ${who}: 99 % within`, 'ms', [percentile(calls, 99)]);
    }
    await checkSale(db, shop, result, report);
    const list = (counts: Record<string, number>) =>
      Object.entries(counts)
        .map(([name, n]) => `${name} ${n}`)
        .join(', ');
    report.note(`${buyers} buyers within ${ARRIVE_MS / 1000} s for ${places} places, ${mode}, seed ${seed}`);
    report.note(`buyers: ${list(result.outcomes)}`);
    report.note(`replies: ${list(result.byStatus)}; told to come again: ${result.honestBusy}`);
  } finally {
    await world.close();
  }
}
