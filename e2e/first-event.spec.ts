import { readFile } from 'node:fs/promises';
import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildOrganizer, registerPerson, signIn } from './tools/organizer.ts';
import { readQr, readQrOf } from './tools/read-qr.ts';

const DAY = 24 * 60 * 60 * 1000;
const startDay = () => new Date(Date.now() + 60 * DAY).toISOString().slice(0, 11);

/** Opens the drawer, which needs the page's scripts. */
async function openDrawer(page: Page) {
  await page.goto('/manage/events');
  const drawer = page.getByRole('dialog', { name: 'New event' });
  await expect(async () => {
    if (!(await drawer.isVisible())) await page.getByRole('button', { name: 'New event' }).first().click();
    await expect(drawer).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return drawer;
}

test('one screen makes an event with a cover and a ticket and publishes it; link, code and page are at hand @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const owner = await buildOrganizer('First');
  await owner.api.call(createTaxOrFee, {
    body: {
      name: 'Service',
      type: 'fee',
      calculation: 'percentage',
      rate: '6',
      amount: null,
      currency: null,
      isDefault: true,
    },
  });
  const title = `Harbour night ${unique()}`;
  await signIn(page, owner);
  const drawer = await openDrawer(page);

  await test.step('what is missing is said, and nothing is made', async () => {
    await drawer.getByRole('button', { name: 'Create and publish' }).click();
    await expect(drawer.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await expect(drawer.getByText('Enter an amount.')).toBeVisible();
    await axe(page, { what: 'new event with errors' });
  });

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/'))
      requests.push(new URL(request.url()).pathname);
  });
  await test.step('filled in and published', async () => {
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(title);
    await drawer.getByRole('textbox', { name: 'Starts' }).fill(`${startDay()}20:00`);
    await drawer.getByRole('textbox', { name: 'Venue' }).fill('Moll de Llevant');
    await drawer.getByRole('button', { name: 'Drawn cover 1' }).click();
    await expect(drawer.getByText('What a buyer pays')).toHaveCount(0);
    await drawer.getByRole('textbox', { name: 'Price' }).fill('12.50');
    const total = drawer.getByRole('definition').filter({ hasText: '€13.25' });
    await expect(total).toBeVisible();
    await axe(page, { what: 'new event with what a buyer pays' });
    await page.route('**/api/events', async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    const button = drawer.getByRole('button', { name: 'Create and publish' });
    await button.click();
    // The button that was pressed shows that it works, not the one beside it.
    await expect(button).toHaveAttribute('data-loading', 'true');
    await expect(drawer.getByRole('button', { name: 'Create event' })).toBeDisabled();
  });

  const live = page.getByRole('dialog', { name: 'The event is live' });
  await expect(live.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const address = await live.getByRole('textbox', { name: 'Link' }).inputValue();
  await axe(page, { what: 'a new event is shared' });

  await test.step('the code leads to the page, on the screen and in both files', async () => {
    const shown = live.getByRole('img', { name: 'QR code of the event page' });
    expect(await readQr(shown)).toBe(address);
    for (const kind of ['SVG', 'PNG']) {
      const saved = page.waitForEvent('download');
      await live.getByRole('button', { name: `Download the QR code as ${kind}` }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^harbour-night-.*-qr\\.${kind.toLowerCase()}$`));
      const drawn = await sharp(await readFile(await file.path()), { density: 144 })
        .png()
        .toBuffer();
      expect(await readQrOf(drawn)).toBe(address);
    }
  });

  await test.step('the page has the cover and the ticket', async () => {
    expect(requests.filter((path) => path.endsWith('/images'))).toHaveLength(1);
    expect(requests.filter((path) => path === '/api/events')).toHaveLength(1);
    await live.getByRole('link', { name: 'View event page' }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('General admission')).toBeVisible();
    await expect(page.locator('main img').first()).toBeVisible();
  });

  await test.step('later it is shared from the header of the event', async () => {
    const eventId = /event\/(\d+)/.exec(address)?.[1];
    await page.goto(`/manage/event/${eventId}`);
    const share = page.getByRole('dialog', { name: 'Share event' });
    await expect(async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(share).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(share.getByRole('textbox', { name: 'Link' })).toHaveValue(address);
    await share.getByRole('button', { name: 'Done' }).click();
    await expect(share).toBeHidden();
  });
});

test('an address confirmed elsewhere lets what is typed here be published, without loading the page again @deep', async ({
  page,
}) => {
  const person = await registerPerson('Unconfirmed');
  await signIn(page, person);
  const drawer = await openDrawer(page);
  const name = drawer.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed before');
  await expect(drawer.getByText(/^Confirm your email before you publish\./)).toBeVisible();
  const publish = drawer.getByRole('button', { name: 'Create and publish' });
  await expect(publish).toBeDisabled();
  await person.confirm();
  await expect(publish).toBeEnabled({ timeout: 20_000 });
  await expect(name).toHaveValue('Typed before');
});

test('by the keyboard alone, as a draft, and a cover that fails is tried again without being chosen again', async ({
  page,
  watch,
}) => {
  const owner = await buildOrganizer('Keys');
  await signIn(page, owner);
  const drawer = await openDrawer(page);
  const name = drawer.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.type('Typed in one go');
  await drawer.getByRole('textbox', { name: 'Starts' }).fill(`${startDay()}20:00`);
  await test.step('a price that the payment provider refuses is named in the currency of the form', async () => {
    watch.expect(/422/);
    const price = drawer.getByRole('textbox', { name: 'Price' });
    await price.fill('12.345');
    await drawer.getByRole('combobox', { name: 'Currency' }).fill('KWD');
    await page.getByRole('option', { name: /^KWD/ }).click();
    await price.press('Enter');
    await expect(drawer.getByText('Enter a multiple of KWD 0.010.')).toBeVisible();
    await expect(price).toBeFocused();
  });
  await drawer.getByText('Free', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Drawn cover 5' }).focus();
  await page.keyboard.press('Space');
  await expect(drawer.getByRole('button', { name: 'Drawn cover 5' })).toHaveAttribute('aria-pressed', 'true');
  watch.expect(/500|Failed to load resource/);
  await page.route('**/images', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL' } }), {
    times: 1,
  });
  await name.focus();
  // Enter saves a draft and never publishes.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/getting-started$/);
  // The drawer that had the focus is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('The event is created, but its cover could not be saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The cover is there. Add a description.')).toBeVisible();
  await expect(page.getByText('Anyone can then open the page and buy.')).toBeVisible();
});
