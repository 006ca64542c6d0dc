import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { type Db, openDatabase } from '../../db/client.ts';
import { buildTestApp } from '../../test/app.ts';
import { IS_DEEP } from '../../test/deep.ts';
import { findBroken } from '../../test/invariants.ts';
import type { Fault } from '../../test/stock/catalogue.ts';
import { follow } from '../../test/stock/commands.ts';
import { createModel } from '../../test/stock/model.ts';
import type { Operation, Spec } from '../../test/stock/operations.ts';
import { createBank, createRealShop } from '../../test/stock/real.ts';
import { tryRuns } from '../../test/stock/runs.ts';
import { countDeadlocks, findLeaks, findOversold, naiveShop, rush } from '../../test/stock/rush.ts';
import { createSimulation } from '../../test/stock/simulation.ts';

/**
 * Any shop, any operations, against a model that is too simple to be wrong (server/test/stock). How long:
 *   STOCK_SIM_RUNS  runs of the simulation without a database (200; deep: 2,000; for hours: 100,000)
 *   STOCK_PG_RUNS   runs with 32 clients at once on PostgreSQL (3; deep: 60; for hours: 1,000), and half as many one by one
 *   STOCK_SEED      repeats a run that failed
 */
const SIM_RUNS = Number(process.env.STOCK_SIM_RUNS ?? (IS_DEEP ? 2000 : 200));
const PG_RUNS = Number(process.env.STOCK_PG_RUNS ?? (IS_DEEP ? 60 : 3));
const seed = process.env.STOCK_SEED === undefined ? undefined : Number(process.env.STOCK_SEED);
vi.setConfig({ testTimeout: 120_000 + 10_000 * PG_RUNS + 100 * SIM_RUNS });

const bank = createBank();
const app = await buildTestApp({ provider: bank.provider, poolSize: 8 });
const { db } = app;
/** Four instances of the application on one database: 32 connections besides those of the four lanes. */
const apps = [app];
for (let nth = 2; nth <= 4; nth += 1) {
  const { url } = app.database;
  const own = openDatabase({
    url,
    poolSize: 8,
    applicationName: `entrada ${nth}`,
    onConnectionError: () => undefined,
  });
  afterAll(own.close);
  apps.push(await buildTestApp({ provider: bank.provider, database: { ...own, url } }));
}
const { accountId } = await buildAccount(db);
const clock = { now: Date.now() };
const open = (spec: Spec) => createRealShop(apps, bank, spec, { accountId, clock });

describe('without a database', () => {
  const attempt = (fault?: Fault) => (spec: Spec, operations: readonly Operation[]) =>
    follow({ model: createModel(spec), real: createSimulation(spec, fault) }, operations);

  test(`the core of admission and stock agrees with the model in ${SIM_RUNS} runs`, async () => {
    const runs = { runs: SIM_RUNS, browsers: 4, least: 50, most: 70, seed };
    expect(await tryRuns(runs, attempt())).toBeNull();
  });

  test.each(['forgets_pools', 'forgets_release', 'checks_nothing'] as const)(
    'a core that %s is caught',
    async (fault) => {
      const failure = await tryRuns({ runs: 200, browsers: 4, least: 50, most: 70 }, attempt(fault));
      expect(failure).toContain('STOCK_SEED=');
    },
  );
});

describe('on PostgreSQL', () => {
  test('one by one, every answer and every counter is what the model says', async () => {
    const runs = { runs: Math.ceil(PG_RUNS / 2), browsers: 4, least: 50, most: 60, seed };
    const failure = await tryRuns(runs, async (spec, operations) => {
      const real = await open(spec);
      await follow({ model: createModel(spec), real }, operations);
    });
    expect(failure).toBeNull();
    expect(await findBroken(db)).toEqual({});
  });

  test('32 clients at once on four instances: nothing oversold, no hold leaked, no deadlock', async () => {
    const before = await countDeadlocks(app.database.url);
    const runs = { runs: PG_RUNS, browsers: 40, least: 64, most: 96, seed, shortens: false };
    const failure = await tryRuns(runs, async (spec, operations) => {
      const shop = await open(spec);
      await rush(shop, operations);
      expect(await findOversold(db, shop, spec, operations)).toEqual([]);
      expect(await findBroken(db)).toEqual({});
      expect(await findLeaks(shop)).toEqual([]);
      expect(await findBroken(db)).toEqual({});
    });
    expect(failure).toBeNull();
    expect((await countDeadlocks(app.database.url)) - before).toBe(0);
  });

  test('the naive version, which checks and then inserts, is caught by the same runner', async () => {
    const runs = { runs: 20, browsers: 40, least: 64, most: 96, shortens: false };
    const failure = await tryRuns(runs, async (spec, operations) => {
      const shop = await open(spec);
      await rush(naiveShop(db, shop), operations);
      const oversold = await findOversold(db, shop, spec, operations);
      await sql`delete from app.orders where event_id = ${shop.eventId}`.execute(db);
      expect(oversold).toEqual([]);
    });
    expect(failure).toContain('STOCK_SEED=');
  });

  test('a deadlock would have been counted', async () => {
    const before = await countDeadlocks(app.database.url);
    const { counters } = await open({
      tickets: [{ type: 'free', min: 1, max: 5, admits: true }],
      prices: [{ ticket: 0, amount: 0, quantity: 5 }],
      pools: [{ quantity: 5, active: true, tickets: [0] }],
      promos: [],
    });
    const ids = [...counters.values()];
    const lockAll = (on: Db, order: readonly number[], met: () => Promise<void>) =>
      on.transaction().execute(async (tx) => {
        for (const [nth, id] of order.entries()) {
          await sql`select from app.counters where id = ${id} for update`.execute(tx);
          if (nth === 0) await met();
        }
      });
    let waiting: (() => void) | null = null;
    const met = () =>
      new Promise<void>((go) => {
        if (waiting === null) waiting = go;
        else {
          waiting();
          go();
        }
      });
    const ended = await Promise.allSettled([lockAll(db, ids, met), lockAll(db, [...ids].reverse(), met)]);
    expect(ended.filter((one) => one.status === 'rejected')).toHaveLength(1);
    expect((await countDeadlocks(app.database.url)) - before).toBe(1);
  });
});
