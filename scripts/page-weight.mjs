// What a visit of a page loads: the scripts and styles that Vite's manifest names, and the fonts that the page asks
// for at once. `npm run build` compares them with a budget (docs/decisions/036-weight.md).
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What every page but an event page runs. */
const APP = ['app/entry.client.tsx', 'app/hydrate-app.tsx', 'app/root.tsx'];
const CHECKOUT = [...APP, 'app/platform/routes/checkout-words.tsx'];
const WORKSPACE = [...APP, 'app/platform/routes/workspace-words.tsx', 'app/workspace/layout.tsx'];
/** The chunks with messages of errors, which load with the first error (web/bundle/chunks.ts). */
const LATE = ['errors-workspace', 'errors-sign-in', 'errors-door'];
const FONTS = ['fonts/geist-latin.woff2', 'fonts/bricolage-latin.woff2'];

/**
 * A page of the workspace. None may load more than 30 scripts with 250 KB.
 * @param file its module below `app/workspace`
 * @param words the router's id of the page
 */
const ofWorkspace = (layouts, file, scriptsKb, { words = `workspace/${file}` } = {}) => ({
  page: `Workspace, ${file.replace(/(^|[-/])page$/, '').replace(/[-/]/g, ' ')}`,
  scripts: [...WORKSPACE, ...layouts.map((layout) => `app/${layout}.tsx`), `app/workspace/${file}.tsx`],
  words,
  fonts: FONTS,
  late: LATE,
  most: { files: 30, scriptsKb },
});
/** A page of an event in the workspace. */
const ofEvent = (file, scriptsKb, more) => ofWorkspace(['workspace/event-layout'], file, scriptsKb, more);
/** A page of the guest list, which has words of its own. */
const ofGuests = (file, scriptsKb) =>
  ofWorkspace(['workspace/event-layout', 'platform/routes/guests-words'], file, scriptsKb);
/** A page of the account. */
const ofAccount = (file, scriptsKb) => ofWorkspace(['workspace/account-layout'], file, scriptsKb);

/** A tab of the own profile. */
const ofProfile = (file, scriptsKb) =>
  ofWorkspace(['workspace/account-layout', 'workspace/profile/layout'], `profile/${file}`, scriptsKb);

/**
 * The pages with a budget. KB are of 1,000 bytes: scripts and styles as gzip, fonts as they are. The requests of the
 * event page are the document, its scripts, styles and fonts, the cover and the icon.
 */
export const BUDGETS = [
  {
    page: 'Public event page',
    // Its own module runs on the server only. In the browser runs the island.
    scripts: ['app/public/picker/island.tsx', 'locales/public/en.po'],
    styles: ['app/root.tsx', 'app/public/event/page.tsx', 'app/public/picker/island.tsx'],
    fonts: [...FONTS, 'fonts/bricolage-title-latin.woff2'],
    others: 3,
    most: { requests: 13, scriptsKb: 102.5, stylesKb: 11.5, fontsKb: 57, allKb: 169.5 },
  },
  {
    page: 'Directory',
    scripts: [...APP, 'app/public/directory/page.tsx'],
    words: 'public/directory/page',
    fonts: FONTS,
    most: { files: 20, scriptsKb: 160 },
  },
  {
    page: 'Checkout, details',
    scripts: [...CHECKOUT, 'app/checkout/details/page.tsx'],
    words: 'checkout/details/page',
    fonts: FONTS,
    most: { files: 20, scriptsKb: 180 },
  },
  {
    page: 'Ticket',
    scripts: [...CHECKOUT, 'app/checkout/ticket/page.tsx'],
    words: 'checkout/ticket/page',
    fonts: FONTS,
    most: { files: 20, scriptsKb: 180 },
  },
  {
    page: 'Door',
    scripts: [...APP, 'app/door/page.tsx'],
    words: 'door/page',
    fonts: [...FONTS, 'fonts/bricolage-title-latin.woff2'],
    late: LATE,
    most: { files: 22, scriptsKb: 190 },
  },
  ofAccount('events/page', 234),
  ofAccount('events/organizer-events-page', 235),
  ofAccount('organizers/page', 228),
  ofAccount('organizers/settings-page', 250),
  ofProfile('second-factor-page', 224),
  ofAccount('account-settings/page', 243),
  ofAccount('account-settings/defaults-page', 242),
  ofAccount('payment-connections/page', 210),
  ofAccount('audit-log/page', 250),
  ofAccount('own-doors/page', 215),
  ofAccount('taxes-and-fees/page', 230),
  ofAccount('team/page', 230),
  ofAccount('my-accounts/page', 208),
  ofProfile('details-page', 243),
  ofProfile('security/page', 250),
  ofProfile('notifications/page', 212),
  ofAccount('reports/account-page', 250),
  ofWorkspace([], 'designs/page', 248),
  ofEvent('dashboard/page', 243),
  ofEvent('getting-started/page', 207),
  ofEvent('orders/page', 233),
  ofEvent('attendees/page', 235),
  ofGuests('attendees/guest-list/page', 234),
  ofGuests('imports/page', 216),
  ofEvent('promo-codes/page', 231),
  ofEvent('affiliates/page', 230),
  ofEvent('tickets/page', 249),
  ofEvent('questions/page', 248),
  ofEvent('check-in-lists/page', 232),
  ofEvent('capacity-assignments/page', 231),
  ofEvent('widget/page', 250),
  ofEvent('messages/page', 240),
  ofEvent('messages/reminders/page', 235),
  ofEvent('messages/detail-page', 208),
  ofEvent('reports/page', 250),
  ofEvent('scheduled-exports/page', 215),
  ofEvent('event-settings/page', 250),
  ofEvent('event-changes/page', 246),
  ofEvent('unknown-page', 196, { words: 'unknown-event-page' }),
];

const WORDS = {
  requests: (most) => `more than the ${most} requests that a phone should make for it`,
  files: (most) => `more than ${most} scripts`,
  scriptsKb: (most) => `more than ${most} KB of scripts`,
  stylesKb: (most) => `more than ${most} KB of styles`,
  fontsKb: (most) => `more than ${most} KB of fonts`,
  allKb: (most) => `more than ${most} KB of scripts, styles and fonts together`,
};

/** The files of a manifest that the given modules load, without what they load late. */
function filesOf(manifest, modules) {
  const keys = new Set(
    Object.keys(manifest).filter((key) => modules.includes((manifest[key].src ?? key).split('?')[0])),
  );
  for (const key of keys) for (const imported of manifest[key].imports ?? []) keys.add(imported);
  const chunks = [...keys].map((key) => manifest[key]);
  return {
    files: [...new Set(chunks.map(({ file }) => file))],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
}

/** The file with a page's English words. */
function fileOfWords(client, page) {
  const file = JSON.parse(readFileSync(join(client, '.vite/words.json'), 'utf8'))[page]?.en;
  if (!file) throw new Error(`the build has no words of ${page}`);
  return file;
}

/**
 * Weighs one page of a build. Throws if a module of the page is not in the build, so that a renamed file cannot make
 * a page light.
 * @param client the folder `web/build/client`
 * @param words the router's id of a page whose scripts come with a file of its words (web/bundle/first-words.ts)
 * @param late the names of chunks that the page may load only when it needs them
 */
export function weigh(client, { page, scripts, words, styles = scripts, fonts, late = [], others = 0 }) {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
  const known = new Set(Object.entries(manifest).map(([key, { src }]) => (src ?? key).split('?')[0]));
  const chunkOf = (name) => Object.values(manifest).find((chunk) => chunk.name === name);
  for (const module of [...scripts, ...styles, ...fonts])
    if (!known.has(module)) throw new Error(`${page}: the build has no ${module}`);
  for (const name of late) if (!chunkOf(name)) throw new Error(`${page}: the build has no ${name}`);
  const found = {
    scripts: [
      ...filesOf(manifest, scripts).files.filter((file) => file.endsWith('.js')),
      ...(words ? [fileOfWords(client, words)] : []),
    ],
    styles: filesOf(manifest, styles).styles,
    fonts: filesOf(manifest, fonts).files,
  };
  const gzipKb = (files) =>
    sum(files, (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length);
  const sentKb = (files) => sum(files, (file) => sentBytes(join(client, file)));
  const weights = {
    files: found.scripts.length,
    requests: found.scripts.length + found.styles.length + found.fonts.length + others,
    scriptsKb: gzipKb(found.scripts),
    stylesKb: gzipKb(found.styles),
    fontsKb: sentKb(found.fonts),
  };
  return {
    ...weights,
    allKb: weights.scriptsKb + weights.stylesKb + weights.fontsKb,
    /** The scripts as a browser that takes Brotli gets them. */
    brotliKb: sentKb(found.scripts),
    /** What it loads at once, and should not. */
    early: late.filter((name) => found.scripts.includes(chunkOf(name)?.file)),
    each: found.scripts.map((file) => ({ file, kb: gzipKb([file]) })),
  };
}

const sum = (files, size) => files.reduce((all, file) => all + size(file), 0) / 1000;
const sentBytes = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;

/** What a page has too much of, as sentences. */
export function excesses({ page, most }, weights) {
  return [
    ...Object.entries(most)
      .filter(([name, limit]) => weights[name] > limit)
      .map(([name, limit]) => `${page}: ${round(weights[name])} is ${WORDS[name](limit)}.`),
    ...weights.early.map((name) => `${page}: ${name} is to load when it is needed, not with the page.`),
  ];
}

export const round = (number) => Math.round(number * 10) / 10;
