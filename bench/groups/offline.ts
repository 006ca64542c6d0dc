import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { payloadOf, signedBytes } from '@entrada/contract/door/ticket-code';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { build } from 'vite';
import type { PhoneFigures } from '../browser/door-phone.ts';
import { openBrowser } from '../browser/people.ts';
import type { Report } from '../report.ts';
import type { Bench } from '../world.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

const PEOPLE = 100_000;
const SCANS = 300;
const SLOWDOWN = 4;

/** A phone without a network, with 100,000 tickets, on a processor that is four times as slow. */
export async function offlineGroup(_bench: Pick<Bench, 'rounds'>, report: Report): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return report.skip('offline', 'verdicts of a phone without a network', 'no Chromium here');
  try {
    const { verdictMs, verdicts, loadMs, reopenMs } = await runPhone(browser);
    if (verdicts.some((verdict) => verdict !== 'admitted'))
      throw new Error(`Not admitted: ${verdicts.join()}`);
    const sorted = verdictMs.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    report.goal('offline', 'verdict without a network, 100,000 tickets, p95', 'ms', [at(0.95)], {
      atMost: 100,
    });
    report.figure('-', '  p50', 'ms', [at(0.5)]);
    report.figure('-', '  the page opened again, until it can decide', 'ms', [reopenMs]);
    report.figure('-', '  people stored, without the network', 'ms', [loadMs]);
  } finally {
    await browser.close();
  }
}

async function runPhone(
  browser: NonNullable<Awaited<ReturnType<typeof openBrowser>>>,
): Promise<PhoneFigures> {
  const script = await bundle();
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/phone.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/phone.js' ? script : '<script type="module" src="/phone.js"></script>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const page = await browser.newPage();
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction(() => 'runPhone' in globalThis);
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const codes = Array.from({ length: SCANS }, (_, nth) => {
      const payload = payloadOf({ eventId: 7, attendeeId: ((nth * 331) % PEOPLE) + 1, codeVersion: 1 });
      const signature = sign(null, signedBytes(payload), privateKey);
      return `E1.${Buffer.concat([Buffer.from(payload), signature]).toString('base64url')}`;
    });
    const given = { people: PEOPLE, publicKey: publicKey.export({ format: 'jwk' }).x ?? '', codes };
    type Runs = { runPhone: (input: typeof given) => Promise<PhoneFigures> };
    return await page.evaluate((input) => (globalThis as unknown as Runs).runPhone(input), given);
  } finally {
    server.close();
  }
}

/** The phone's own modules, as a page loads them. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: REPOSITORY,
    // Words of the door are written with macros.
    plugins: [babel({ presets: [linguiTransformerBabelPreset({}, { cwd: REPOSITORY })] })],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, '../browser/door-phone.ts') },
    },
  });
  const files = Array.isArray(built)
    ? built.flatMap(({ output }) => output)
    : 'output' in built
      ? built.output
      : [];
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The phone was not built');
  return entry.code;
}
