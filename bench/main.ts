import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startDatabases } from './database.ts';
import { checkInGroup } from './groups/check-in.ts';
import { completionGroup } from './groups/completion.ts';
import { flatGroup } from './groups/flat.ts';
import { readsGroup } from './groups/reads.ts';
import { reserveGroup } from './groups/reserve.ts';
import { sellOutGroup } from './groups/sell-out.ts';
import { skippedGroup } from './groups/skipped.ts';
import { startLoad } from './load.ts';
import { createReport, type Report } from './report.ts';
import type { Bench } from './world.ts';

type Group = (bench: Bench, report: Report) => Promise<void>;

const GROUPS: Record<string, Group> = {
  reserve: reserveGroup,
  'sell-out': sellOutGroup,
  flat: flatGroup,
  completion: completionGroup,
  reads: readsGroup,
  'check-in': checkInGroup,
  skipped: skippedGroup,
};

const USAGE = `npm run bench -- [--quick] [--rounds N] [--only ${Object.keys(GROUPS).join('|')}] [--seed N]
  [--shared-buffers 1GB]`;

const say = (line: string) => process.stderr.write(`${line}\n`);
const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${loadavg()
    .map((l) => l.toFixed(2))
    .join(' ')}, Node ${process.version}`;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
      'shared-buffers': { type: 'string' },
    },
  });
  const only = values.only?.flatMap((names) => names.split(',')) ?? Object.keys(GROUPS);
  const unknown = only.find((name) => !(name in GROUPS));
  if (unknown !== undefined) throw new Error(`There is no group ${unknown}.\n${USAGE}`);
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is a whole number.\n${USAGE}`);
  return { values, positionals, only, rounds };
}

async function run(): Promise<number> {
  const { values, only, rounds } = readOptions();
  const report = createReport();
  const before = machine();
  const started = performance.now();
  const databases = await startDatabases({ sharedBuffers: values['shared-buffers'] });
  const load = await startLoad(Number(values.seed));
  const bench: Bench = {
    databases,
    load,
    rounds,
    quick: values.quick,
    windowMs: values.quick ? 700 : 2000,
    log: say,
  };
  try {
    for (const name of only) {
      const groupStarted = performance.now();
      say(`Measuring ${name}`);
      await GROUPS[name]?.(bench, report);
      say(`  ${((performance.now() - groupStarted) / 1000).toFixed(0)} s`);
    }
  } finally {
    load.stop();
    await databases.stop();
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  process.stdout.write(`
Command: npm run bench -- ${process.argv.slice(2).join(' ')}
Machine: ${before}; at the end ${machine()}
Database: ${databases.facts.join('; ')}
${rounds} rounds of ${bench.windowMs} ms, interleaved; a ratio is taken within each round and its median shown. ${minutes} minutes.

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
