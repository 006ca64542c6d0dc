import { getDesign, updateDesign } from '@entrada/contract/catalog/designs';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

test('an organizer designs the page, sees it before it is public, and loses nothing to a colleague', async ({
  page,
  visitor,
  axe,
  watch,
}) => {
  const organizer = await buildOrganizer('Marea');
  const { api } = organizer;
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  await buildTicket(api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(api, event.id);
  await signIn(page, organizer);
  const params = { eventId: String(event.id) };
  const preview = page.frameLocator('iframe');
  const shown = preview.locator('body [data-mantine-color-scheme]');
  const save = page.getByRole('button', { name: 'Save and publish' });
  const saved = () => expect(page.getByText('Unsaved changes')).toHaveCount(0);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  await test.step('the preview follows every change', async () => {
    await page.goto(`/manage/event/${event.id}/homepage-designer`);
    await expect(page.getByText('The preview is ready.')).toBeAttached();
    await expect(save).toBeDisabled();
    await page.getByRole('radio', { name: 'Sea' }).check();
    await field('Continue button').fill('Get a seat');
    const edit = page.getByRole('radiogroup', { name: 'What to show' });
    const isNarrow = await edit.isVisible();
    if (isNarrow) await edit.getByText('Preview').click();
    await expect(preview.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
    await expect(preview.locator('body')).toContainText('Get a seat');
    await expect(shown).toHaveCSS('background-color', 'rgb(14, 59, 67)');
    if (isNarrow) await edit.getByText('Edit').click();
    await axe(page, { what: 'the designer' });
  });

  await test.step('hard colours are named, with one that mends them', async () => {
    await field('Text').fill('#2b5a63');
    await expect(
      page.getByText(/Text on the page is hard to read \(1\.\d:1; 4\.5:1 is enough\)/),
    ).toBeVisible();
    await axe(page, { what: 'the designer with a warning' });
    await page.getByRole('button', { name: /^Use #[0-9a-f]{6} for “Text”/ }).click();
    await expect(page.getByText(/All text is easy to read/)).toBeVisible();
    await field('Page').fill('blue');
    await save.click();
    await expect(page.getByText('Enter a colour as six hex digits, such as #1c1815.')).toBeVisible();
    await page.getByRole('radio', { name: 'Sea' }).check();
  });

  await test.step('nobody else sees it until it is saved', async () => {
    const stranger = await visitor();
    await stranger.goto(event.publicPath);
    await expect(stranger.getByText('Get a seat')).toHaveCount(0);
    watch.expect(/status of 40[14]/);
    await stranger.goto(`/manage/event/${event.id}/homepage-designer/preview`);
    await expect(stranger).toHaveURL(/\/auth\/login/);
    await save.click();
    await saved();
    // A page is shared for a moment, so it may still be from before the change.
    await expect(async () => {
      await stranger.goto(event.publicPath);
      await expect(
        stranger.getByRole('button', { name: 'Get a seat' }).filter({ visible: true }),
      ).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });

  await test.step('a colleague was faster: both values, and a choice', async () => {
    const { data: design } = await api.call(getDesign, { params });
    const { version, ...rest } = design;
    await api.call(updateDesign, { params, body: { ...rest, version, continueButtonText: 'Come in' } });
    watch.expect(/status of 409/);
    await field('Continue button').fill('Sit down');
    await save.click();
    const row = page.getByRole('row', { name: /Continue button/ });
    await expect(row).toContainText('Come in');
    await expect(row).toContainText('Sit down');
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await save.click();
    await saved();
    expect((await api.call(getDesign, { params })).data.continueButtonText).toBe('Sit down');
  });

  await test.step('unsaved changes ask before they are lost', async () => {
    await page.getByRole('radio', { name: 'Rose' }).check();
    await page.getByRole('link', { name: 'Back to the event' }).click();
    const ask = page.getByRole('dialog', { name: 'Discard your changes?' });
    await ask.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('radio', { name: 'Sea' })).toBeChecked();
    await page.getByRole('link', { name: 'Back to the event' }).click();
    await expect(page).toHaveURL(new RegExp(`/manage/event/${event.id}$`));
  });
});
