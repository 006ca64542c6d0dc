import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type { Page } from '@playwright/test';
import { apiClient } from './tools/api.ts';
import { type Application, startApplication } from './tools/application.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

/** An event on sale, and how somebody gets tickets of it, at the usual process or at `origin`. */
async function buildWorld() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of figures ${unique()}`);
  const ticket = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Entry',
    prices: [{ amount: 0, quantity: 20 }],
  });
  await publish(organizer.api, event.id);
  const buy = async (firstName: string, quantity = 1, origin?: string) => {
    const visitor = apiClient(undefined, origin);
    const { data: held } = await visitor.call(reserveOrder, {
      params: { eventId: String(event.id) },
      body: { items: [{ priceId: ticket.prices[0]?.id ?? 0, quantity }] },
    });
    const email = `${unique()}@example.com`;
    await visitor.call(saveOrderDetails, {
      params: { orderShortId: held.shortId },
      body: {
        firstName,
        lastName: 'Serra',
        email,
        emailConfirmation: email,
        sendAllToBuyer: true,
        attendees: [],
      },
    });
  };
  return { organizer, event, buy };
}

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });

test.describe('two processes', { tag: '@desktop' }, () => {
  let second: Application;
  test.beforeAll(async () => {
    second = await startApplication({ DATABASE_URL: process.env.E2E_DATABASE_URL ?? '', ROLE: 'web' });
  });
  test.afterAll(() => second?.stop());

  test('a sale of one is on an open dashboard of the other, without a reload @deep', async ({
    page,
    watch,
    axe,
  }) => {
    // Keeps the stream, so that the test can cut it. A browser that goes offline keeps an open one.
    await page.addInitScript(() => {
      const Native = EventSource;
      Object.assign(globalThis, {
        EventSource: class extends Native {
          constructor(url: string) {
            super(url);
            Object.assign(globalThis, { stream: this });
          }
        },
      });
    });
    const { organizer, event, buy } = await buildWorld();
    await buy('Nil');
    await signIn(page, organizer);
    const connected = page.waitForResponse(/\/api\/live/);
    await page.goto(`/manage/event/${event.id}/dashboard`);
    await connected;
    await expect(figure(page, 'Tickets sold')).toContainText('1 of 20');
    await expect(figure(page, 'Orders')).toContainText('1');
    const chart = page.getByRole('figure', { name: 'Sales over time' });
    await chart.evaluate((element) => element.setAttribute('data-same', ''));

    await test.step('a sale that the other process made', async () => {
      await buy('Ona', 3, second.baseUrl);
      await expect(figure(page, 'Tickets sold')).toContainText('4 of 20', { timeout: 20_000 });
      const row = page.getByRole('row').filter({ hasText: 'Ona Serra' });
      await expect(row).toContainText('New');
      await expect(chart).toHaveAttribute('data-same', '');
    });

    await test.step('while the connection is lost that shows, and what was missed comes by itself', async () => {
      watch.expect(/\/api\/live/);
      await page.route(/\/api\/live/, (route) => route.abort());
      await page.evaluate(() =>
        (globalThis as unknown as { stream: EventSource }).stream.dispatchEvent(new Event('error')),
      );
      const lost = page.getByText('The connection was lost at');
      await expect(lost).toBeVisible({ timeout: 20_000 });
      await axe(page, { what: 'the dashboard without its stream' });
      await buy('Pau', 2, second.baseUrl);
      await expect(figure(page, 'Tickets sold')).toContainText('4 of 20');
      await page.unroute(/\/api\/live/);
      await expect(lost).toBeHidden({ timeout: 90_000 });
      await expect(figure(page, 'Tickets sold')).toContainText('6 of 20', { timeout: 20_000 });
    });
  });
});

test('where no stream gets through, the page asks now and then and says so @deep', {
  tag: '@desktop',
}, async ({ page, watch }) => {
  watch.expect(/\/api\/live/);
  const { organizer, event, buy } = await buildWorld();
  await signIn(page, organizer);
  await page.route(/\/api\/live/, (route) => route.abort());
  await page.goto(`/manage/event/${event.id}/dashboard`);
  await expect(page.getByText('Updates now and then').filter({ visible: true })).toBeVisible({
    timeout: 30_000,
  });
  await buy('Nil');
  await expect(figure(page, 'Tickets sold')).toContainText('1 of 20', { timeout: 60_000 });
});

test('a chart is read by keyboard and as a table, in both schemes @deep', { tag: '@phone' }, async ({
  page,
  axe,
}) => {
  const { organizer, event, buy } = await buildWorld();
  await buy('Nil', 2);
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/dashboard`);
  const chart = page.getByRole('figure', { name: 'Sales over time' });
  const reader = chart.getByRole('application', { name: 'Sales over time, value by value' });

  await test.step('the keys go from day to day, and what they reach is announced', async () => {
    await reader.focus();
    const said = chart.locator('[aria-live]');
    await expect(said).toBeEmpty();
    await page.keyboard.press('End');
    await expect(said).toContainText(': 2');
    await page.keyboard.press('ArrowLeft');
    await expect(said).toContainText(': 0');
    await page.keyboard.press('Escape');
    await expect(said).toBeEmpty();
  });

  await test.step('a range is in the address', async () => {
    await page.getByText('7 days', { exact: true }).click();
    await expect(page).toHaveURL(/range=7/);
  });

  await test.step('the table has every day', async () => {
    await chart.getByRole('button', { name: 'Show as table' }).click();
    const table = chart.getByRole('table', { name: 'Sales over time' });
    await expect(table.getByRole('row')).toHaveCount(8);
    await expect(table.getByRole('row').last()).toContainText('2');
    await axe(page, { what: 'the dashboard with a table' });
  });

  await test.step('both schemes', async () => {
    await chart.getByRole('button', { name: 'Show as chart' }).click();
    await axe(page, { what: 'the dashboard, light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await axe(page, { what: 'the dashboard, dark', only: ['color-contrast'] });
  });
});
