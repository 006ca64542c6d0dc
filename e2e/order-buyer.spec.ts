import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

/** An event with two orders of one free guest each. The second buyer mistyped the address. */
async function prepareOrders() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of light ${unique()}`);
  const params = { eventId: String(event.id) };
  const guest = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Guest',
    prices: [{ amount: 0 }],
  });
  await publish(organizer.api, event.id);
  const buy = async (firstName: string, email: string) => {
    const client = apiClient();
    const items = [{ priceId: guest.prices[0]?.id ?? 0, quantity: 1 }];
    const { data: held } = await client.call(reserveOrder, { params, body: { items, locale: 'en' } });
    await client.call(saveOrderDetails, {
      params: { orderShortId: held.shortId },
      body: { firstName, lastName: 'Roche', email, sendAllToBuyer: true, attendees: [] },
    });
  };
  const id = unique();
  const [wrong, right] = [`mathieu-${id}@gmial.example`, `mathieu-${id}@gmail.example`];
  await buy('Inès', `ines-${id}@example.org`);
  await buy('Mathieu', wrong);
  return { organizer, event, wrong, right };
}

test('an organizer corrects the buyer’s address, mails the order there, and notes why @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const { organizer, event, wrong, right } = await prepareOrders();
  await inbox(wrong).receive('order_confirmation');
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(organizer.email);
  await page.getByLabel('Password', { exact: true }).fill(organizer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/manage/);
  await page.goto(`/manage/event/${event.id}/orders`);
  await page.getByRole('link', { name: 'Mathieu Roche' }).filter({ visible: true }).click();
  const drawer = page.getByRole('dialog', { name: /^Order / });

  await test.step('the address is corrected, and the order goes there', async () => {
    await drawer.getByRole('button', { name: 'Edit buyer' }).click();
    const form = drawer.getByRole('form', { name: 'Edit buyer' });
    await form.getByRole('textbox', { name: 'Email' }).fill(right);
    await expect(form.getByRole('checkbox', { name: 'Send the order to the new address' })).toBeChecked();
    await axe(page, { what: 'the drawer with the form of the buyer' });
    await form.getByRole('button', { name: 'Save buyer' }).click();
    await expect(drawer.getByRole('link', { name: right })).toBeVisible();
    await inbox(right).receive('order_confirmation');
    await inbox(wrong).receive('order_email_corrected');
    await expect(drawer.getByText(`Email: ${wrong} → ${right}`)).toBeVisible();
  });

  await test.step('Escape leaves a form of the drawer, asks first if something was typed, and the focus is back', async () => {
    const edit = drawer.getByRole('button', { name: 'Edit buyer' });
    const form = drawer.getByRole('form', { name: 'Edit buyer' });
    await edit.click();
    await expect(form.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(form).toBeHidden();
    await expect(edit).toBeFocused();
    const field = drawer.getByRole('textbox', { name: 'Add a note' });
    await field.fill('Not this.');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  });

  await test.step('Escape closes the dialog over the drawer, and the focus is back on its button', async () => {
    const again = drawer.getByRole('button', { name: 'Send again' });
    await again.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Send order .* again\?$/ });
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(right);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(again).toBeFocused();
  });

  await test.step('a note is kept, deleted and brought back', async () => {
    const field = drawer.getByRole('textbox', { name: 'Add a note' });
    await field.fill('Called: the address had a typo.');
    await drawer.getByRole('button', { name: 'Add note' }).click();
    const note = drawer.getByText('Called: the address had a typo.');
    await expect(note.and(drawer.getByRole('paragraph'))).toBeVisible();
    await drawer.getByRole('button', { name: /^Actions for the note of / }).click();
    await page.getByRole('menuitem', { name: 'Delete note' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(note.and(drawer.getByRole('paragraph'))).toBeVisible();
    await axe(page, { what: 'the drawer of an order with a note' });
  });
});
