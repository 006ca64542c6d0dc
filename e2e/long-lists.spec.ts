import { listTickets } from '@entrada/contract/catalog/tickets';
import type { Page } from '@playwright/test';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, signIn } from './tools/organizer.ts';

const TICKETS = 120;
/** Rows near the window, those beyond its edges and the pinned ones. */
const MOST_ROWS = 50;

const rowsIn = (page: Page) => page.getByRole('main').locator('[data-row]');
const rowOf = (page: Page, name: string) => rowsIn(page).filter({ hasText: new RegExp(`^${name}\\D`) });

async function prepare() {
  const organizer = await buildOrganizer('Long');
  const event = await buildEvent(organizer, 'A long list');
  for (let first = 1; first <= TICKETS; first += 1)
    await buildTicket(organizer.api, event.id, {
      type: 'free',
      name: `Ticket ${first}`,
      prices: [{ amount: 0 }],
    });
  const names = async () => {
    const query = { per_page: '10', sort_by: 'position' };
    const { data } = await organizer.api.call(listTickets, {
      params: { eventId: String(event.id) },
      query,
    });
    return data.map(({ name }) => name);
  };
  return { organizer, names, path: `/manage/event/${event.id}/tickets` };
}

/** Rows that were never rendered count as high as the others on average, so the end may move a little. */
async function toEnd(page: Page) {
  const last = page.getByRole('heading', { name: new RegExp(`^Ticket (${TICKETS}|${TICKETS - 1})$`) });
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(last.last()).toBeInViewport({ timeout: 1_000 });
  }).toPass();
}

test('a list of 120 tickets: the document brings its data, few rows are rendered, and all of them can be sorted and chosen @deep', async ({
  page,
  axe,
}) => {
  const { organizer, names, path } = await prepare();
  await signIn(page, organizer);

  await test.step('the data come with the document, without a further call', async () => {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain('>Ticket 1<');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Ticket 1', exact: true })).toBeVisible();
    expect(calls.filter((url) => /\/api\/.*\/tickets|\.data(\?|$)/.test(url))).toEqual([]);
    page.removeAllListeners('request');
  });

  await test.step('a press before the scripts have loaded is not lost', async () => {
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'New ticket' }).click();
    const drawer = page.getByRole('dialog', { name: 'New ticket' });
    await expect(drawer).toBeVisible({ timeout: 30_000 });
    // Some scripts load after the page.
    await page.unrouteAll({ behavior: 'wait' });
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('only rows near the window are rendered, and each tells its place', async () => {
    expect(await rowsIn(page).count()).toBeLessThan(MOST_ROWS);
    const first = rowOf(page, 'Ticket 1');
    await expect(first).toHaveAttribute('aria-setsize', String(TICKETS));
    await expect(first).toHaveAttribute('aria-posinset', '1');
    await axe(page, { what: 'a long list' });
  });

  await test.step('scrolling keeps the focus and renders the end', async () => {
    const handle = page.getByRole('button', { name: 'Move Ticket 3', exact: true });
    await handle.focus();
    await toEnd(page);
    expect(await rowsIn(page).count()).toBeLessThan(MOST_ROWS);
    await expect(handle).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Actions for Ticket 2', exact: true })).toBeFocused();
  });

  await test.step('the last row moves to the top, with the focus', async () => {
    await toEnd(page);
    const actions = page.getByRole('button', { name: `Actions for Ticket ${TICKETS}`, exact: true });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Move to top' }).press('Enter');
    await expect(page.getByText('The order is saved.')).toBeVisible();
    await expect(actions).toBeFocused();
    await expect(actions).toBeInViewport();
    expect((await names()).slice(0, 2)).toEqual([`Ticket ${TICKETS}`, 'Ticket 1']);
  });

  await test.step('the keyboard moves a row in the middle, and Escape takes it back', async () => {
    const handle = page.getByRole('button', { name: 'Move Ticket 60', exact: true });
    await expect(async () => {
      if (!(await handle.isVisible())) await page.mouse.wheel(0, 600);
      await expect(handle).toBeVisible({ timeout: 500 });
    }).toPass();
    const said = page.getByRole('main').getByRole('status').filter({ hasText: 'Ticket 60' });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(said).toContainText('is picked up from number 61 of 120.');
    for (const place of [62, 63, 64]) {
      await page.keyboard.press('ArrowDown');
      await expect(said).toContainText(`is now number ${place} of 120.`);
    }
    // No press is lost where the page scrolls.
    for (let nth = 0; nth < 12; nth += 1) await page.keyboard.press('ArrowDown');
    await expect(said).toContainText('is now number 76 of 120.');
    await expect(handle).toBeInViewport();
    await expect(handle).toBeFocused();
    await page.keyboard.press('End');
    await expect(said).toContainText('is now number 120 of 120.');
    await expect(handle).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(said).toContainText('is back at number 61.');
    await expect(rowOf(page, 'Ticket 60')).toHaveAttribute('aria-posinset', '61');
  });

  await test.step('a row is dragged past others, also beyond the edge of the window', async () => {
    await page.keyboard.press('Home');
    await page.evaluate(() => scrollTo(0, 0));
    const handle = page.getByRole('button', { name: 'Move Ticket 1', exact: true });
    // The rows at the top may be drawn anew meanwhile.
    await expect(() => handle.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
    const from = await handle.boundingBox();
    const size = page.viewportSize();
    if (!from || !size) throw new Error('No row to drag');
    const said = page.getByRole('main').getByRole('status').filter({ hasText: 'Ticket 1 ' });
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 60, { steps: 4 });
    await expect(said).toContainText('Ticket 1 is');
    // At the edge the page scrolls by itself, and rows that were not rendered before make room.
    await page.mouse.move(from.x + 10, size.height - 10, { steps: 8 });
    await expect(said).toContainText(/is now number (3\d|[4-9]\d|1\d\d) of 120/, { timeout: 20_000 });
    await page.keyboard.press('Escape');
    await expect(said).toContainText('is back at number 2.');
    await page.mouse.up();
  });

  await test.step('a range is chosen over rows that are not rendered', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Ticket 1', exact: true }).click();
    await toEnd(page);
    const last = page.getByRole('checkbox', { name: `Select Ticket ${TICKETS - 1}`, exact: true });
    await last.click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await expect(bar.getByText(`${TICKETS - 1} selected`)).toBeVisible();
    expect(await rowsIn(page).count()).toBeLessThan(MOST_ROWS);
    await bar.getByRole('button', { name: 'Clear selection' }).click();
  });

  await test.step('the search of the browser and paper get every row', async () => {
    await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
    });
    expect(await rowsIn(page).count()).toBe(TICKETS);
    await page.evaluate(() => {
      dispatchEvent(new Event('afterprint'));
    });
    await expect(async () => expect(await rowsIn(page).count()).toBeLessThan(MOST_ROWS)).toPass();
    await page.keyboard.press('Control+f');
    await expect(rowsIn(page)).toHaveCount(TICKETS);
  });
});
