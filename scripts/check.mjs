// Builds the pages and runs every check of `npm test`, ordered by cost. The argument `deep` runs `npm run test:deep`: the
// long forms of the tests, and each journey at the widths that `npm test` leaves out. What the build leaves free of the
// processor, lint and types use beside it. Stops after the first failed step, and those beside it. The last line is plain
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

const build = { name: 'build', args: ['scripts/setup.mjs', 'pages'] };

/** One after another. The steps of a list run beside each other. */
const steps = isDeep
  ? [
      build,
      { name: 'unit and API tests, long forms', ...unit({ DEEP: '1' }) },
      { name: 'journeys, each at its other widths', ...journeys({ JOURNEYS: 'rest' }) },
    ]
  : [
      [
        build,
        {
          name: 'format and lint',
          args: [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
        },
        { name: 'import rules', args: ['scripts/import-rules.mjs'] },
        { name: 'types', args: ['scripts/types.mjs'] },
      ],
      { name: 'unit and API tests', ...unit({ DEEP: '' }) },
      { name: 'journeys, each at one width', ...journeys({ JOURNEYS: 'once' }) },
    ];

// A crowded machine may disturb a journey once. More than this is a defect of the product or of the journeys.
const MAX_SECOND_TRIES = 2;

const running = new Set();

/** Answers the exit code. `shows`: prints at once what the step says, and not when it ends. */
function run({ args, env }, shows) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: shows ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
    running.add(child);
    const end = (code) => {
      running.delete(child);
      done({ code, output: Buffer.concat(said).toString('utf8') });
    };
    child.on('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.on('close', (code, signal) => end(signal ? 1 : code));
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
    if (signal === 'SIGTERM') for (const child of running) child.kill(signal);
  });
}

const begun = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const summary = [];
let failedStep;

/** Runs a step, prints how it ended, and remembers the first that failed. */
async function check(step, isAlone) {
  const started = performance.now();
  if (isAlone) console.log(`\n── ${step.name}`);
  const { code, output } = await run(step, isAlone);
  const isOk = code === 0 && !isInterrupted;
  const line = `${step.name}: ${isOk ? 'ok in' : `${isInterrupted ? 'interrupted' : 'FAILED'} after`} ${seconds(started)}`;
  summary.push(line);
  console.log(`${isAlone ? '' : `\n── ${step.name}\n${output}`}── ${line}`);
  if (!isOk) failedStep ??= step.name;
}

for (const step of steps) {
  const beside = [step].flat();
  if (beside.length > 1) console.log(`\n── beside each other: ${beside.map(({ name }) => name).join(', ')}`);
  await Promise.all(beside.map((each) => check(each, beside.length === 1)));
  if (failedStep) break;
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
