import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { PASSWORD } from './tools/organizer.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A picture of the size that the form recommends. */
const drawCover = () =>
  sharp(
    Buffer.from(
      '<svg width="2160" height="1080"><rect width="2160" height="1080" fill="#0e3b43"/><circle cx="1080" cy="540" r="380" fill="#ff4301"/></svg>',
    ),
  )
    .png()
    .toBuffer();

/** A link of the sidebar. On narrow screens the sidebar is a drawer. */
async function goTo(page: Page, name: string, heading = name) {
  const menu = page.getByRole('button', { name: 'Open menu' });
  const link = page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true });
  // The button does nothing until the page's scripts have started.
  await expect(async () => {
    if ((await menu.isVisible()) && !(await link.isVisible())) await menu.click();
    await link.click({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

async function addTicket(page: Page, type: string, values: Record<string, string>) {
  await page.getByRole('button', { name: 'New ticket' }).click();
  const drawer = page.getByRole('dialog', { name: 'New ticket' });
  await drawer.getByRole('radiogroup', { name: 'Type' }).getByText(type, { exact: true }).click();
  for (const [label, value] of Object.entries(values))
    await drawer.getByRole('textbox', { name: label }).first().fill(value);
  await drawer.getByRole('button', { name: 'Save ticket' }).click();
  await expect(drawer).toBeHidden();
}

async function buyFreeTicket(page: Page, path: string, email: string) {
  await page.goto(path);
  await page.getByRole('button', { name: 'Add one Seat' }).click();
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
  await page.waitForURL(/\/details$/);
  await sayWhoBuys(page, email);
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page).toHaveURL(/\/summary$/);
}

test('an organizer registers, publishes a first event and sees the sale', async ({ page, visitor }) => {
  const id = unique();
  const email = `iria-${id}@example.com`;
  const title = `Harbour cinema ${id}`;

  await test.step('registers', async () => {
    await page.goto('/auth/register');
    await page.getByLabel('First name').fill('Iria');
    await page.getByLabel('Last name').fill('Novo');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
  });

  await test.step('confirms the address with the mailed link', async () => {
    const mail = await inbox(email).receive('confirm_email');
    await page.goto(mail.link('/confirm-email-address/'));
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  });

  await test.step('makes an organizer and a first event', async () => {
    // The link loads another document: the fields below are of use when its scripts have started.
    await page.getByRole('link', { name: 'Go to your events' }).click();
    await page.waitForURL(/\/welcome$/);
    await expect(page.getByLabel('Organizer name')).toBeFocused();
    await page.getByLabel('Organizer name').fill(`Cinema club ${id}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    const drawer = page.getByRole('dialog', { name: 'New event' });
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(title);
    const start = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 11);
    await drawer.getByRole('textbox', { name: 'Starts' }).fill(`${start}20:00`);
    await drawer.getByRole('textbox', { name: 'Ends' }).fill(`${start}23:00`);
    await drawer.getByRole('textbox', { name: 'Venue' }).fill('Moll de Llevant');
    await drawer.getByRole('textbox', { name: 'City' }).fill('Tarragona');
    await drawer.getByText('Free', { exact: true }).click();
    await drawer.getByRole('textbox', { name: 'Ticket name' }).fill('Seat');
    await drawer.getByRole('textbox', { name: 'Quantity' }).fill('40');
    await drawer.getByRole('button', { name: 'Create event' }).click();
    await expect(page).toHaveURL(/\/manage\/event\/\d+/);
  });

  await test.step('adds a paid ticket', async () => {
    await goTo(page, 'Tickets');
    await addTicket(page, 'Paid', { Name: 'Deck chair', Price: '12.50', Quantity: '60' });
    await expect(page.getByText('Deck chair').filter({ visible: true }).first()).toBeVisible();
  });

  await test.step('uploads a cover', async () => {
    await goTo(page, 'Settings');
    const file = { name: 'cover.png', mimeType: 'image/png', buffer: await drawCover() };
    await page.getByLabel('Cover image').setInputFiles(file);
    await page
      .getByRole('dialog', { name: 'Cover image' })
      .getByRole('button', { name: 'Save image' })
      .click();
    await expect(page.getByRole('img', { name: `Cover of ${title}` })).toBeVisible();
  });

  await test.step('publishes', async () => {
    await goTo(page, 'Getting started');
    await page.getByRole('button', { name: 'Publish event' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Publish event' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Publish event' }).click();
    const live = page.getByRole('dialog', { name: 'The event is live' });
    await live.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
  });

  await goTo(page, 'Dashboard', title);
  const path = await page.getByRole('link', { name: 'View page' }).getAttribute('href');
  expect(path).not.toBeNull();
  await buyFreeTicket(await visitor(), path ?? '', `ana-${id}@example.com`);

  await test.step('sees the sale', async () => {
    await page.reload();
    await expect(page.getByText('Ana Martí').filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '1 of 100' })).toBeVisible();
    await goTo(page, 'Orders');
    await expect(page.getByText('Ana Martí').filter({ visible: true }).first()).toBeVisible();
    await goTo(page, 'Attendees');
    await expect(page.getByText('Ana Martí').filter({ visible: true }).first()).toBeVisible();
  });
});
