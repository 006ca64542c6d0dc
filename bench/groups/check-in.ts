import { sql } from 'kysely';
import { withCpu } from '../cpu.ts';
import { codesOf, openDoor } from '../door.ts';
import { type LoadSpec, rateOf, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { ratios } from '../stats.ts';
import type { Bench } from '../world.ts';

const SCANNERS = 20;
const PACE = 100;

/**
 * Goal 12: 20 scanners at one door, at full speed and at a hundred scans a second. Every tenth ticket comes twice.
 */
export async function checkInGroup(bench: Bench, report: Report): Promise<void> {
  const { world, shop } = await bench.hall();
  const { db } = world.database;
  const listShortId = await openDoor(db, shop);
  const nextCodes = await codesOf(db, shop.eventId);
  const scan = (durationMs: number, codes: number, perSecond?: number): LoadSpec => ({
    port: world.port,
    clients: SCANNERS,
    durationMs,
    job: { kind: 'check-in', listShortId, codes: nextCodes(codes) },
    ...(perSecond && { perSecond }),
  });
  const perRound = Math.floor(80_000 / (bench.rounds + 1));
  const supply = Math.min(perRound, Math.ceil((bench.windowMs / 1000) * 6000));
  const pacedMs = Math.max(bench.windowMs, 3000);
  const p99s: number[] = [];
  const costs: { node: number; postgres: number }[] = [];
  await bench.load.run(scan(600, 2000));
  const rates = await interleave(bench.rounds, [
    {
      name: 'scans',
      run: async () => {
        const spec = scan(bench.windowMs, supply);
        const { result, cpu } = await withCpu(world, [bench.load.pid, process.pid], () =>
          bench.load.run(spec),
        );
        const replies = (result.byStatus[200] ?? 0) + SCANNERS;
        if (cpu) costs.push({ node: cpu.node / replies, postgres: cpu.postgres / replies });
        const stray = strays(result, 200);
        if (stray) report.note(`check-in: other replies ${stray}`);
        return rateOf(result, 200);
      },
    },
    {
      name: 'constant',
      run: async () => {
        const job = { kind: 'reserve', at: 'constant', shops: [shop] } as const;
        const spec = { port: world.port, clients: SCANNERS, durationMs: bench.windowMs, job };
        return rateOf(await bench.load.run(spec), 201);
      },
    },
    {
      name: 'paced',
      run: async () => {
        const result = await bench.load.run(scan(pacedMs, (pacedMs / 1000) * PACE * 2, PACE));
        p99s.push(result.p99);
        return rateOf(result, 200);
      },
    },
  ]);
  report.figure('-', 'POST check-in, 20 scanners, list of 100k', '/s', rates.scans);
  report.figure('-', 'POST that answers a constant, 20 clients', '/s', rates.constant);
  const cost = (of: 'node' | 'postgres') => costs.map((one) => one[of]);
  report.figure('-', 'CPU of Node for a scan', 'us', cost('node'));
  report.figure('-', 'CPU of PostgreSQL for a scan', 'us', cost('postgres'));
  report.goal('12', 'check-in / constant POST', 'x', ratios(rates.scans, rates.constant), { atLeast: 0.1 });
  report.figure('-', 'POST check-in, paced', '/s', rates.paced);
  report.goal('12', 'paced at 100/s: p99', 'ms', p99s, { atMost: 50 });
  const { rows } = await sql<{ admitted: number; people: number; inside: number }>`
      select count(*) as admitted, count(distinct s.attendee_id) as people,
        (select count(*) from app.check_ins c where c.check_in_list_id = l.id and c.checked_out_at is null) as inside
      from app.check_in_lists l join app.scans s on s.check_in_list_id = l.id and s.outcome = 'admitted'
      where l.short_id = ${listShortId} group by l.id`.execute(db);
  const { admitted = 0, people = 0, inside = 0 } = rows[0] ?? {};
  const isExact = admitted > 0 && admitted === people && inside === people;
  report.check('12', 'nobody is admitted twice', isExact, `${admitted} admissions of ${people} people`);
}
