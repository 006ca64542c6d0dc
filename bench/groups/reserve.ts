import { hotRow, insertOnly, measureQuery } from '../load/in-process.ts';
import type { Job, Shop } from '../load/requests.ts';
import { type LoadResult, type LoadSpec, rateOf, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave, warmUp } from '../rounds.ts';
import { buildShop, buildShops } from '../shops.ts';
import { ratios } from '../stats.ts';
import { type Bench, openWorld, type World } from '../world.ts';

type At = Extract<Job, { kind: 'reserve' }>['at'];
type Shops = { hot: Shop; fifty: readonly Shop[]; soldOut: Shop };

const WARM_UP_MS = 600;

function contestants(world: World, { hot, fifty, soldOut }: Shops) {
  const post = <N extends string>(
    name: N,
    at: At,
    clients: number,
    shops: readonly Shop[],
    { isBack = false } = {},
  ) => ({
    name,
    wanted: shops.includes(soldOut) ? 409 : 201,
    spec: (durationMs: number): LoadSpec => ({
      port: world.port,
      clients,
      durationMs,
      job: { kind: 'reserve', at, shops, isBack },
    }),
  });
  return [
    post('constant', 'constant', 64, [hot]),
    post('naive', 'naive', 64, [hot]),
    post('naive-50', 'naive', 64, fifty),
    post('one-trip', 'one-trip', 64, [hot]),
    post('one-trip-50', 'one-trip', 64, fifty),
    post('ours-64', 'product', 64, [hot]),
    post('ours-256', 'product', 256, [hot]),
    post('ours-1000', 'product', 1000, [hot]),
    post('ours-50', 'product', 256, fifty),
    post('sold-out', 'product', 256, [soldOut]),
    post('sold-out-again', 'product', 256, [soldOut], { isBack: true }),
  ] as const;
}

/** Goals 1 to 4 and 6: reservations over HTTP against the contestants, hot and spread. */
export async function reserveGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  try {
    const { db } = world.database;
    const [hot, fifty, soldOut] = [
      await buildShop(db),
      await buildShops(db, { events: 50 }),
      await buildShop(db, { places: 0 }),
    ];
    const posts = contestants(world, { hot, fifty, soldOut });
    for (const { spec } of posts) await bench.load.run(spec(WARM_UP_MS));
    const ours = posts.filter(({ name }) => name === 'ours-256' || name.startsWith('sold-out'));
    for (const { spec } of ours) await warmUp(() => bench.load.run(spec(bench.windowMs)));

    const replies: Record<string, LoadResult[]> = {};
    const measured = await interleave(bench.rounds, [
      ...posts.map(({ name, wanted, spec }) => ({
        name,
        run: async () => {
          const result = await bench.load.run(spec(bench.windowMs));
          const stray = strays(result, wanted);
          if (stray) report.note(`reserve ${name}: other replies ${stray}`);
          replies[name] = [...(replies[name] ?? []), result];
          return rateOf(result, wanted);
        },
      })),
      ...(
        [
          ['hot-row-1', hotRow, 1],
          ['hot-row-64', hotRow, 64],
          ['insert-64', insertOnly, 64],
        ] as const
      ).map(([name, query, clients]) => ({
        name,
        run: () => measureQuery(world.url, { clients, durationMs: bench.windowMs, query }),
      })),
    ]);
    reportGoals(report, measured, replies);
  } finally {
    await world.close();
  }
}

type Name = ReturnType<typeof contestants>[number]['name'] | 'hot-row-1' | 'hot-row-64' | 'insert-64';

function reportGoals(
  report: Report,
  rates: Record<Name, number[]>,
  replies: Record<string, LoadResult[]>,
): void {
  const figures: [Name, string][] = [
    ['hot-row-1', 'in process: UPDATE of one row, 1 client'],
    ['hot-row-64', 'in process: UPDATE of one row, 64 clients'],
    ['insert-64', 'in process: INSERT of one row, 64 clients'],
    ['constant', 'POST that answers a constant, 64 clients'],
    ['naive', 'POST naive transaction, hot, 64 clients'],
    ['naive-50', 'POST naive transaction, 50 events, 64 clients'],
    ['one-trip', 'POST one round trip, hot, 64 clients'],
    ['one-trip-50', 'POST one round trip, 50 events, 64 clients'],
    ['ours-64', 'POST reserve, hot, 64 clients'],
    ['ours-256', 'POST reserve, hot, 256 clients'],
    ['ours-1000', 'POST reserve, hot, 1000 clients'],
    ['ours-50', 'POST reserve, 50 events, 256 clients'],
    ['sold-out', 'POST reserve, sold out, 256 clients'],
    ['sold-out-again', 'POST reserve, sold out, 256 clients that were here before'],
  ];
  for (const [name, what] of figures) report.figure('-', what, '/s', rates[name]);
  const least = (section: string, what: string, a: Name, b: Name, atLeast: number) =>
    report.goal(section, what, 'x', ratios(rates[a], rates[b]), { atLeast });
  least('1', 'reserve c=256 / hot row c=64 (stretch 5x)', 'ours-256', 'hot-row-64', 3);
  least('1', 'reserve c=256 / hot row c=1', 'ours-256', 'hot-row-1', 1.6);
  least('2', 'reserve c=256 / naive c=64', 'ours-256', 'naive', 20);
  least('2', 'reserve c=256 / one round trip c=64', 'ours-256', 'one-trip', 8);
  least('2', 'reserve c=64 / naive c=64', 'ours-64', 'naive', 10);
  least('2', 'reserve c=64 / one round trip c=64', 'ours-64', 'one-trip', 4);
  // No goal: it goes through the same pipeline, so what makes the pipeline faster lowers the ratio.
  report.figure('-', 'reserve c=256 / constant POST', 'x', ratios(rates['ours-256'], rates.constant));
  least('3', 'reserve c=256 / insert only c=64', 'ours-256', 'insert-64', 0.45);
  least('3', 'sold-out answers c=256 / constant POST', 'sold-out', 'constant', 0.5);
  least('3', 'the same to browsers that were here before', 'sold-out-again', 'constant', 0.5);
  least('4', '50 events c=256 / naive, 50 events c=64', 'ours-50', 'naive-50', 6);
  least('4', '50 events c=256 / one round trip, 50 events c=64', 'ours-50', 'one-trip-50', 2.5);
  least('4', '50 events c=256 / hot c=256', 'ours-50', 'ours-256', 0.5);

  const of = (name: Name, pick: (result: LoadResult) => number) => (replies[name] ?? []).map(pick);
  const p50 = (name: Name) => of(name, (result) => result.p50);
  const p99 = (name: Name) => of(name, (result) => result.p99);
  report.figure('-', 'p50 of reserve c=256', 'ms', p50('ours-256'));
  report.figure('-', 'p99 of reserve c=256', 'ms', p99('ours-256'));
  report.goal('6', 'p99 / p50 at 256 clients', 'x', ratios(p99('ours-256'), p50('ours-256')), { atMost: 6 });
  report.goal('6', 'p99 at 256 clients / p99 of naive at 64', 'x', ratios(p99('ours-256'), p99('naive')), {
    atMost: 0.333,
  });
  report.goal('6', 'p99 / p50 with 1000 in flight', 'x', ratios(p99('ours-1000'), p50('ours-1000')), {
    atMost: 6,
  });
  const stray = (replies['ours-1000'] ?? []).map((result) => strays(result, 201)).filter(Boolean);
  report.check('6', 'no errors with 1000 in flight', stray.length === 0, stray.join('; ') || 'none');
}
