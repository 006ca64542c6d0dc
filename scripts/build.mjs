import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'web/build/client');
const budgetKb = 130;
// The interactive part of the event page. It runs without the router, so the page's own module is never loaded.
const eventPage = 'app/public/picker/island.tsx';

/** Runs one step without output. Prints the output only if the step fails. */
async function step(title, command, args, cwd = root) {
  process.stdout.write(`  ${title} … `);
  const started = performance.now();
  const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: 'production' } });
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) {
    process.stdout.write('failed\n');
    process.stderr.write(Buffer.concat(said));
    process.exit(1);
  }
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Stores compressed copies beside the files, so that no request waits for compression. */
async function compressAssets() {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|wasm|json|txt)$/.test(entry.name));
  await Promise.all(
    texts.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < 1024) return;
      const quality = content.length > 500_000 ? 8 : 11;
      await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
      await writeFile(
        `${path}.br`,
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      );
    }),
  );
}

/** The scripts that a visit to one route loads. They are found by the static imports in Vite's manifest. */
function scriptsOf(routes) {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
  const files = new Set();
  const walk = (key) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const imported of chunk.imports ?? []) walk(imported);
  };
  for (const [key, chunk] of Object.entries(manifest)) {
    const source = (chunk.src ?? key).split('?')[0];
    if (source.endsWith('entry.client.tsx') || routes.some((route) => source.endsWith(route))) walk(key);
    if (source.endsWith('locales/public/en.po')) walk(key);
  }
  return [...files];
}

function gzipKb(files) {
  const bytes = files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
    0,
  );
  return bytes / 1000;
}

function reportEventPage() {
  const exists = existsSync(join(root, 'web', eventPage));
  const files = scriptsOf(exists ? [eventPage] : ['app/root.tsx']);
  const kb = gzipKb(files);
  const what = exists ? 'Public event page' : 'Every page (the public event page does not exist yet)';
  console.log(`  ${what}: ${kb.toFixed(1)} KB of JavaScript, gzip, of at most ${budgetKb} KB`);
  if (process.argv.includes('--files'))
    for (const file of files) console.log(`    ${gzipKb([file]).toFixed(1)}  ${file}`);
  if (kb > budgetKb) {
    console.error(`  That is more than the ${budgetKb} KB that a buyer on a phone should have to load.`);
    process.exitCode = 1;
  }
}

console.log('Building');
if (!process.argv.includes('--web') && existsSync(join(root, 'documents/build.mjs'))) {
  await step('emails and tickets', process.execPath, ['documents/build.mjs']);
}
const reactRouter = join(root, 'node_modules/@react-router/dev/bin.cjs');
await step('pages', process.execPath, [reactRouter, 'build', 'web']);
process.stdout.write('  compressing … ');
await compressAssets();
process.stdout.write('done\n');
reportEventPage();
