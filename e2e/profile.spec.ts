import { Secret, TOTP } from 'otpauth';
import { expect, test } from './tools/fixtures.ts';
import { buildOrganizer, PASSWORD, signIn } from './tools/organizer.ts';

test('a passkey signs in without a password; an app and a recovery code do after it', async ({
  page,
  visitor,
  axe,
}) => {
  const person = await buildOrganizer('Profile');
  await signIn(page, person);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  let recovery = '';
  await test.step('a passkey is added, with recovery codes that show once', async () => {
    await page.goto('/manage/profile/security');
    await axe(page, { what: 'security' });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    recovery = (await dialog.getByRole('listitem').first().textContent()) ?? '';
    await axe(page, { what: 'recovery codes' });
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
  });

  let key = '';
  await test.step('an authenticator app counts once its code was typed', async () => {
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    key = ((await dialog.getByText(/^Key:/).textContent()) ?? '').replace(/^Key:|\s/g, '');
    // Another program makes the code.
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
    await dialog.getByRole('textbox', { name: 'Code from the app' }).fill(code);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^On since/)).toBeVisible();
  });

  await test.step('the passkey alone signs in', async () => {
    await page.goto('/auth/logout');
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: /passkey/i }).click();
    await expect(page).toHaveURL(/\/manage\/events/);
  });

  await test.step('elsewhere the password asks for a second step; a recovery code works once', async () => {
    const elsewhere = await visitor();
    for (const isFirst of [true, false]) {
      await elsewhere.goto('/auth/login');
      await elsewhere.getByRole('textbox', { name: 'Email' }).fill(person.email);
      await elsewhere.locator('input[name="password"]').fill(PASSWORD);
      await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
      await elsewhere.getByRole('textbox', { name: 'Code' }).fill(recovery);
      await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (isFirst) await expect(elsewhere).toHaveURL(/\/manage\/events/);
      else await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible();
      await elsewhere.context().clearCookies();
    }
  });
});
