import { createPromoCode } from '@entrada/contract/catalog/promo-codes';
import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { chromium, type Page } from '@playwright/test';
import { baseUrl, newAddress, unique } from './tools/environment.ts';
import { writeQrVideo } from './tools/fake-camera.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildCheckInList, buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';
import { readQr } from './tools/read-qr.ts';

const CARD_WITH_3D_SECURE = '4000 0027 6000 3184';

async function prepareSale() {
  const organizer = await buildOrganizer('Marea');
  const { api } = organizer;
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  // All tickets that are created later get this fee.
  await api.call(createTaxOrFee, {
    body: {
      name: 'Booking fee',
      type: 'fee',
      calculation: 'percentage',
      rate: '6',
      amount: null,
      currency: null,
      included: false,
      isDefault: true,
    },
  });
  await buildTicket(api, event.id, { type: 'paid', name: 'Friday night', prices: [{ amount: 45_00 }] });
  await buildTicket(api, event.id, {
    type: 'tiered',
    name: 'Festival pass',
    prices: [
      { label: 'Early', amount: 80_00, quantity: 0 },
      { label: 'Regular', amount: 95_00 },
    ],
  });
  await api.call(createPromoCode, {
    params: { eventId: String(event.id) },
    body: {
      code: 'VERANO',
      discountType: 'percentage',
      percentage: '10',
      amount: null,
      allTickets: true,
      ticketIds: [],
      usageLimit: null,
      expiresAt: null,
      disabled: false,
    },
  });
  await publish(api, event.id);
  const door = await buildCheckInList(api, event.id, 'Main door');
  return { organizer, event, door };
}

const main = (page: Page) => page.getByRole('main');

test(
  'a stranger finds an event, pays with 3-D Secure and is let in at the door',
  { tag: '@phone' },
  async ({ page, watch, launchOptions }, testInfo) => {
    const { event, door } = await prepareSale();
    const buyer = `lucia-${unique()}@example.com`;

    await test.step('finds the event in the directory', async () => {
      await page.goto('/event');
      await page.getByRole('searchbox', { name: 'Search events' }).fill(event.title);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('link', { name: event.title }).click();
      await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
    });

    await test.step('chooses two types of ticket and enters a promo code', async () => {
      await expect(page.getByText('Sold out')).toBeVisible();
      await page.getByRole('button', { name: 'Add one Friday night' }).click();
      await page.getByRole('button', { name: 'Add one Festival pass, Regular' }).click();
      await page.getByRole('button', { name: 'Add one Festival pass, Regular' }).click();
      // 45.00 + 2 x 95.00, plus 6 %.
      await expect(page.getByText('€249.10').filter({ visible: true })).toBeVisible();
      await page.getByText('Enter a promo code').click();
      await page.getByRole('textbox', { name: 'Promo code' }).fill('verano');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('Promo code VERANO').filter({ visible: true }).first()).toBeVisible();
      // 10 % less: 40.50 + 2.43 and 2 x (85.50 + 5.13).
      await expect(page.getByText('€224.19').filter({ visible: true })).toBeVisible();
      await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
      await page.waitForURL(/\/details$/);
    });

    await test.step('says who buys and who comes', async () => {
      await expect(page).toHaveURL(/\/checkout\/\d+\/o_[\w-]{22}\/details$/);
      const who = page.getByRole('region', { name: 'Your details' });
      await who.getByLabel('First name').fill('Lucía');
      await who.getByLabel('Last name').fill('Ferrer Soler');
      await who.getByLabel('Email', { exact: true }).fill(buyer);
      await page.getByRole('button', { name: 'Copy my details to all' }).click();
      const second = page.getByRole('group', { name: 'Attendee 2 of 3' });
      await second.getByLabel('First name').fill('Tomás');
      await second.getByLabel('Last name').fill('O’Brien');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
    });

    await test.step('pays with a card whose bank asks', async () => {
      await expect(page).toHaveURL(/\/payment$/);
      await page.getByLabel('Card number').fill(CARD_WITH_3D_SECURE);
      await page.getByLabel('Expiry').fill('04 / 29');
      await page.getByLabel('Security code').fill('123');
      await page.getByLabel('Name on card').fill('Lucía Ferrer Soler');
      await page.getByLabel('Country').selectOption('ES');
      await page.getByLabel('Postal code').fill('46024');
      await page.getByRole('button', { name: 'Pay €224.19' }).click();
      await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
      await page.getByRole('button', { name: 'Approve payment' }).click();
    });

    await test.step('sees the order', async () => {
      await expect(page).toHaveURL(/\/summary$/);
      await expect(
        main(page)
          .getByText(/ENT-[2-9A-Z]{6}/)
          .first(),
      ).toBeVisible();
    });

    const ticketUrl = await test.step('gets the mail and opens a ticket from it', async () => {
      const mail = await inbox(buyer).receive('order_confirmation');
      expect(mail.attachments.map(({ contentType }) => contentType).join()).toContain('text/calendar');
      return mail.link('/ticket/');
    });
    await page.goto(ticketUrl);
    const code = await readQr(page.getByRole('img', { name: /QR code/ }));

    await test.step('the door reads the code from its camera', async () => {
      const file = testInfo.outputPath('camera.y4m');
      await writeQrVideo({ text: code, file });
      const browser = await chromium.launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${file}`,
        ],
      });
      try {
        const context = await browser.newContext({
          baseURL: baseUrl(),
          locale: 'en-US',
          viewport: page.viewportSize(),
          permissions: ['camera'],
          extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
        });
        watch.follow(context);
        const phone = await context.newPage();
        await phone.goto(`/check-in/${door.shortId}`);
        await expect(phone.getByRole('status').filter({ hasText: /^Checked in/ })).toBeVisible();
        await expect(phone.getByText('1 of 3 checked in')).toBeVisible();

        // The same code again: what the phone says depends on whether it was a few seconds ago.
        await phone.reload();
        await expect(
          phone.locator('[data-verdict="just_scanned"], [data-verdict="already_in"]'),
        ).toBeVisible();
        await expect(phone.getByText('1 of 3 checked in')).toBeVisible();
      } finally {
        await browser.close();
      }
    });
  },
);

test('an amount that was typed before the scripts came counts', async ({ page }) => {
  const organizer = await buildOrganizer('Gifts');
  const event = await buildEvent(organizer, `Benefit ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'donation', name: 'Gift', prices: [{ amount: 5_00 }] });
  await publish(organizer.api, event.id);
  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/assets\/island-.*\.js/, async (route) => {
    await slow;
    await route.continue();
  });
  // Does not wait for the scripts.
  await page.goto(event.publicPath, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Amount for Gift' }).fill('12.50');
  await expect(main(page).getByText('€12.50').filter({ visible: true })).toHaveCount(0);
  arrive();
  await expect(main(page).getByText('€12.50').filter({ visible: true }).first()).toBeVisible();
  const next = page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first();
  // Too little: whoever goes on is led to the field, which the words about it describe.
  const amount = page.getByRole('textbox', { name: 'Amount for Gift' });
  await amount.fill('2');
  await next.click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription('€5.00 minimum Enter €5.00 or more.');
  await expect(main(page).getByText('Enter €5.00 or more.')).toBeInViewport({ ratio: 1 });
  await page.getByRole('textbox', { name: 'Amount for Gift' }).fill('12.50');
  await next.click();
  await page.waitForURL(/\/details$/);
});
