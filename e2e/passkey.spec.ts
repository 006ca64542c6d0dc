import { type Application, startApplication } from './tools/application.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildOrganizer, signIn } from './tools/organizer.ts';

// Passkeys are bound to a name, and the other journeys use a number as the address.
let application: Application;
test.beforeAll(async () => {
  application = await startApplication(
    // Mails are written by the other process, with its address.
    { DATABASE_URL: process.env.E2E_DATABASE_URL ?? '', ROLE: 'web' },
    'localhost',
  );
});
test.afterAll(() => application.stop());

test('a passkey is added, signs in without a password, and opens nothing once it is removed @desktop', async ({
  visitor,
  watch,
  axe,
}) => {
  const person = await buildOrganizer('Passkey');
  const page = await visitor({ baseURL: application.baseUrl });
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // The browser's own list of passkeys below the email field would choose one before anybody presses anything.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await signIn(page, person);

  await test.step('added in the profile, with recovery codes for the day it is lost', async () => {
    await page.goto('/manage/profile/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('never used')).toBeVisible();
    await axe(page, { what: 'security with a passkey' });
  });

  const signOut = async () => {
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/auth\/login/);
  };
  const usePasskey = () => page.getByRole('button', { name: /passkey/i }).click();

  await test.step('signs in without a password', async () => {
    await signOut();
    await usePasskey();
    await page.waitForURL(/\/manage\/events/);
    await page.goto('/manage/profile/security');
    await expect(page.getByText('never used')).toHaveCount(0);
  });

  await test.step('removed, it opens nothing', async () => {
    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByText('The passkey is removed.')).toBeVisible();
    await signOut();
    watch.expect(/status of 4\d\d/);
    await usePasskey();
    await expect(page.getByText('This passkey does not work here.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.goto('/manage/events');
    await expect(page).toHaveURL(/\/auth\/login/);
  });
});
