import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, signIn } from './tools/organizer.ts';

test('a filtered export is scheduled, sent at once, downloaded by the link of its mail, and deleted with undo', {
  tag: ['@deep', '@phone'],
}, async ({ page, axe }) => {
  const organizer = await buildOrganizer('Exports');
  const event = await buildEvent(organizer, `Files by mail ${unique()}`);
  await signIn(page, organizer);

  await test.step('from the dialog of a list, with its filter', async () => {
    await page.goto(`/manage/event/${event.id}/orders?query=nobody`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('link', { name: 'Send it by email every day or week' }).click();
    const drawer = page.getByRole('dialog', { name: 'New scheduled export' });
    await expect(drawer.getByRole('radio', { name: 'What the filters of the list find' })).toBeChecked();
    await axe(page, { what: 'the form of a scheduled export' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'Every Monday' })).toContainText(
      'Filtered rows',
    );
    await axe(page, { what: 'scheduled exports' });
  });

  await test.step('sent now', async () => {
    await page.getByRole('button', { name: 'Actions for Orders (XLSX)' }).click();
    await page.getByRole('menuitem', { name: 'Send now' }).click();
    await expect(page.getByText('0 rows')).toBeVisible({ timeout: 30_000 });
    const mail = await inbox(organizer.email).receive('scheduled_export');
    await page.goto(mail.link('/scheduled-exports?file='));
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download file' }).click();
    expect((await started).suggestedFilename()).toMatch(/-orders-\d{4}-\d\d-\d\d\.xlsx$/);
  });

  await test.step('deleted, and brought back', async () => {
    await page.getByRole('button', { name: 'Actions for Orders (XLSX)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Files that come by themselves')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Every Monday')).toBeVisible();
  });
});
