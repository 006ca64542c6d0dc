import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const fixed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function list(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/**
 * Chromium without windows, for programs only. Its pages cost about two thirds of the processor's time, because whole
 * Chromium also draws its tabs and its address bar where nobody looks.
 */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const fixedShells = ['/usr/lib/chromium/chromium-headless-shell'];

/** Browsers in the cache of `npx playwright install chromium`, newest first. */
function downloaded(folder, programs) {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ].filter((path) => path && path !== '0');
  return caches.flatMap((cache) =>
    list(cache)
      .filter((name) => folder.test(name))
      .sort()
      .reverse()
      .flatMap((name) => programs.map((program) => join(cache, name, program))),
  );
}

const inPath = (programs) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((directory) => programs.map((name) => join(directory, name)));

/** The path of a Chromium on this machine, or undefined. CHROMIUM_PATH overrides the search and must be correct. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return isProgram(given) ? given : undefined;
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ];
  return [...fixed, ...inPath(names), ...downloaded(/^chromium-\d+$/, programs)].find(isProgram);
}

/** The path of a Chromium without windows, or undefined. With CHROMIUM_PATH there is no search. */
export function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return undefined;
  const programs = ['chrome-linux/headless_shell', 'chrome-headless-shell-linux64/chrome-headless-shell'];
  const found = downloaded(/^chromium_headless_shell-\d+$/, programs);
  return [...fixedShells, ...inPath(shellNames), ...found].find(isProgram);
}
