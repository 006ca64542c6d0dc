import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

/** An event with two tickets and an order for each. */
async function prepare() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Two rows ${unique()}`);
  const prices = new Map<string, number>();
  for (const name of ['Balcony', 'Stalls']) {
    const ticket = await buildTicket(organizer.api, event.id, {
      type: 'free',
      name,
      prices: [{ amount: 0 }],
    });
    prices.set(name, ticket.prices[0]?.id ?? 0);
  }
  await publish(organizer.api, event.id);
  for (const [firstName, ticket] of [
    ['Ana', 'Balcony'],
    ['Bruno', 'Stalls'],
  ] as const) {
    const buyer = apiClient();
    const { data } = await buyer.call(reserveOrder, {
      params: { eventId: String(event.id) },
      body: { items: [{ priceId: prices.get(ticket) ?? 0, quantity: 1 }] },
    });
    const email = `${firstName.toLowerCase()}-${unique()}@example.com`;
    await buyer.call(saveOrderDetails, {
      params: { orderShortId: data.shortId },
      body: { firstName, lastName: 'Nadal', email, sendAllToBuyer: true, attendees: [] },
    });
  }
  return { organizer, event };
}

test('a filtered list is saved as a view, opens first, is changed and reset, deleted and brought back @deep', async ({
  page,
  axe,
}) => {
  const { organizer, event } = await prepare();
  await signIn(page, organizer);
  const orders = `/manage/event/${event.id}/orders`;
  const [ana, bruno] = [page.getByText('Ana Nadal'), page.getByText('Bruno Nadal')];
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name, exact: true });

  await test.step('saved with a name', async () => {
    await page.goto(orders);
    await expect(ana).toBeVisible();
    const stalls = page.getByRole('checkbox', { name: 'Stalls' });
    await expect(async () => {
      if (!(await stalls.isVisible())) await page.getByRole('button', { name: 'Filter' }).click();
      await expect(stalls).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await stalls.click();
    await expect(stalls).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(ana).toBeHidden();
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('In the stalls');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save view' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('In the stalls');
    await dialog.getByRole('checkbox', { name: 'Share with everyone in the account' }).check();
    await dialog.getByRole('checkbox', { name: 'Open it first whenever I come to this list' }).check();
    await axe(page, { what: 'saving a view' });
    await page.keyboard.press('Enter');
    await expect(tab('In the stalls')).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/\?view=\d+$/);
  });
  const link = page.url();

  await test.step('opens with the list and by its link', async () => {
    for (const address of [orders, link]) {
      await page.goto(address);
      await expect(bruno).toBeVisible();
      await expect(ana).toBeHidden();
      await expect(tab('In the stalls')).toHaveAttribute('aria-current', 'page');
    }
    await tab('All').click();
    await expect(ana).toBeVisible();
    await page.goBack();
    await expect(ana).toBeHidden();
  });

  await test.step('changed and reset by keyboard', async () => {
    await page.getByRole('searchbox').fill('nobody');
    await expect(page.getByText('No orders match.')).toBeVisible();
    await axe(page, { what: 'a changed view' });
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await expect(bruno).toBeVisible();
    await expect(page).toHaveURL(link);
    await expect(tab('In the stalls')).toBeFocused();
  });

  await test.step('deleted and brought back', async () => {
    await page.getByRole('button', { name: 'Actions for In the stalls' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await expect(ana).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await tab('In the stalls').click();
    await expect(ana).toBeHidden();
  });
});
