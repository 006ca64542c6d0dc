import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BUDGETS, excesses, round, weigh } from './page-weight.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'web/build/client');

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
      // The threads of Node use every core.
      await Promise.all([
        promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then(
          (small) => writeFile(`${path}.br`, small),
        ),
      ]);
    }),
  );
}

/** Prints what the pages with a budget load. A page over its budget fails the build. */
function reportWeights() {
  for (const budget of BUDGETS) {
    const weights = weigh(client, budget);
    const { files, scriptsKb, brotliKb, stylesKb, fontsKb, requests } = weights;
    const rest = budget.most.requests
      ? `, ${round(stylesKb)} KB of styles, ${round(fontsKb)} KB of fonts, ${requests} requests`
      : '';
    console.log(
      `  ${budget.page}: ${round(scriptsKb)} KB of scripts as gzip (${round(brotliKb)} as Brotli) in ${files} files${rest}`,
    );
    if (process.argv.includes('--files'))
      for (const { file, kb } of weights.each) console.log(`    ${round(kb)}  ${file}`);
    for (const sentence of excesses(budget, weights)) {
      console.error(`  ${sentence}`);
      process.exitCode = 1;
    }
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
reportWeights();
