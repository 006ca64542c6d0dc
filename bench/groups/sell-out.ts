import { checkInvariants, takenOf, ticketsIn } from '../exact.ts';
import { startLoad, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { type BuiltShop, buildShop } from '../shops.ts';
import { type Bench, openWorld, type World } from '../world.ts';

const LONGEST_MS = 60_000;

async function checkSold(
  world: World,
  report: Report,
  shop: BuiltShop,
  what: string,
  places: number,
): Promise<void> {
  const { db } = world.database;
  const [counted, sold] = [await takenOf(db, shop.counterIds[1]), await ticketsIn(db, shop.eventId)];
  const isExact = counted === places && sold === places;
  report.check('7', what, isExact, `${sold} of ${places}${counted === sold ? '' : `, counter ${counted}`}`);
}

/**
 * Goal 7: a sell-out sells exactly the available places, with one process and with two. The chaos runs test killed
 * processes.
 */
export async function sellOutGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  const second = await startLoad(7919);
  try {
    const places = bench.quick ? 500 : 4000;
    const job = (shop: BuiltShop) => ({ kind: 'reserve', at: 'product', shops: [shop] }) as const;
    // The requests ask for twice as many tickets as there are. Four in ten orders ask for a single ticket. So
    // nothing can be left over.
    const spec = (shop: BuiltShop, clients: number) => ({
      clients,
      durationMs: LONGEST_MS,
      requests: Math.ceil((places * clients) / 256),
      job: job(shop),
    });

    const alone = await buildShop(world.database.db, { places });
    const one = await bench.load.run({ port: world.port, ...spec(alone, 256) });
    await checkSold(world, report, alone, 'sell-out by 256 clients', places);

    const shared = await buildShop(world.database.db, { places });
    const otherPort = await world.addServer();
    const both = await Promise.all([
      bench.load.run({ port: world.port, ...spec(shared, 128) }),
      second.run({ port: otherPort, ...spec(shared, 128) }),
    ]);
    await checkSold(world, report, shared, 'sell-out by two processes, 128 clients each', places);
    for (const result of [one, ...both]) {
      const stray = strays(result, 201, 409);
      if (stray) report.note(`sell-out: other replies ${stray}`);
    }
    await checkInvariants(world.database.db, report, 'after both');
  } finally {
    second.stop();
    await world.close();
  }
}
