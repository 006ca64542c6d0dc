import { Secret, TOTP } from 'otpauth';
import { expect, test } from './tools/fixtures.ts';
import { buildOrganizer, PASSWORD, signIn } from './tools/organizer.ts';

test('an authenticator app is asked for after the password, and a recovery code works once @deep', async ({
  page,
  visitor,
  watch,
  axe,
}) => {
  const person = await buildOrganizer('Profile');
  await signIn(page, person);
  let recovery = '';

  await test.step('the app counts once a code of it was typed; recovery codes show once', async () => {
    await page.goto('/manage/profile/security');
    await axe(page, { what: 'security' });
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const key = ((await dialog.getByText(/^Key:/).textContent()) ?? '').replace(/^Key:|\s/g, '');
    // Another program makes the code.
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
    await dialog.getByRole('textbox', { name: 'Code from the app' }).fill(code);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await axe(page, { what: 'recovery codes' });
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText(/^On since/)).toBeVisible();
  });

  await test.step('elsewhere the password asks for a second step; a recovery code opens it once', async () => {
    watch.expect(/4\d\d/);
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
