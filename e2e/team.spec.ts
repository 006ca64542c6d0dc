import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, PASSWORD, signIn } from './tools/organizer.ts';

test('somebody new joins for one event, and is out with the next click after being switched off', async ({
  page,
  visitor,
  watch,
  axe,
}) => {
  const owner = await buildOrganizer('Team');
  const theirs = await buildEvent(owner, `Theirs ${unique()}`);
  const other = await buildEvent(owner, `Others ${unique()}`);
  const email = `guest-${unique()}@example.com`;
  await signIn(page, owner);

  await test.step('the owner invites them for one event', async () => {
    await page.goto('/account/users');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const drawer = page.getByRole('dialog', { name: 'Invite someone' });
    await drawer.getByRole('textbox', { name: 'Email' }).fill(email);
    await drawer.getByRole('radio', { name: 'Only events that you choose' }).check();
    await drawer.getByRole('checkbox', { name: theirs.title }).check();
    await axe(page, { what: 'inviting' });
    await drawer.getByRole('button', { name: 'Send invitation' }).click();
    await expect(drawer).toBeHidden();
  });

  const guest = await visitor();
  await test.step('they make a sign-in of their own with the mailed link, which works once', async () => {
    const mail = await inbox(email).receive('invitation');
    const link = mail.link('/auth/accept-invitation/');
    await guest.goto(link);
    await guest.getByRole('textbox', { name: 'First name' }).fill('Íñigo');
    await guest.locator('input[name="password"]').fill(PASSWORD);
    await guest.locator('input[name="passwordConfirmation"]').fill(PASSWORD);
    await guest.getByRole('checkbox').check();
    await guest.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(guest).toHaveURL(/\/manage\/events/);
    watch.expect(/410/);
    await guest.goto(link);
    await expect(guest.getByText(/accepted/i).first()).toBeVisible();
  });

  await test.step('they see that event and no other', async () => {
    await guest.goto('/manage/events');
    await expect(guest.getByRole('link', { name: theirs.title })).toBeVisible();
    await expect(guest.getByText(other.title)).toHaveCount(0);
    watch.expect(/40[134]/);
    const missing = await guest.goto(`/manage/event/${other.id}`);
    expect(missing?.status()).toBe(404);
    const refused = await guest.goto('/account/users');
    expect(refused?.status()).toBe(403);
    await expect(guest.getByText('Nuria Vidal can give you access.')).toBeVisible();
  });

  await test.step('switched off, their next click leads to the login', async () => {
    await guest.goto('/manage/events');
    await page.goto('/account/users');
    await page.getByRole('button', { name: /Íñigo/ }).last().click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('Switched off', { exact: true })).toBeVisible();
    await guest.getByRole('link', { name: theirs.title }).click();
    await expect(guest).toHaveURL(/\/auth\/login/);
  });

  await test.step('the audit log tells all of it, and narrows to one record', async () => {
    await page.goto('/account/audit-log');
    for (const what of ['Invitation sent', 'Invitation accepted', 'Person switched off'])
      await expect(page.getByText(what)).toBeVisible();
    await axe(page, { what: 'audit log' });
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOption({ label: 'Invitation' });
    await expect(page.getByText('Person switched off')).toHaveCount(0);
    await expect(page).toHaveURL(/kind=invitation/);
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('audit-log.xlsx');
  });
});
