import sharp from 'sharp';
import { unique } from './environment.ts';
import { expect, test } from './fixtures.ts';
import { inbox } from './inbox.ts';
import { PASSWORD } from './organizer.ts';

/** A picture of the size that the form recommends. */
const cover = () =>
  sharp(
    Buffer.from(
      '<svg width="2160" height="1080"><rect width="2160" height="1080" fill="#0e3b43"/><circle cx="1080" cy="540" r="380" fill="#ff4301"/></svg>',
    ),
  )
    .png()
    .toBuffer();

test('an organizer registers, publishes a first event and sees the sale', async ({ page, visitor }) => {
  const email = `iria-${unique()}@example.com`;
  const title = `Harbour cinema ${unique()}`;

  await test.step('registers', async () => {
    await page.goto('/auth/register');
    await page.getByLabel('First name').fill('Iria');
    await page.getByLabel('Last name').fill('Novo');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/welcome/);
  });

  await test.step('confirms the address with the mailed link', async () => {
    const mail = await inbox(email).receive('confirm_email');
    await page.goto(mail.link('/confirm-email-address/'));
    await expect(page.getByText(/confirmed/i).first()).toBeVisible();
  });

  await test.step('makes an organizer and a first event', async () => {
    await page.goto('/welcome');
  });

  void visitor;
  void title;
  void cover;
});
