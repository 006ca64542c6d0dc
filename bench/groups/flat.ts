import { insertOrders, withoutIndexes } from '../bulk.ts';
import { measurePretixStyle } from '../contestants/pretix.ts';
import { rateOf, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { type BuiltShop, buildShop } from '../shops.ts';
import { ratios, short } from '../stats.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';

type Filled = { orders: number; world: World; shop: BuiltShop };

const CHUNK = 100_000;
const CLIENTS = 256;
const WARM_UP_MS = 600;

async function fill(bench: Bench, orders: number): Promise<Filled> {
  const started = performance.now();
  const world = await openWorld(bench);
  const shop = await buildShop(world.database.db);
  await prepare(world.url, async (client) => {
    await withoutIndexes(client, async () => {
      for (let made = 0; made < orders; made += CHUNK)
        await insertOrders(client, { shop, count: Math.min(CHUNK, orders - made), status: 'completed' });
    });
    await client.query('vacuum (analyze) app.orders, app.order_items');
    // Writes everything to disk, so that this does not happen during a measurement.
    await client.query('checkpoint');
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  bench.log(`  an event with ${short(orders)} orders, made in ${seconds} s`);
  return { orders, world, shop };
}

const named = (orders: number) =>
  orders >= 1_000_000 ? '1M' : orders >= 1000 ? `${orders / 1000}k` : String(orders);

/**
 * Goal 5: the throughput does not depend on the number of orders of the event. Each number has its own database.
 * Pretix's method is measured in process and ours over HTTP, which is harder for ours.
 */
export async function flatGroup(bench: Bench, report: Report): Promise<void> {
  const filled: Filled[] = [];
  try {
    for (const orders of bench.quick ? [0, 10_000, 100_000] : [0, 10_000, 100_000, 1_000_000])
      filled.push(await fill(bench, orders));
    const reserve = async ({ world, shop, orders }: Filled, durationMs: number) => {
      const result = await bench.load.run({
        port: world.port,
        clients: CLIENTS,
        durationMs,
        job: { kind: 'reserve', at: 'product', shops: [shop] },
      });
      const stray = strays(result, 201);
      if (stray) report.note(`flat ${named(orders)}: other replies ${stray}`);
      return rateOf(result, 201);
    };
    for (const one of filled) await reserve(one, WARM_UP_MS);
    const measured = await interleave(bench.rounds, [
      ...filled.map((one) => ({
        name: `ours ${named(one.orders)}`,
        run: () => reserve(one, bench.windowMs),
      })),
      ...filled
        .filter(({ orders }) => orders <= 100_000)
        .map(({ world, shop, orders }) => ({
          name: `pretix ${named(orders)}`,
          run: () => measurePretixStyle(world.url, { shop, clients: 64, durationMs: bench.windowMs }),
        })),
    ]);
    const rates = (name: string) => measured[name] ?? [];
    for (const { orders } of filled)
      report.figure(
        '-',
        `POST reserve c=256, event with ${named(orders)} orders`,
        '/s',
        rates(`ours ${named(orders)}`),
      );
    for (const name of ['0', '10k', '100k'])
      report.figure('-', `in process: pretix style c=64, ${name} orders`, '/s', rates(`pretix ${name}`));
    const goal = (what: string, a: string, b: string, atLeast: number) =>
      report.goal('5', what, 'x', ratios(rates(a), rates(b)), { atLeast });
    goal('100k orders / none', 'ours 100k', 'ours 0', 0.85);
    if (bench.quick) report.skip('5', '1M orders / none', 'not with --quick');
    else goal('1M orders / none', 'ours 1M', 'ours 0', 0.85);
    goal('reserve over HTTP / pretix style in process, 10k orders', 'ours 10k', 'pretix 10k', 30);
    goal('reserve over HTTP / pretix style in process, 100k orders', 'ours 100k', 'pretix 100k', 100);
  } finally {
    for (const { world } of filled) await world.close();
  }
}
