import { insertOrders } from '../bulk.ts';
import { codesOf, openDoor } from '../door.ts';
import { withClient } from '../load/client.ts';
import { type Load, type LoadResult, startLoad, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { ratios } from '../stats.ts';
import { type Bench, openWorld, prepare } from '../world.ts';

const LOCKED_MS = 30_000;
const QUICK_MS = 5_000;
const SCANS = 50;
const HOLDS = 20;
const READS = 50;
/** So that all clients can wait for a lock and the next requests are still sent in time. */
const PATIENT_CLIENTS = 64;
const TICKETS = 10;

type Loads = { scans: LoadResult; holds: LoadResult; reads: LoadResult };

/**
 * Row E7: a counter, then the table of all orders, is locked by somebody else, while people hold tickets, read the page
 * of the event and enter. The lock is held from before the first request until after the last.
 */
export async function lockedGroup(bench: Bench, report: Report): Promise<void> {
  const durationMs = bench.quick ? QUICK_MS : LOCKED_MS;
  const rounds = bench.quick ? bench.rounds : 1;
  const world = await openWorld(bench);
  const beside: Load[] = [await startLoad(2), await startLoad(3)];
  try {
    const { db } = world.database;
    const shop = await buildShop(db, { type: 'free' });
    const scansOf = Math.ceil((durationMs / 1000) * SCANS);
    await prepare(world.url, (client) => {
      const count = Math.ceil((scansOf * (3 * rounds + 1)) / TICKETS);
      return insertOrders(client, { shop, count, status: 'completed', attendees: true, quantity: TICKETS });
    });
    const listShortId = await openDoor(db, shop);
    const nextCodes = await codesOf(db, shop.eventId);
    const at = { port: world.port, durationMs };
    const measure = async (): Promise<Loads> => {
      const job = { kind: 'check-in', listShortId, codes: nextCodes(scansOf) } as const;
      const hold = { kind: 'reserve', at: 'product', shops: [shop] } as const;
      const read = { kind: 'read', path: `/api/public/events/${shop.eventId}` } as const;
      const [scans, holds, reads] = await Promise.all([
        bench.load.run({ ...at, clients: 20, perSecond: SCANS, job }),
        beside[0]?.run({ ...at, clients: PATIENT_CLIENTS, perSecond: HOLDS, job: hold }),
        beside[1]?.run({ ...at, clients: PATIENT_CLIENTS, perSecond: READS, job: read }),
      ]);
      if (!holds || !reads) throw new Error('A load generator is missing');
      return { scans, holds, reads };
    };
    const whileLocked = (statement: string) => () =>
      withClient(world.url, async (client) => {
        await client.query('begin');
        await client.query(statement);
        return measure();
      });
    await measure();
    const found = await interleave(rounds, [
      { name: 'free', run: measure },
      {
        name: 'counter',
        run: whileLocked(`select from app.counters where id = ${shop.counterIds[0]} for update`),
      },
      { name: 'orders', run: whileLocked('lock table app.orders in access exclusive mode') },
    ]);
    const p99 = (all: readonly Loads[], of: keyof Loads) => all.map((one) => one[of].p99);
    const free = p99(found.free, 'scans');
    report.figure('-', `check-in at ${SCANS}/s, nothing locked: p99`, 'ms', free);
    for (const [name, what] of [
      ['counter', 'a counter locked'],
      ['orders', 'all orders locked'],
    ] as const) {
      const all = found[name];
      const seconds = durationMs / 1000;
      report.figure('-', `check-in, ${what} for ${seconds} s: p99`, 'ms', p99(all, 'scans'));
      report.goal('E7', `check-in, ${what} / nothing locked, p99`, 'x', ratios(p99(all, 'scans'), free), {
        atMost: 2,
      });
      const longest = all.map(({ holds }) => holds.max);
      report.goal('E7', `longest answer to a reservation, ${what}`, 'ms', longest, { atMost: 2_000 });
      report.figure('-', `reads of the event, ${what}: p99`, 'ms', p99(all, 'reads'));
      const odd = all.flatMap(({ scans, holds, reads }) => [
        strays(scans, 200),
        strays(holds, 201, 503),
        strays(reads, 200),
      ]);
      report.check('E7', `${what}: everybody entered`, !odd[0], odd[0] || 'only 200');
      if (odd.some(Boolean)) report.note(`locked, ${what}: other replies ${odd.filter(Boolean).join('; ')}`);
    }
    report.figure('-', 'reads of the event, nothing locked: p99', 'ms', p99(found.free, 'reads'));
  } finally {
    for (const load of beside) load.stop();
    await world.close();
  }
}
