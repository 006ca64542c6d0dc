import { eventPath } from '../../server/catalog/events/service.ts';
import { insertOrders } from '../bulk.ts';
import { codesOf, openDoor } from '../door.ts';
import type { Job } from '../load/requests.ts';
import { type Load, type LoadResult, startLoad, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { type BuiltShop, buildShop } from '../shops.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';
import { completionSpec } from './completion.ts';

const LONG_MS = 20_000;
const QUICK_MS = 5_000;
const TICKETS = 10;
/** What people do at the same time, each so often a second: 500 together. */
const PACE = { pages: 300, holds: 100, completions: 50, scans: 50 };
type Name = keyof typeof PACE;
const NAMES: readonly Name[] = ['pages', 'holds', 'completions', 'scans'];
const STATUS: Record<Name, number> = { pages: 200, holds: 201, completions: 200, scans: 200 };
/** The most that the slowest hundredth may take, in milliseconds. The first two are of goal 15, the third of row F13. */
const LONGEST: readonly [Name, string, number][] = [
  ['pages', 'event page', 100],
  ['holds', 'reservation', 300],
  ['scans', 'check-in', 100],
];
/** So that requests are sent when they are due, even while some wait. */
const CLIENTS = 64;

/** Goal 15: a whole installation in one process at 500 requests a second, sent when they are due (row F13). */
export async function mixedGroup(bench: Bench, report: Report): Promise<void> {
  const durationMs = bench.quick ? QUICK_MS : LONG_MS;
  const world = await openWorld(bench, { worker: true, pages: true });
  const loads: Load[] = [];
  try {
    for (const [nth] of NAMES.entries()) loads.push(await startLoad(2 + nth));
    const shop = await buildShop(world.database.db, { type: 'free' });
    const jobsOf = await preparation({ bench, world, shop }, (bench.rounds + 1) * durationMs);
    const measure = async (ms: number) => {
      const jobs = await jobsOf(ms);
      const results = await Promise.all(
        NAMES.map((name, nth) => {
          const spec = { port: world.port, clients: CLIENTS, durationMs: ms, perSecond: PACE[name] };
          return loads[nth]?.run({ ...spec, job: jobs[name] });
        }),
      );
      return Object.fromEntries(NAMES.map((name, nth) => [name, results[nth]])) as Record<Name, LoadResult>;
    };
    await measure(QUICK_MS);
    const rounds: Record<Name, LoadResult>[] = [];
    for (let round = 0; round < bench.rounds; round += 1) rounds.push(await measure(durationMs));

    const sent = rounds.map((all) =>
      NAMES.reduce((sum, name) => sum + all[name].replies / all[name].seconds, 0),
    );
    report.figure('-', 'pages, holds, completions and scans together', '/s', sent);
    for (const [name, what, atMost] of LONGEST) {
      const p99s = rounds.map((all) => all[name].p99);
      report.goal('15', `${what} at 500 requests/s: p99`, 'ms', p99s, { atMost });
    }
    report.figure(
      '-',
      'completion at 500 requests/s: p99',
      'ms',
      rounds.map((all) => all.completions.p99),
    );
    const odd = rounds.flatMap((all) => NAMES.map((name) => strays(all[name], STATUS[name])).filter(Boolean));
    report.check('15', 'no errors at 500 requests/s', odd.length === 0, odd.join('; ') || 'none');
  } finally {
    for (const load of loads) load.stop();
    await world.close();
  }
}

/** Prepares tickets for all scans. Answers a function that gives the jobs for so many milliseconds. */
async function preparation(
  { bench, world, shop }: { bench: Bench; world: World; shop: BuiltShop },
  wholeMs: number,
): Promise<(ms: number) => Promise<Record<Name, Job>>> {
  const { db } = world.database;
  const scansIn = (ms: number) => Math.ceil((ms / 1000) * PACE.scans);
  await prepare(world.url, (client) =>
    insertOrders(client, {
      shop,
      count: Math.ceil(scansIn(wholeMs + QUICK_MS) / TICKETS) + 1,
      status: 'completed',
      attendees: true,
      quantity: TICKETS,
    }),
  );
  const listShortId = await openDoor(db, shop);
  const nextCodes = await codesOf(db, shop.eventId);
  const path = eventPath(
    await db
      .selectFrom('events')
      .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
      .select(['events.id', 'events.slug', 'organizers.slug as organizerSlug'])
      .where('events.id', '=', shop.eventId)
      .executeTakeFirstOrThrow(),
  );
  return async (ms) => ({
    pages: { kind: 'read', path },
    holds: { kind: 'reserve', at: 'product', shops: [shop] },
    completions: (await completionSpec({ ...bench, windowMs: 2000 }, world, 'product')).job,
    scans: { kind: 'check-in', listShortId, codes: nextCodes(scansIn(ms)) },
  });
}
