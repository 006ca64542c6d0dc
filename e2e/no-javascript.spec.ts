import { unique } from './environment.ts';
import { expect, test } from './fixtures.ts';
import { inbox } from './inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './organizer.ts';

test.use({ javaScriptEnabled: false });

test('a free ticket is had without JavaScript', async ({ page }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Open rehearsal ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  const buyer = `ana-${unique()}@example.com`;

  await page.goto(event.publicPath);
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();

  await test.step('a wrong choice is refused and kept', async () => {
    await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });

  await page.getByRole('spinbutton', { name: 'Quantity of Seat' }).fill('2');
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/details$/);
  await page.getByLabel('First name').first().fill('Ana');
  await page.getByLabel('Last name').first().fill('Martí');
  await page.getByLabel('Email', { exact: true }).first().fill(buyer);
  await page.getByLabel('Confirm email').fill(buyer);
  await page.getByRole('button', { name: /Complete|Get/ }).click();

  await expect(page).toHaveURL(/\/summary$/);
  await expect(page.getByText(/ENT-[2-9A-Z]{6}/).first()).toBeVisible();
  await inbox(buyer).receive('order_confirmation');
});
