import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/chromium.mjs';

const executablePath = findHeadlessShell() ?? findChromium();
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Chromium refuses to start with its sandbox as root.
if (process.getuid?.() === 0) args.push('--no-sandbox');

// `npm test` runs each journey once: journeys with this tag at the width of a phone, the others on a desktop.
// `npm run test:deep` runs the rest: each journey at the widths at which `npm test` did not run it.
const ON_A_PHONE = /@phone/;
// What only a narrow window can show runs at the width of a phone, also where the others run at both widths.
const ONLY_ON_A_PHONE = /@phone-only/;
// A journey that starts a server of its own, or reads a table that a phone shows as a list, runs once, also where the
// others run at both widths.
const ON_A_DESKTOP = /@desktop/;
// Runs in `npm run test:deep` only.
const DEEP = /@deep/;

const WIDTHS = {
  all: {
    desktop: { grepInvert: ONLY_ON_A_PHONE },
    mobile: { grepInvert: ON_A_DESKTOP },
  },
  once: {
    desktop: { grepInvert: [ON_A_PHONE, DEEP] },
    mobile: { grep: ON_A_PHONE, grepInvert: DEEP },
  },
  rest: {
    desktop: { grep: [ON_A_PHONE, DEEP], grepInvert: ONLY_ON_A_PHONE },
    mobile: { grepInvert: [ON_A_DESKTOP, /^(?!.*@deep).*@phone/] },
  },
};
const asked = process.env.JOURNEYS || 'all';
if (!Object.hasOwn(WIDTHS, asked)) throw new Error('JOURNEYS must be all, once or rest');
const widths = WIDTHS[asked as keyof typeof WIDTHS];

const globalSetup = 'e2e/tools/global-setup.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  // Journeys share one server. Each has its own people, events and address.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // `scripts/check.mjs` names each journey that needed the second try, and allows only a few.
  retries: 1,
  // Beside four busy processes the longest journey took 96 s.
  timeout: 240_000,
  expect: { timeout: 10_000, toPass: { timeout: 30_000 } },
  reporter: [['list']],
  ...(existsSync(new URL(globalSetup, import.meta.url)) ? { globalSetup: `./${globalSetup}` } : {}),
  use: {
    ...devices['Desktop Chrome'],
    ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
    actionTimeout: 10_000,
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    // Without transitions, so that axe checks the final colours.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows down every step. To find a failure, run `npm run e2e -- --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      ...widths.desktop,
    },
    {
      name: 'mobile',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      ...widths.mobile,
    },
  ],
});
