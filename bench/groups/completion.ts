import { expireOverdue } from '../../server/sales/reservations/queries.ts';
import { insertOrders } from '../bulk.ts';
import { checkInvariants, takenOf } from '../exact.ts';
import { type LoadSpec, rateOf, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave, warmUp } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { ratios } from '../stats.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';

const CLIENTS = 256;
const EXPIRED = 10_000;

/** The number of held orders for a measurement: enough for the highest possible rate. */
const supply = (bench: Bench, at: 'product' | 'single') =>
  Math.ceil((bench.windowMs / 1000) * (at === 'product' ? 8000 : 2000)) + CLIENTS * 4;

/** Completes free orders of a new event, which are held before. */
export async function completionSpec(
  bench: Bench,
  world: World,
  at: 'product' | 'single',
): Promise<LoadSpec> {
  const shop = await buildShop(world.database.db, { type: 'free' });
  const orderShortIds = await prepare(world.url, (client) =>
    insertOrders(client, { shop, count: supply(bench, at), status: 'reserved' }),
  );
  const job = { kind: 'complete', at, orderShortIds } as const;
  return { port: world.port, clients: CLIENTS, durationMs: bench.windowMs, job };
}

async function complete(
  bench: Bench,
  world: World,
  report: Report,
  at: 'product' | 'single',
): Promise<number> {
  const result = await bench.load.run(await completionSpec(bench, world, at));
  const stray = strays(result, 200);
  if (stray) report.note(`completion ${at}: other replies ${stray}`);
  return rateOf(result, 200);
}

/** Holds of one event in the same round, to compare with. */
async function reserve(bench: Bench, world: World): Promise<number> {
  const shops = [await buildShop(world.database.db)];
  const { port } = world;
  const job = { kind: 'reserve', at: 'product', shops } as const;
  return rateOf(await bench.load.run({ port, clients: CLIENTS, durationMs: bench.windowMs, job }), 201);
}

/** Expires 10,000 overdue holds. Answers the seconds and the longest statement in milliseconds. */
async function expire(world: World): Promise<{ seconds: number; longestMs: number; left: number }> {
  const { db } = world.database;
  const shop = await buildShop(db);
  await prepare(world.url, (client) => insertOrders(client, { shop, count: EXPIRED, status: 'overdue' }));
  let longestMs = 0;
  const started = performance.now();
  for (;;) {
    const statement = performance.now();
    const ended = await expireOverdue(db);
    longestMs = Math.max(longestMs, performance.now() - statement);
    if (ended === 0) break;
  }
  const seconds = (performance.now() - started) / 1000;
  return { seconds, longestMs, left: await takenOf(db, shop.counterIds[0]) };
}

/** Goals 8 and 9: complete orders, and expire overdue holds. */
export async function completionGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  try {
    await warmUp(() => complete(bench, world, report, 'product'));
    await warmUp(() => reserve(bench, world));
    await complete({ ...bench, windowMs: 600 }, world, report, 'single');
    await expire(world);
    const expiries: Awaited<ReturnType<typeof expire>>[] = [];
    const rates = await interleave(bench.rounds, [
      { name: 'ours', run: () => complete(bench, world, report, 'product') },
      { name: 'single', run: () => complete(bench, world, report, 'single') },
      { name: 'reserve', run: () => reserve(bench, world) },
      {
        name: 'expiry',
        run: async () => {
          const found = await expire(world);
          expiries.push(found);
          return EXPIRED / found.seconds;
        },
      },
    ]);
    report.figure('-', 'PUT details of a free order c=256', '/s', rates.ours);
    report.figure('-', 'PUT one statement for each order c=256', '/s', rates.single);
    report.goal('8', 'completion / one at a time, 256 clients', 'x', ratios(rates.ours, rates.single), {
      atLeast: 5,
    });
    const ofHolds = ratios(rates.ours, rates.reserve);
    report.goal('8', 'completion / reservations, 256 clients', 'x', ofHolds, { atLeast: 0.333 });
    report.figure('-', 'holds expired', '/s', rates.expiry);
    const seconds = expiries.map((one) => one.seconds);
    report.goal('9', 'expire 10k holds', 's', seconds, { atMost: 1 });
    report.goal('9', 'expiry / single completion', 'x', ratios(rates.expiry, rates.single), { atLeast: 20 });
    const longest = expiries.map((one) => one.longestMs);
    report.goal('9', 'longest single expiry statement', 'ms', longest, { atMost: 150 });
    const left = expiries.reduce((sum, one) => sum + one.left, 0);
    report.check('9', 'expired holds gave everything back', left === 0, `${left} left`);
    await checkInvariants(world.database.db, report, 'after completion and expiry');
  } finally {
    await world.close();
  }
}
