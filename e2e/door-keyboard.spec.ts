import { createCheckInLink } from '@entrada/contract/door/check-in-links';
import { addGuests } from '@entrada/contract/sales/guests/add';
import type { Page } from '@playwright/test';
import { scan } from './tools/door.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildCheckInList, buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

/** A supervisor's link to a list with one guest. */
async function prepare(): Promise<string> {
  const { api, ...organizer } = await buildOrganizer('Tecla');
  const event = await buildEvent({ api, ...organizer }, 'Night of keys');
  const params = { eventId: String(event.id) };
  const pass = await buildTicket(api, event.id, { type: 'free', name: 'Pass', prices: [{ amount: 0 }] });
  await publish(api, event.id);
  await api.call(addGuests, {
    params,
    body: {
      priceId: pass.prices[0]?.id ?? 0,
      amount: 0,
      payment: null,
      attendees: [{ firstName: 'Marina', lastName: 'Llorens', email: '' }],
      note: '',
      locale: 'en',
      notify: false,
      exceedCapacity: false,
    },
  });
  const list = await buildCheckInList(api, event.id, 'Main gate');
  const { data } = await api.call(createCheckInLink, {
    params: { ...params, listId: String(list.id) },
    body: { name: 'Marta', role: 'supervisor', pin: null },
  });
  return data.shortId;
}

/** Goes on with Tab until an element with this role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'switch' | 'tab', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let steps = 0; steps < 40; steps += 1) {
    if ((await wanted.count()) === 1 && (await wanted.evaluate((one) => one === document.activeElement)))
      return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('the scanner is walked by keyboard alone', { tag: '@phone' }, async ({ page, axe }) => {
  await page.goto(`/check-in/${await prepare()}`);

  await test.step('the settings open, change and close, and the focus comes back', async () => {
    await tabTo(page, 'button', 'Camera and sound');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Camera and sound' });
    await expect(dialog).toBeVisible();
    await tabTo(page, 'switch', 'High contrast for the sun');
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch', { name: 'High contrast for the sun' })).toHaveAttribute(
      'aria-checked',
      'true',
    );
    await axe(page, { what: 'the door in high contrast' });
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Camera and sound' })).toBeFocused();
  });

  await test.step('a guest is found, let in, and taken back', async () => {
    await tabTo(page, 'tab', 'Scan');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('llorens', { delay: 60 });
    const row = page.getByRole('listitem').filter({ hasText: 'Marina Llorens' });
    await expect(row).toBeVisible();
    await tabTo(page, 'button', /^Marina Llorens/);
    await page.keyboard.press('Enter');
    const person = page.getByRole('dialog', { name: 'Marina Llorens' });
    await tabTo(page, 'button', 'Check in');
    await page.keyboard.press('Enter');
    await expect(person.getByText('Checked in.')).toBeVisible();
    await tabTo(page, 'button', 'Undo check-in');
    await page.keyboard.press('Enter');
    await expect(person.getByText('Check-in undone.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(person).toBeHidden();
  });

  await test.step('a number that the scanner reads is no code, and leads to its guest', async () => {
    // On a wide screen the log beside the search names the guest too.
    const found = page.getByRole('tabpanel', { name: 'Search' }).getByRole('listitem');
    const row = found.filter({ hasText: 'Marina Llorens' });
    const number = await row.locator('.reference').innerText();
    await tabTo(page, 'tab', 'Search');
    await page.keyboard.press('ArrowRight');
    await scan(page, number, 'number');
    await axe(page, { what: 'a number instead of a code' });
    await tabTo(page, 'button', 'Search by number');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox')).toHaveValue(number);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(row).toBeVisible();
  });

  await test.step('the tabs go on with the arrows, and back to the scanner', async () => {
    await tabTo(page, 'tab', 'Search');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Inside' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'true');
    await tabTo(page, 'button', 'Open the scanner');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Scan' })).toBeVisible();
  });
});
