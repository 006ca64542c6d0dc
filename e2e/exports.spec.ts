import { createAffiliate } from '@entrada/contract/catalog/affiliates';
import { exportPath } from '@entrada/contract/sales/exports';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, signIn } from './tools/organizer.ts';

test('whoever exported too often is told when to try again, and may still take chosen rows @deep', async ({
  page,
  axe,
  watch,
}) => {
  const organizer = await buildOrganizer('Exports');
  const event = await buildEvent(organizer, `Far too many files ${unique()}`);
  await organizer.api.call(createAffiliate, {
    params: { eventId: String(event.id) },
    body: { code: 'radio-sol', name: 'Radio Sol', email: '', status: 'active' },
  });
  await signIn(page, organizer);
  for (let taken = 0; taken < 20; taken += 1) {
    expect((await page.request.get(`/api${exportPath(event.id, 'affiliates', 'csv')}`)).status()).toBe(200);
  }
  await page.goto(`/manage/event/${event.id}/affiliates`);
  await expect(page.getByText('Radio Sol')).toBeVisible();

  await test.step('one list too many is refused on the page', async () => {
    watch.expect(/429/);
    const told = page.getByText(/^Too many exports in a short time\. Try again in \d+ minutes\.$/);
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await expect(async () => {
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Export' }).click();
      await dialog.getByRole('button', { name: 'Export' }).click();
      await expect(told).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const again = page.waitForResponse((reply) => reply.status() === 429);
    await dialog.getByRole('button', { name: 'Export' }).click();
    await again;
    await expect(told).toHaveCount(1);
    await expect(page).toHaveURL(/\/affiliates$/);
    await axe(page, { what: 'a refused export' });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('chosen rows are given', async () => {
    const select = page.getByRole('button', { name: 'Select', exact: true });
    if (await select.isVisible()) await select.click();
    await page.getByRole('checkbox', { name: 'Select Radio Sol' }).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    const started = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await expect(dialog.getByText('For 1 row of the list.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Export' }).click();
    expect((await started).suggestedFilename()).toBe('affiliates.xlsx');
    await expect(dialog).toBeHidden();
  });
});
