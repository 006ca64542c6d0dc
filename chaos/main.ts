import { parseArgs } from 'node:util';
import { FAILPOINTS } from '../server/platform/failpoints.ts';
import { ALL_FREEZES } from './freezes.ts';
import { runChaos, toLines } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    kills: { type: 'string', default: '200' },
    restarts: { type: 'string', default: '20' },
    faults: { type: 'string', default: '60' },
    buyers: { type: 'string', default: '16' },
    failpoint: { type: 'string', multiple: true },
    freezes: { type: 'string', default: '60' },
    'no-failpoints': { type: 'boolean', default: false },
  },
});

const number = (name: 'kills' | 'restarts' | 'faults' | 'freezes' | 'buyers') => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
  return value;
};

// `process.exit` also ends the started processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const wanted = values.failpoint;
const began = performance.now();
say(`Chaos with seed ${values.seed}`);
const report = await runChaos({
  seed: values.seed,
  failpoints: values['no-failpoints']
    ? []
    : FAILPOINTS.filter((name) => wanted === undefined || wanted.includes(name)),
  kills: number('kills'),
  restarts: number('restarts'),
  faultSeconds: number('faults'),
  freezes: ALL_FREEZES.filter(({ seconds }) => seconds <= number('freezes')),
  buyers: number('buyers'),
  recoveryMs: 5_000,
  log: (line) => say(`${Math.round((performance.now() - began) / 1000)} s  ${line}`),
});
say('');
for (const line of toLines(report)) say(line);
say(`took                   ${Math.round((performance.now() - began) / 1000)} s`);
if (report.found.length > 0) {
  say(`\nFOUND with seed ${report.seed}:`);
  for (const line of report.found) say(`  ${line}`);
  if (report.logFile) say(`The application's log: ${report.logFile}`);
}
process.exit(report.found.length > 0 ? 1 : 0);
