import type { Page } from '@playwright/test';

type Task = { startTime: number; duration: number };
type Seen = { dataAt: number | null; tasks: Task[]; hasData: () => boolean };
type Watched = Window & { __bench: Seen };

const MOST_WAIT_MS = 60_000;

/** The first load of a page: when its data show, and how many calls of the API one after the other they took. */
export async function measureLoad(page: Page, path: string): Promise<{ dataMs: number; chain: number }> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as Watched).__bench.dataAt !== null, null, {
    timeout: MOST_WAIT_MS,
  });
  const { dataAt, calls } = await page.evaluate(() => ({
    dataAt: (window as unknown as Watched).__bench.dataAt ?? 0,
    calls: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/|\.data(\?|$)/.test(name))
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ startTime, responseEnd }) => ({ startTime, responseEnd })),
  }));
  return { dataMs: dataAt, chain: longestChain(calls.filter(({ responseEnd }) => responseEnd <= dataAt)) };
}

type Call = { startTime: number; responseEnd: number };

/** How many of these calls waited for each other: a call waits for one that ended before it started. */
export function longestChain(calls: readonly Call[]): number {
  const lengths: { end: number; length: number }[] = [];
  for (const { startTime, responseEnd } of calls.toSorted((a, b) => a.startTime - b.startTime)) {
    const before = lengths.filter(({ end }) => end <= startTime).map(({ length }) => length);
    lengths.push({ end: responseEnd, length: Math.max(0, ...before) + 1 });
  }
  return Math.max(0, ...lengths.map(({ length }) => length));
}

/** Waits until the page answers presses and does nothing more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactProps')));
  await page.waitForLoadState('networkidle');
}

/** Presses a link of the navigation. Answers the milliseconds until the other page shows its data. */
export async function measureChange(page: Page, path: string): Promise<number> {
  return page.evaluate(
    ({ path, most }) =>
      new Promise<number>((done, fail) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find(
          (one) => one.getAttribute('href') === path,
        );
        if (!link) {
          fail(new Error(`No link leads to ${path}`));
          return;
        }
        const { hasData } = (window as unknown as Watched).__bench;
        const title = document.title;
        const started = performance.now();
        const look = () => {
          const isThere = location.pathname === path && document.title !== title && hasData();
          // The frame in which it was found is painted after this callback.
          if (isThere) setTimeout(() => done(performance.now() - started));
          else if (performance.now() - started > most) fail(new Error(`${path} took too long`));
          else requestAnimationFrame(look);
        };
        link.click();
        requestAnimationFrame(look);
      }),
    { path, most: MOST_WAIT_MS },
  );
}

/** Elements of the page, and the sum of what its long tasks blocked beyond 50 ms since `since`. */
export async function weigh(page: Page, since = 0): Promise<{ elements: number; blockedMs: number }> {
  // Long tasks are reported a moment after they end.
  await page.waitForTimeout(300);
  return page.evaluate(
    (from) => ({
      elements: document.querySelectorAll('main *').length,
      blockedMs: (window as unknown as Watched).__bench.tasks
        .filter(({ startTime }) => startTime >= from)
        .reduce((sum, { duration }) => sum + duration - 50, 0),
    }),
    since,
  );
}

/** The time of the page's own clock. */
export const pageTime = (page: Page): Promise<number> => page.evaluate(() => performance.now());
