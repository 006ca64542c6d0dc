import { readFile } from 'node:fs/promises';
import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import type { Page } from '@playwright/test';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

/** An event with two paid orders of two tickets at 45.00 each, 10% of tax in it. */
async function buildWorld() {
  const organizer = await buildOrganizer('Reports');
  await organizer.api.call(createTaxOrFee, {
    body: {
      name: 'IVA',
      type: 'tax',
      calculation: 'percentage',
      rate: '10',
      amount: null,
      currency: null,
      included: true,
      isDefault: true,
    },
  });
  const event = await buildEvent(organizer, `Night of sums ${unique()}`);
  const ticket = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Entry',
    prices: [{ amount: 4500 }],
  });
  await publish(organizer.api, event.id);
  const sale = { eventId: event.id, priceId: ticket.prices[0]?.id ?? 0, card: '4242 4242 4242 4242' };
  await buyPaid({ ...sale, email: `${unique()}@example.com` });
  await buyPaid({ ...sale, email: `${unique()}@example.com` });
  return { organizer, event };
}

const figure = (page: Page, label: string) =>
  page
    .locator('dl')
    .first()
    .locator('> div')
    .filter({ has: page.locator('dt', { hasText: label }) });

test('the sums of an event stand on its report, by its days, as a chart, as a table and as a file @deep', async ({
  page,
  axe,
}) => {
  const { organizer, event } = await buildWorld();
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/reports`);

  await test.step('the total line, its ticket and its tax', async () => {
    await expect(page).toHaveTitle(/^Sales report · Reports · Night of sums/);
    await expect(figure(page, 'Sales')).toContainText('€180.00');
    await expect(figure(page, 'Sales')).toContainText('2 orders');
    await expect(figure(page, 'You received')).toContainText('with €16.36 tax in it');
    const tickets = page.getByLabel('By ticket', { exact: true });
    await expect(tickets.getByText('Entry')).toBeVisible();
    const taxes = page.getByLabel('Taxes and fees', { exact: true });
    await expect(taxes.getByText('IVA 10%')).toBeVisible();
    await expect(taxes.getByText('€163.64').first()).toBeVisible();
  });

  await test.step('the total opens its orders', async () => {
    await page.getByRole('link', { name: '2 orders' }).click();
    await expect(page).toHaveURL(/\/orders\?.*completed_at/);
    await expect(page.getByText('Lucía Márquez').first()).toBeVisible();
    await page.goBack();
    await expect(figure(page, 'Sales')).toContainText('€180.00');
  });

  await test.step('the chart is read by keyboard and as a table', async () => {
    const chart = page.getByRole('figure', { name: 'Sales by day' });
    await chart.getByRole('application').focus();
    await page.keyboard.press('End');
    await expect(chart.locator('[aria-live]')).toContainText('€180.00');
    await expect(chart.locator('[aria-live]')).toContainText('4 tickets');
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expect(chart.getByRole('table', { name: 'Sales by day' })).toContainText('€180.00');
    await chart.getByRole('button', { name: 'Show as chart' }).click();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe(page, { what: `the report, ${colorScheme}` });
  }

  await test.step('the rows are saved as a file', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await readFile(await (await started).path(), 'utf8');
    const [head = '', row = ''] = file.split(/\r?\n/);
    expect(head.split(/[,;]/).length).toBeGreaterThan(5);
    expect(row).toContain('Entry');
    expect(row).toMatch(/180[.,]00/);
  });

  await test.step('other days are in the address, and the back button takes them back', async () => {
    await page.getByRole('button', { name: /^Days:/ }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await expect(page).toHaveURL(/period=last-month/);
    await expect(page.getByText('No sales on these days.')).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/period/);
    await expect(figure(page, 'Sales')).toContainText('€180.00');
  });

  await test.step('the same over the account', async () => {
    await page.goto('/manage/reports');
    await expect(figure(page, 'You received')).toContainText('€180.00');
    await page.getByRole('link', { name: /^Night of sums/ }).click();
    await expect(page).toHaveURL(new RegExp(`/manage/event/${event.id}/reports`));
    await expect(figure(page, 'Sales')).toContainText('€180.00');
  });
});
