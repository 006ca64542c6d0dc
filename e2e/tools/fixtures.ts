import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import axe from 'axe-core';
import { baseUrl, newAddress } from './environment.ts';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Collects the errors of a browser. A test with an error that it did not expect fails. */
export type Watch = {
  follow: (context: BrowserContext) => void;
  /** From now on errors that match are expected, such as the 404 of a page that must not exist. */
  expect: (pattern: RegExp) => void;
};

/** A best practice beside WCAG: all that a page shows stands in a landmark. */
const AXE_RULES = { region: { enabled: true } };

type Violation = { rule: string; where: string[] };

type Fixtures = {
  watch: Watch;
  /** Another person: a new browser session with its own address. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Checks that the page breaks no rule of WCAG 2.2 A and AA that axe knows, and shows nothing outside landmarks. */
  axe: AxeCheck;
};

export type AxeCheck = (
  page: Page,
  options?: {
    /** The name of the page in the report. */
    what?: string;
    /** Checks only these rules. */
    only?: string[];
  },
) => Promise<void>;

function createWatch() {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const complain = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  const watch: Watch = {
    follow: (context) => {
      // Violations of the Content-Security-Policy and answers of 4xx and 5xx are console errors too.
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const page = message.page()?.url() ?? '';
        complain(`console: ${message.text()} (${message.location().url}) on ${page}`);
      });
      context.on('weberror', (error) => {
        complain(`exception: ${error.error().stack ?? error.error().message} on ${error.page()?.url()}`);
      });
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // When the visitor leaves a page, the browser aborts its requests. A violation of the policy is a console
        // error already; without scripts the browser reports one for every script that a page preloads.
        if (reason !== 'net::ERR_ABORTED' && reason !== 'csp')
          complain(`request: ${reason} ${request.url()}`);
      });
    },
    expect: (pattern) => expected.push(pattern),
  };
  return { watch, complaints };
}

/** Runs axe in the page itself and without its frames. This is seven times as fast as axe's Playwright builder. */
type Checks = {
  runOnly: { type: 'rule' | 'tag'; values: string[] };
  rules: Record<string, { enabled: boolean }>;
};

async function findViolations(page: Page, only?: string[]) {
  await page.evaluate(axe.source);
  return page.evaluate<Violation[], Checks>(
    async ({ runOnly, rules }: Checks) => {
      // A colour that still fades is neither the one before nor the one after.
      const fading = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
      await Promise.allSettled(fading.map(({ finished }) => finished));
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly,
        rules,
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations.map(({ id, help, nodes }) => ({
        rule: `${id}: ${help}`,
        where: nodes.map((node) => `${node.html.slice(0, 300)} — ${node.failureSummary ?? ''}`),
      }));
    },
    only
      ? { runOnly: { type: 'rule', values: only }, rules: {} }
      : { runOnly: { type: 'tag', values: AXE_TAGS }, rules: AXE_RULES },
  );
}

/**
 * From now on `goto`, `reload` and `waitForURL` also wait until the page's scripts have started. Before that a
 * button acts as without scripts, and elements beside it may still move.
 */
function waitForLife(page: Page): Page {
  const come = async () => {
    await page.waitForFunction(() => {
      const picker = document.getElementById('ticket-picker');
      const root = picker
        ? picker.firstElementChild
        : '__reactRouterContext' in window
          ? document.body
          : null;
      return !root || Object.keys(root).some((key) => key.startsWith('__reactProps'));
    });
    // Waits for code after the first rendering, such as a strip of tabs that scrolls to the current tab.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 500 })));
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const waitForURL = page.waitForURL.bind(page);
  page.goto = async (url, options) => {
    const reply = await goto(url, options);
    if (options?.waitUntil !== 'commit') await come();
    return reply;
  };
  page.reload = async (options) => {
    const reply = await reload(options);
    await come();
    return reply;
  };
  page.waitForURL = async (url, options) => {
    await waitForURL(url, options);
    await come();
  };
  return page;
}

export const test = base.extend<Fixtures>({
  // The address of the page's own visitor. Each test with `context` or `page` gets a new one.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newAddress() }),
  watch: [
    async ({ context }, use) => {
      const { watch, complaints } = createWatch();
      watch.follow(context);
      await use(watch);
      expect(complaints, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? waitForLife(page) : page),
  visitor: async ({ browser, watch, viewport, isMobile, hasTouch, locale }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        baseURL: baseUrl(),
        viewport,
        isMobile,
        hasTouch,
        ...(locale ? { locale } : {}),
        extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
        ...options,
      });
      watch.follow(context);
      opened.push(context);
      const page = await context.newPage();
      return options?.javaScriptEnabled === false ? page : waitForLife(page);
    });
    for (const context of opened) await context.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  axe: async ({}, use) => {
    await use(async (page, { what, only } = {}) => {
      expect.soft(await findViolations(page, only), `axe on ${what ?? page.url()}`).toEqual([]);
    });
  },
});

export { expect };
