import { acceptAsMyself, acceptAsNewUser } from '@entrada/contract/accounts/invitations';
import { getAccountSettings, updateAccountSettings } from '@entrada/contract/accounts/settings';
import { inviteUsers } from '@entrada/contract/accounts/team';
import type { Page } from '@playwright/test';
import type { Client } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildOrganizer, PASSWORD, signIn } from './tools/organizer.ts';

/** An organizer whose account has a name of its own. */
async function buildNamed(start: string) {
  const person = await buildOrganizer(start);
  const name = `${start} ${unique()}`;
  const { version } = (await person.api.call(getAccountSettings, {})).data;
  await person.api.call(updateAccountSettings, { body: { version, name } });
  return { ...person, name };
}

/** Invites an address and answers what the mailed link carries. */
async function invite(api: Client, email: string, role: 'admin' | 'organizer') {
  await api.call(inviteUsers, { body: { emails: [email], role, reach: null, note: '' } });
  const link = (await inbox(email).receive('invitation')).link('/auth/accept-invitation/');
  return new URL(link).pathname.split('/').at(-1) ?? '';
}

async function fillLogin(page: Page, email: string, password = PASSWORD) {
  await page.goto('/auth/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const here = (page: Page, name: string) => page.getByRole('heading', { name: `${name} (you are here)` });

test('somebody of two accounts chooses one at the login, and switches without signing out', async ({
  visitor,
  axe,
}) => {
  const home = await buildNamed('Home');
  const other = await buildNamed('Other');
  await home.api.call(acceptAsMyself, {
    params: { token: await invite(other.api, home.email, 'organizer') },
  });
  // An address of the internet, whose place nobody here knows.
  const page = await visitor({
    timezoneId: 'Europe/Lisbon',
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' },
  });

  await test.step('the login asks which, with the role in each', async () => {
    await fillLogin(page, home.email);
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await expect(page.getByRole('button', { name: `${home.name} Owner` })).toBeVisible();
    await axe(page, { what: 'choosing an account' });
    await page.getByRole('button', { name: `${other.name} Organizer` }).click();
    await page.waitForURL(/\/manage\/events/);
    await page.goto('/manage/account');
    await expect(here(page, other.name)).toBeVisible();
  });

  await test.step('a switch keeps the session', async () => {
    const token = async () =>
      (await page.context().cookies()).find(({ name }) => name.endsWith('entrada_session'))?.value;
    const before = await token();
    await page
      .getByRole('listitem')
      .filter({ hasText: home.name })
      .getByRole('button', { name: 'Switch' })
      .click();
    await page.waitForURL(/\/manage\/events/);
    await page.goto('/manage/account');
    await expect(here(page, home.name)).toBeVisible();
    expect(await token()).toBe(before);
  });

  await test.step('the session tells from which time zone it was opened', async () => {
    await page.goto('/manage/profile/security');
    await expect(page.getByText('Time zone: Lisbon · now')).toBeVisible();
  });
});

test('an account changes hands when both sides have confirmed', async ({ page, visitor, axe }) => {
  const owner = await buildNamed('Handed');
  const email = `heir-${unique()}@example.com`;
  const token = await invite(owner.api, email, 'admin');
  const person = { firstName: 'Uxía', lastName: 'Heir', password: PASSWORD, passwordConfirmation: PASSWORD };
  await owner.api.call(acceptAsNewUser, {
    params: { token },
    body: { ...person, termsAgreed: true, locale: 'en' },
  });
  await signIn(page, owner);

  await test.step('the owner offers it with the password, and nothing has changed yet', async () => {
    await page.goto('/account/users');
    await page
      .getByRole('button', { name: /Uxía Heir/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Hand the account over' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand the account over' });
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await axe(page, { what: 'handing over' });
    await dialog.getByRole('button', { name: 'Offer the account' }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/manage/account');
    await expect(page.getByText(`Uxía Heir can take over ${owner.name}`)).toBeVisible();
    await expect(page.getByText('To leave, hand it over first.')).toBeVisible();
  });

  await test.step('the heir agrees by the mailed link, and then is the owner', async () => {
    const heir = await visitor();
    await signIn(heir, { email, password: PASSWORD });
    await heir.goto((await inbox(email).receive('ownership_offered')).link('/manage/account'));
    await expect(heir.getByText(`Nuria Vidal wants to make you the owner of ${owner.name}`)).toBeVisible();
    await heir.getByRole('button', { name: 'Take over' }).click();
    await heir.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await expect(heir.getByText('To leave, hand it over first.')).toBeVisible();
  });

  await test.step('the owner before is an administrator, who may leave', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
    await expect(page.getByText('can take over')).toHaveCount(0);
  });
});

test('the old address undoes a change of email that somebody else has confirmed', async ({
  page,
  visitor,
  axe,
}) => {
  const person = await buildOrganizer('Email');
  const taken = `thief-${unique()}@example.com`;
  await signIn(page, person);

  await test.step('somebody with the session changes the address and confirms the new one', async () => {
    await page.goto('/manage/profile/security');
    await page.getByRole('textbox', { name: 'Email' }).fill(taken);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText(`Waiting for ${taken}.`)).toBeVisible();
    await page.goto((await inbox(taken).receive('email_change_confirm')).link('/confirm-email-change/'));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible();
  });

  const mailbox = await visitor();
  await test.step('the old address undoes it, which ends every session', async () => {
    await mailbox.goto(
      (await inbox(person.email).receive('email_change_notice')).link('/undo-email-change/'),
    );
    await axe(mailbox, { what: 'keeping the address' });
    await mailbox.getByRole('button', { name: 'Keep my address' }).click();
    await expect(mailbox.getByRole('heading', { name: 'Your address stays' })).toBeVisible();
    await page.goto('/manage/events');
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  await test.step('a mailed link sets a new password, and the old address signs in with it', async () => {
    // The link is used up by the save. The journey fails if the page reads it again, because the browser logs the 410.
    const fresh = 'another horse battery staple';
    await mailbox.goto((await inbox(person.email).receive('reset_password')).link('/auth/reset-password/'));
    await mailbox.locator('input[name="password"]').fill(fresh);
    await mailbox.locator('input[name="passwordConfirmation"]').fill(fresh);
    await mailbox.getByRole('button', { name: 'Save password' }).click();
    await expect(mailbox.getByRole('heading', { name: 'Password saved' })).toBeVisible();
    await fillLogin(mailbox, person.email, fresh);
    await mailbox.waitForURL(/\/manage\/events/);
  });
});
