import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type BenchDatabases, startDatabases } from './database.ts';
import { flashSale } from './flash/sale.ts';
import type { Mode } from './flash/shop.ts';
import { attackGroup } from './groups/attack.ts';
import { bulkGroup } from './groups/bulk.ts';
import { checkInGroup } from './groups/check-in.ts';
import { completionGroup } from './groups/completion.ts';
import { cpuGroup } from './groups/cpu.ts';
import { dashboardGroup } from './groups/dashboard.ts';
import { exportsGroup } from './groups/exports.ts';
import { flatGroup } from './groups/flat.ts';
import { importGroup } from './groups/import.ts';
import { listsGroup } from './groups/lists.ts';
import { lockedGroup } from './groups/locked.ts';
import { loginGroup } from './groups/login.ts';
import { memoryGroup } from './groups/memory.ts';
import { messagesGroup } from './groups/messages.ts';
import { mixedGroup } from './groups/mixed.ts';
import { offlineGroup } from './groups/offline.ts';
import { pageGroup } from './groups/page.ts';
import { pagesGroup } from './groups/pages.ts';
import { readsGroup } from './groups/reads.ts';
import { reportsGroup } from './groups/reports.ts';
import { reserveGroup } from './groups/reserve.ts';
import { sellOutGroup } from './groups/sell-out.ts';
import { skippedGroup } from './groups/skipped.ts';
import { streamsGroup } from './groups/streams.ts';
import { workspaceGroup } from './groups/workspace.ts';
import { openHall } from './hall.ts';
import { startLoad } from './load/run.ts';
import { createReport, type Report } from './report.ts';
import type { Bench, Hall } from './world.ts';

type Group = (bench: Bench, report: Report) => Promise<void>;

const GROUPS: Record<string, Group> = {
  reserve: reserveGroup,
  'sell-out': sellOutGroup,
  flat: flatGroup,
  completion: completionGroup,
  cpu: cpuGroup,
  reads: readsGroup,
  lists: listsGroup,
  dashboard: dashboardGroup,
  streams: streamsGroup,
  reports: reportsGroup,
  page: pageGroup,
  exports: exportsGroup,
  import: importGroup,
  bulk: bulkGroup,
  messages: messagesGroup,
  'check-in': checkInGroup,
  offline: offlineGroup,
  mixed: mixedGroup,
  attack: attackGroup,
  memory: memoryGroup,
  locked: lockedGroup,
  pages: pagesGroup,
  workspace: workspaceGroup,
  login: loginGroup,
  skipped: skippedGroup,
};

const USAGE = `npm run bench -- [--quick] [--rounds N] [--only ${Object.keys(GROUPS).join(',')}]
npm run bench -- flash-sale [--buyers 10000] [--places 1000] [--mode mixed|free]
both: [--seed N] [--shared-buffers 1GB]
--only memory [--minutes 60]: also minute by minute under mixed load`;

const say = (line: string) => process.stderr.write(`${line}\n`);

function machine(): string {
  const load = loadavg().map((one) => one.toFixed(2));
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.join(' ')}, Node ${process.version}`;
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number.\n${USAGE}`);
  return value;
}

function modeOf(text: string): Mode {
  if (text === 'free' || text === 'mixed') return text;
  throw new Error(`--mode is free or mixed.\n${USAGE}`);
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string' },
      'shared-buffers': { type: 'string' },
      buyers: { type: 'string', default: '10000' },
      places: { type: 'string', default: '1000' },
      mode: { type: 'string', default: 'mixed' },
    },
  });
  const only = values.only?.flatMap((names) => names.split(',')) ?? Object.keys(GROUPS);
  const unknown = only.find((name) => !(name in GROUPS));
  if (unknown !== undefined) throw new Error(`There is no group ${unknown}.\n${USAGE}`);
  const [command = 'goals', ...rest] = positionals;
  if (!['goals', 'flash-sale'].includes(command) || rest.length > 0) throw new Error(USAGE);
  return {
    command,
    only,
    mode: modeOf(values.mode),
    quick: values.quick,
    rounds: whole('rounds', values.rounds ?? (values.quick ? '3' : '5')),
    seed: whole('seed', values.seed),
    minutes: values.minutes === undefined ? 0 : whole('minutes', values.minutes),
    buyers: whole('buyers', values.buyers),
    places: whole('places', values.places),
    sharedBuffers: values['shared-buffers'],
  };
}

type Options = ReturnType<typeof readOptions>;

async function measureGoals(databases: BenchDatabases, options: Options, report: Report): Promise<void> {
  const { quick, rounds, only, minutes } = options;
  const load = await startLoad(options.seed);
  const windowMs = quick ? 700 : 2000;
  let opened: Promise<Hall> | undefined;
  const hall = () => {
    opened ??= openHall({ databases });
    return opened;
  };
  const bench: Bench = { databases, load, rounds, quick, windowMs, minutes, hall, log: say };
  report.note(`${rounds} rounds of ${windowMs} ms, interleaved; a ratio is taken within each round.`);
  try {
    for (const name of only) {
      const started = performance.now();
      say(`Measuring ${name}`);
      await GROUPS[name]?.(bench, report);
      say(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
  } finally {
    load.stop();
    await (await opened)?.world.close();
  }
}

async function run(): Promise<number> {
  const options = readOptions();
  const report = createReport();
  const before = machine();
  const started = performance.now();
  const databases = await startDatabases({ sharedBuffers: options.sharedBuffers });
  const stop = () => databases.stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  try {
    if (options.command === 'flash-sale') await flashSale(databases, options, report);
    else await measureGoals(databases, options, report);
  } finally {
    await stop();
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  process.stdout.write(`
Command: npm run bench -- ${process.argv.slice(2).join(' ')}
Machine: ${before}; at the end ${machine()}
Database: ${databases.facts.join('; ')}
Took ${minutes} minutes.

${report.print()}
`);
  return report.isExact() ? 0 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
