import type { Browser } from '@playwright/test';
import { buildSession } from '../../server/accounts/factory.ts';
import { buildPromoCode, buildTicket } from '../../server/catalog/tickets/factory.ts';
import { measureChange, measureLoad, pageTime, settle, weigh } from '../browser/measures.ts';
import { DESKTOP, openBrowser, openVisit, PHONE, SLOW } from '../browser/people.ts';
import { insertOrders } from '../bulk.ts';
import type { Report } from '../report.ts';
import { buildShops } from '../shops.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';

const TICKETS = 300;
const CODES = 2_000;
const ORDERS = 300;

/** One event with orders, and one with hundreds of tickets and thousands of codes. */
async function build(world: World) {
  const { db } = world.database;
  const [event, large] = await buildShops(db, { events: 2, type: 'free' });
  if (!event || !large) throw new Error('No event was made');
  await prepare(world.url, (client) =>
    insertOrders(client, { shop: event, count: ORDERS, status: 'completed', attendees: true }),
  );
  const owner = { accountId: large.accountId, eventId: large.eventId };
  for (let nth = 3; nth <= TICKETS; nth += 1)
    await buildTicket(db, { ...owner, name: `Ticket ${nth}`, position: nth });
  for (let nth = 1; nth <= CODES; nth += 1) await buildPromoCode(db, { ...owner, code: `CODE${nth}` });
  const token = await buildSession(db, event.userId, event.accountId);
  const eventPath = `/manage/event/${event.eventId}`;
  return { port: world.port, token, eventPath, largePath: `/manage/event/${large.eventId}` };
}

type Built = Awaited<ReturnType<typeof build>>;

/** The pages in the sidebar of an event that show data. */
const pagesOf = ({ eventPath }: Built) => [
  eventPath,
  ...[
    'tickets',
    'orders',
    'promo-codes',
    'affiliates',
    'capacity-assignments',
    'attendees',
    'questions',
    'check-in',
    'settings',
  ].map((page) => `${eventPath}/${page}`),
];

const repeat = async <T>(times: number, run: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let nth = 0; nth < times; nth += 1) all.push(await run());
  return all;
};

async function firstLoads(browser: Browser, built: Built, { rounds }: Bench, report: Report) {
  const list = `${built.eventPath}/orders`;
  const load = async (conditions: typeof PHONE) => {
    const visit = await openVisit(browser, { ...built, conditions });
    try {
      return await measureLoad(visit.page, list);
    } finally {
      await visit.close();
    }
  };
  await load(DESKTOP);
  for (const [name, conditions] of [
    ['this machine', DESKTOP],
    ['a phone on slow 4G', PHONE],
  ] as const) {
    const loads = await repeat(rounds, () => load(conditions));
    const times = loads.map(({ dataMs }) => dataMs);
    report.goal('11.6', `orders, first load to data, ${name}`, 'ms', times, { atMost: 1500 });
    const chains = loads.map(({ chain }) => chain);
    report.figure('-', `  calls one after the other before the data, ${name}`, '', chains);
  }
}

async function routeChanges(browser: Browser, built: Built, { rounds }: Bench, report: Report) {
  const visit = await openVisit(browser, { ...built, conditions: DESKTOP });
  const pages = pagesOf(built);
  try {
    const { page } = visit;
    await page.goto(`${built.eventPath}/widget`);
    await settle(page);
    const first: number[] = [];
    for (const path of pages) first.push(await measureChange(page, path));
    report.figure('-', 'route change, first visit of each page', 'ms', first);
    const warm = new Map<string, number[]>(pages.map((path) => [path, []]));
    for (let nth = 0; nth < rounds; nth += 1)
      for (const path of pages) warm.get(path)?.push(await measureChange(page, path));
    for (const [path, times] of warm) {
      const name = path.slice(built.eventPath.length + 1) || 'dashboard';
      report.goal('11.6', `route change, warm: ${name}`, 'ms', times, { atMost: 200 });
    }
  } finally {
    await visit.close();
  }
}

type Measured = { loaded: number; elements: number; blocked: number; scrolled: number };

async function longList(browser: Browser, built: Built, path: string): Promise<Measured> {
  const visit = await openVisit(browser, { ...built, conditions: SLOW });
  try {
    const { page } = visit;
    const { dataMs } = await measureLoad(page, path);
    await settle(page);
    const { elements, blockedMs } = await weigh(page);
    const before = await pageTime(page);
    await page.mouse.move(700, 500);
    for (let nth = 0; nth < 30; nth += 1) await page.mouse.wheel(0, 400);
    const scroll = await weigh(page, before);
    return { loaded: dataMs, elements, blocked: blockedMs, scrolled: scroll.blockedMs };
  } finally {
    await visit.close();
  }
}

/** Moves a ticket down by five places with the keyboard. */
async function reorder(browser: Browser, built: Built): Promise<{ ms: number; blocked: number }> {
  const visit = await openVisit(browser, { ...built, conditions: SLOW });
  try {
    const { page } = visit;
    await page.goto(`${built.largePath}/tickets`);
    await settle(page);
    const handle = page.getByRole('button', { name: 'Move Ticket 5', exact: true });
    await handle.focus();
    const before = await pageTime(page);
    await page.keyboard.press('Space');
    const said = page.getByRole('main').getByRole('status').filter({ hasText: 'Ticket 5' });
    await said.filter({ hasText: 'picked up' }).waitFor();
    for (let place = 6; place <= 10; place += 1) {
      await page.keyboard.press('ArrowDown');
      await said.filter({ hasText: `is now number ${place} of` }).waitFor();
    }
    const ms = (await pageTime(page)) - before;
    await page.keyboard.press('Escape');
    return { ms, blocked: (await weigh(page, before)).blockedMs };
  } finally {
    await visit.close();
  }
}

async function longLists(browser: Browser, built: Built, { rounds }: Bench, report: Report) {
  for (const [name, path] of [
    [`${TICKETS} tickets`, `${built.largePath}/tickets`],
    [`100 of ${CODES} codes`, `${built.largePath}/promo-codes?per_page=100`],
  ] as const) {
    const all = await repeat(rounds, () => longList(browser, built, path));
    const of = (key: keyof Measured) => all.map((one) => one[key]);
    report.figure('-', `${name}: elements`, '', of('elements'));
    report.figure('-', `${name}: to data, processor 4x slower`, 'ms', of('loaded'));
    report.figure('-', `${name}: blocked while loading`, 'ms', of('blocked'));
    report.figure('-', `${name}: blocked while scrolling 12,000 px`, 'ms', of('scrolled'));
  }
  const moves = await repeat(rounds, () => reorder(browser, built));
  const move = `${TICKETS} tickets: one moved by five places with the keyboard`;
  report.figure(
    '-',
    move,
    'ms',
    moves.map(({ ms }) => ms),
  );
  report.figure(
    '-',
    '  blocked meanwhile',
    'ms',
    moves.map(({ blocked }) => blocked),
  );
}

/** Issue 11: how fast the workspace shows data and changes pages, and how it carries hundreds of rows, in Chromium. */
export async function workspaceGroup(bench: Bench, report: Report): Promise<void> {
  const browser = await openBrowser();
  if (!browser) {
    report.skip('11.6', 'the workspace in a browser', 'no Chromium on this machine');
    return;
  }
  const world = await openWorld(bench, { pages: true });
  try {
    const built = await build(world);
    await firstLoads(browser, built, bench, report);
    await routeChanges(browser, built, bench, report);
    await longLists(browser, built, bench, report);
  } finally {
    await browser.close();
    await world.close();
  }
}
