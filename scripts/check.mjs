// Runs every check of `npm test` after set-up, ordered by cost. The argument `deep` runs `npm run test:deep`: the
// long forms of the tests, and each journey at the widths that `npm test` leaves out. Stops at the first failed step. The last line is plain
// `N passed, N failed`, for people and for CI.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isDeep = process.argv[2] === 'deep';
const reports = mkdtempSync(join(tmpdir(), 'entrada-reports-'));
const program = (path) => join(root, 'node_modules', path);

const unit = (env) => ({
  args: [
    program('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'unit.json')}`,
  ],
  env,
});
const journeys = (env) => ({
  args: [program('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
  env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'journeys.json') },
});

const steps = isDeep
  ? [
      { name: 'unit and API tests, long forms', ...unit({ DEEP: '1' }) },
      { name: 'journeys, each at its other widths', ...journeys({ JOURNEYS: 'rest' }) },
    ]
  : [
      {
        name: 'format and lint',
        args: [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
      },
      { name: 'import rules', args: ['scripts/import-rules.mjs'] },
      { name: 'types', args: ['scripts/types.mjs'] },
      { name: 'unit and API tests', ...unit({ DEEP: '' }) },
      { name: 'journeys, each at one width', ...journeys({ JOURNEYS: 'once' }) },
    ];

// A crowded machine may disturb a journey once. More than this is a defect of the product or of the journeys.
const MAX_SECOND_TRIES = 2;

let running;

function run({ args, env }) {
  return new Promise((done) => {
    running = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    running.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    running.on('exit', (code, signal) => done(signal ? 1 : code));
  });
}

function readReport(name) {
  const file = join(reports, name);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The titles of the journeys that passed only at the second try. */
function readSecondTries() {
  const collect = (suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'flaky')
        .map(({ projectName }) => `[${projectName}] ${spec.file}: ${spec.title}`),
    ),
    ...(suite.suites ?? []).flatMap(collect),
  ];
  return (readReport('journeys.json')?.suites ?? []).flatMap(collect);
}

/** A step that fails without a failed test (types, a crash) counts as one failure. */
function count(failedStep) {
  const tests = readReport('unit.json');
  const browser = readReport('journeys.json')?.stats;
  const passed = (tests?.numPassedTests ?? 0) + (browser ? browser.expected + browser.flaky : 0);
  const failed = (tests?.numFailedTests ?? 0) + (browser?.unexpected ?? 0);
  return { passed, failed: failedStep ? Math.max(failed, 1) : failed };
}

// Ctrl-C also reaches the running step. Wait until the step has cleaned up.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true;
    if (signal === 'SIGTERM') running?.kill(signal);
  });
}

const begun = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const summary = [];
let failedStep;
for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name}`);
  const code = await run(step);
  const isOk = code === 0 && !isInterrupted;
  const line = `${step.name}: ${isOk ? 'ok in' : `${isInterrupted ? 'interrupted' : 'FAILED'} after`} ${seconds(started)}`;
  summary.push(line);
  console.log(`── ${line}`);
  if (isOk) continue;
  failedStep = step.name;
  break;
}

const secondTries = readSecondTries();
if (secondTries.length > MAX_SECOND_TRIES) failedStep ??= 'second tries';
const { passed, failed } = count(failedStep);
rmSync(reports, { recursive: true, force: true });
const command = isDeep ? 'npm run test:deep' : 'npm test';
console.log(`\n${command}: ${failedStep ? 'failed' : 'all checks passed'} after ${seconds(begun)}`);
for (const line of summary) console.log(`  ${line}`);
for (const title of secondTries) console.log(`  passed only at the second try: ${title}`);
if (failedStep === 'second tries')
  console.log(`  more than ${MAX_SECOND_TRIES} journeys needed a second try`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || failedStep ? 1 : 0);
