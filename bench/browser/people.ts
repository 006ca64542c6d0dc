import { COOKIES } from '@entrada/contract/constants';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';

/** A window of a browser, and how slow its processor and its network are. */
type Conditions = { width: number; height: number; isPhone: boolean; slowdown: number; network: boolean };

export const DESKTOP: Conditions = { width: 1440, height: 900, isPhone: false, slowdown: 1, network: false };
/** A desktop window with a processor that is four times as slow. */
export const SLOW: Conditions = { ...DESKTOP, slowdown: 4 };
/** What Lighthouse takes for a phone: 150 ms for a round trip, 1.6 Mbit/s, a processor four times as slow. */
export const PHONE: Conditions = { width: 390, height: 844, isPhone: true, slowdown: 4, network: true };

const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

/** Starts Chromium, or answers null if this machine has none. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findChromium();
  if (!executablePath) return null;
  const args = ['--disable-gpu', '--no-first-run', '--disable-background-networking'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ executablePath, args });
}

export type Visit = { page: Page; tools: CDPSession; close: () => Promise<void> };

/** A signed-in organizer in a browser without a cache. */
export async function openVisit(
  browser: Browser,
  given: { port: number; token: string; conditions: Conditions },
): Promise<Visit> {
  const { width, height, isPhone, slowdown, network } = given.conditions;
  const context: BrowserContext = await browser.newContext({
    baseURL: `http://127.0.0.1:${given.port}`,
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    ...(isPhone && { userAgent: PHONE_AGENT }),
  });
  await context.addCookies([
    { name: COOKIES.session, value: given.token, url: `http://127.0.0.1:${given.port}` },
  ]);
  await context.addInitScript({ content: WATCH });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  if (slowdown > 1) await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (network) {
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  return { page, tools, close: () => context.close() };
}

/**
 * Runs in every document before its own scripts. It notes the first frame that has data, and tasks that block the page
 * for more than 50 ms.
 */
const WATCH = `(() => {
  const seen = { dataAt: null, tasks: [] };
  window.__bench = seen;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  // Data show once nothing loads any more and, if the page has rows, the first of them is visible.
  seen.hasData = () => {
    const main = document.querySelector('main');
    if (!main || !main.querySelector('h1')) return false;
    if (main.querySelector('[role=status][aria-label="Loading"], [class*=skeleton]')) return false;
    const row = main.querySelector('[data-rows] :is(tbody tr, li)');
    return !row || row.offsetParent !== null;
  };
  const look = () => {
    if (seen.dataAt !== null) return;
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
    if (isPainted && seen.hasData()) seen.dataAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();`;
