import { type Cpu, withCpu } from '../cpu.ts';
import { type LoadSpec, rateOf, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave, warmUp } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { type Bench, openWorld, type World } from '../world.ts';
import { completionSpec } from './completion.ts';

const CLIENTS = 256;

type Cost = { rate: number; node: number; postgres: number; load: number; others: number };

/** Goal 13: what a hold and a completed free order cost the application and PostgreSQL together. */
export async function cpuGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  try {
    const { windowMs } = bench;
    const hot = await buildShop(world.database.db);
    const reserve = async (): Promise<LoadSpec> => ({
      port: world.port,
      clients: CLIENTS,
      durationMs: windowMs,
      job: { kind: 'reserve', at: 'product', shops: [hot] },
    });
    const complete = () => completionSpec(bench, world, 'product');
    await warmUp(async () => bench.load.run(await reserve()));
    await warmUp(async () => bench.load.run(await complete()));
    const costs = await interleave(bench.rounds, [
      { name: 'hold', run: async () => costOf({ bench, world, report }, await reserve(), 201) },
      { name: 'completion', run: async () => costOf({ bench, world, report }, await complete(), 200) },
    ]);
    show(report, 'hold', costs.hold, 220);
    show(report, 'completed free order', costs.completion, 600);
  } finally {
    await world.close();
  }
}

/** In microseconds for each reply with this status. Null where it cannot be measured. */
async function costOf(
  { bench, world, report }: { bench: Bench; world: World; report: Report },
  spec: LoadSpec,
  wanted: number,
): Promise<Cost | null> {
  const { result, cpu } = await withCpu(world, [bench.load.pid, process.pid], () => bench.load.run(spec));
  const stray = strays(result, wanted);
  if (stray) report.note(`cpu: other replies ${stray}`);
  // Each client's last request ends after the window. It is not among the replies, but it cost as much.
  const replies = (result.byStatus[wanted] ?? 0) + CLIENTS;
  return cpu && { ...perReply(cpu, replies), rate: rateOf(result, wanted) };
}

const perReply = ({ node, postgres, load, others }: Cpu, replies: number) => ({
  node: node / replies,
  postgres: postgres / replies,
  load: load / replies,
  others,
});

function show(report: Report, what: string, rounds: readonly (Cost | null)[], atMost: number): void {
  const known = rounds.filter((one) => one !== null);
  if (known.length === 0) {
    report.skip('13', `CPU of a ${what}`, 'there is no /proc');
    return;
  }
  const of = (pick: (one: Cost) => number) => known.map(pick);
  report.figure(
    '-',
    `${what}s, 256 clients`,
    '/s',
    of((one) => one.rate),
  );
  report.figure(
    '-',
    `CPU of Node for a ${what}`,
    'us',
    of((one) => one.node),
  );
  report.figure(
    '-',
    `CPU of PostgreSQL for a ${what}`,
    'us',
    of((one) => one.postgres),
  );
  // It shares the cores, so it is a part of every rate, but not of the goal.
  report.figure(
    '-',
    `CPU of the load generator for a ${what}`,
    'us',
    of((one) => one.load),
  );
  report.figure(
    '-',
    'other load of the machine meanwhile',
    '%',
    of((one) => one.others * 100),
  );
  report.goal(
    '13',
    `CPU of both for a ${what}`,
    'us',
    of((one) => one.node + one.postgres),
    { atMost },
  );
}
