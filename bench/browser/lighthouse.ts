import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../scripts/chromium.mjs';

const run = promisify(execFile);

/** Fetched when somebody asks for it: with its packages it is larger than all other tools of the project together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** What one visit of a page as a phone measured: milliseconds, points of 100, and kilobytes of 1,000 bytes. */
export type Visited = {
  score: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  requests: number;
  /** The largest picture, which is the cover. */
  coverKb: number;
  /** Everything else. */
  otherKb: number;
};

type Request = { url: string; resourceType?: string; transferSize: number };
type Result = {
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number; details?: { items?: Request[] } }>;
};

/** Visits a page with Lighthouse, with its conditions for a phone. Throws if it cannot be fetched or fails. */
export async function visitAsPhone(url: string): Promise<Visited> {
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64 * 1024 ** 2, timeout: 240_000 },
  );
  return readResult(JSON.parse(stdout) as Result);
}

/** The figures of a result. A file that came from the browser's own cache is no request. */
export function readResult({ categories, audits }: Result): Visited {
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const all = audits['network-requests']?.details?.items ?? [];
  const requests = all.filter(({ url, transferSize }) => transferSize > 0 && !url.startsWith('data:'));
  const kb = (some: readonly Request[]) => some.map(({ transferSize }) => transferSize / 1000);
  const coverKb = Math.max(0, ...kb(requests.filter(({ resourceType }) => resourceType === 'Image')));
  return {
    score: categories.performance.score * 100,
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    requests: requests.length,
    coverKb,
    otherKb: kb(requests).reduce((sum, one) => sum + one, 0) - coverKb,
  };
}
