import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, PASSWORD, publish } from './tools/organizer.ts';

test.use({ javaScriptEnabled: false });

test('a free ticket is had without JavaScript', { tag: '@phone' }, async ({ page, watch }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Open rehearsal ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  const buyer = `ana-${unique()}@example.com`;

  await page.goto(event.publicPath);
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();

  await test.step('nothing chosen is said so', async () => {
    watch.expect(/status of 422/);
    await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });

  await page.getByRole('spinbutton', { name: 'Quantity of Seat' }).fill('2');
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/details$/);

  await test.step('a refused form names its fields, each with a link to it', async () => {
    watch.expect(/status of 422/);
    await page.getByRole('button', { name: 'Complete order' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'need another look' });
    await summary.getByRole('link', { name: /^Last name: / }).click();
    await expect(page.getByLabel('Last name').first()).toBeInViewport();
    await expect(page.locator(':target')).toHaveAccessibleName(/^Last name/);
  });

  await sayWhoBuys(page, buyer);
  await page.getByRole('checkbox', { name: 'Send all tickets to me' }).check();
  await page.getByRole('button', { name: 'Complete order' }).click();

  await expect(page).toHaveURL(/\/summary$/);
  await expect(page.getByText(/ENT-[2-9A-Z]{6}/).first()).toBeVisible();
  await inbox(buyer).receive('order_confirmation');
});

test('a mailed link sets a new password without JavaScript, and the answer is no error @deep', async ({
  page,
}) => {
  const { email } = await buildOrganizer('Plain');
  await page.goto('/auth/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto((await inbox(email).receive('reset_password')).link('/auth/reset-password/'));
  await page.locator('input[name="password"]').fill(`new ${PASSWORD}`);
  await page.locator('input[name="passwordConfirmation"]').fill(`new ${PASSWORD}`);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('button', { name: 'Save password' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Password saved' })).toBeVisible();
});
