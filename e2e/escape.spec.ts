import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, signIn } from './tools/organizer.ts';

test('Escape asks about changes and Escape takes the question back, as often as one likes @deep', async ({
  page,
}) => {
  const organizer = await buildOrganizer('Escape');
  const event = await buildEvent(organizer, `Everyday ${unique()}`);
  const ticket = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Seat',
    prices: [{ amount: 0 }],
  });
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/tickets?drawer=${ticket.id}`);
  const drawer = page.getByRole('dialog', { name: 'Edit ticket' });
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const name = drawer.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Seat by the stage');
  for (const _ of ['once', 'twice', 'three times']) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Seat by the stage');
  }

  await test.step('Escape in the palette over the drawer closes only the palette', async () => {
    const palette = page.getByRole('combobox', { name: 'Search and commands' });
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(question).toBeHidden();
    await expect(name).toBeFocused();
  });

  await test.step('a press right after the question has closed asks again, and the focus still returns', async () => {
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    // The second press arrives before the page has done anything after the first.
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(name).toBeFocused();
  });

  await test.step('discarded, the drawer closes and its row has the focus', async () => {
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Seat', exact: true })).toBeFocused();
  });
});
