// Everything `npm test` checks after set-up, in order of cost; stops at the first failure.
// The last line is plain `N passed, N failed`, for people and for CI.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'entrada-reports-'));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');
const program = (path) => join(root, 'node_modules', path);

const steps = [
  {
    name: 'format and lint',
    args: [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  },
  { name: 'import rules', args: ['scripts/import-rules.mjs'] },
  { name: 'types', args: ['scripts/types.mjs'] },
  {
    name: 'unit and API tests',
    args: [
      program('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
  },
  {
    name: 'browser journeys',
    args: [program('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  },
];

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

function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A failed step without a failed test of its own (types, a crash) counts as one. */
function count(failedStep) {
  const unit = readReport(unitReport);
  const browser = readReport(browserReport)?.stats;
  const passed = (unit?.numPassedTests ?? 0) + (browser ? browser.expected + browser.flaky : 0);
  const failed = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0);
  return { passed, failed: failedStep ? Math.max(failed, 1) : failed };
}

// Ctrl-C reaches the running step by itself: wait for it to clean up.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true;
    if (signal === 'SIGTERM') running?.kill(signal);
  });
}

const begun = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
let failedStep;
for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name}`);
  const code = await run(step);
  if (code !== 0 || isInterrupted) {
    failedStep = step.name;
    console.error(`── ${step.name}: ${isInterrupted ? 'interrupted' : 'FAILED'} after ${seconds(started)}`);
    break;
  }
  console.log(`── ${step.name}: ok in ${seconds(started)}`);
}

const { passed, failed } = count(failedStep);
rmSync(reports, { recursive: true, force: true });
console.log(
  failedStep ? `\nFailed at: ${failedStep} (${seconds(begun)})` : `\nAll checks passed in ${seconds(begun)}`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || failedStep ? 1 : 0);
