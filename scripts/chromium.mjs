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

/** Browsers in the cache of `npx playwright install chromium`, newest first. */
function downloaded() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ].filter((path) => path && path !== '0');
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ];
  return caches.flatMap((cache) =>
    list(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort()
      .reverse()
      .flatMap((name) => programs.map((program) => join(cache, name, program))),
  );
}

/** The path of a Chromium on this machine, or undefined. CHROMIUM_PATH overrides the search and must be correct. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return isProgram(given) ? given : undefined;
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((directory) => names.map((name) => join(directory, name)));
  return [...fixed, ...inPath, ...downloaded()].find(isProgram);
}
