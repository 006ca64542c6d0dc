// Checks the types of every package, two at a time and the largest first, and prints the result of each.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const packages = ['server', 'web', 'bench', 'chaos', 'e2e', 'contract', 'documents'];

function run(command, args, cwd = root) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => done({ code, output: output.trim() }));
  });
}

async function check(name) {
  const started = performance.now();
  if (name === 'web') {
    // Route modules import types that React Router generates from the URL map.
    const cli = join(root, 'node_modules/@react-router/dev/bin.cjs');
    const typegen = await run(process.execPath, [cli, 'typegen'], join(root, 'web'));
    if (typegen.code !== 0) return report(name, started, typegen);
  }
  return report(
    name,
    started,
    await run(process.execPath, [
      compiler,
      ...['-p', name, '--noEmit', '--pretty', 'false'],
      // Several checkers of one package do much of the work again, each for itself: four take twice the processor's time.
      ...['--checkers', '1'],
      // Files that did not change since the last check are not checked again.
      ...['--incremental', '--tsBuildInfoFile', join(root, `node_modules/.cache/types/${name}.tsbuildinfo`)],
    ]),
  );
}

function report(name, started, { code, output }) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'failed'} types of ${name} (${seconds} s)`);
  if (output && code !== 0) console.log(output);
  return code === 0;
}

const only = process.argv.slice(2);
const queue = packages.filter(
  (name) => existsSync(join(root, name, 'tsconfig.json')) && (only.length === 0 || only.includes(name)),
);
const results = [];
async function work() {
  for (let name = queue.shift(); name; name = queue.shift()) results.push(await check(name));
}
await Promise.all([work(), work()]);
process.exit(results.every(Boolean) ? 0 : 1);
