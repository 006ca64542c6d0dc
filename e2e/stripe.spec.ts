import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type { Page } from '@playwright/test';
import { FAKE_KEYS, startFakeStripe } from '../server/test/fake-stripe/server.ts';
import { apiClient } from './tools/api.ts';
import { type Application, startApplication } from './tools/application.ts';
import { baseUrl, unique } from './tools/environment.ts';
import { serveFakeStripeJs } from './tools/fake-stripe-js.ts';
import { test as base, expect } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  baseURL: async ({}, use) => use(baseUrl()),
});

const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const WITH_3D_SECURE = '4000 0027 6000 3184';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let application: Application;
const before = { base: process.env.E2E_BASE_URL, database: process.env.E2E_DATABASE_URL };

// A separate server whose organizers connect their own Stripe accounts. One width is enough for the differences.
test.beforeAll(async ({ browserName: _ }, { project }) => {
  if (project.name !== 'desktop') return;
  stripe = await startFakeStripe();
  application = await startApplication({
    STRIPE_SECRET_KEY: FAKE_KEYS.secret,
    STRIPE_PUBLISHABLE_KEY: FAKE_KEYS.publishable,
    STRIPE_WEBHOOK_SECRET: `${FAKE_KEYS.webhook},${FAKE_KEYS.connectWebhook}`,
    STRIPE_API_BASE: stripe.base,
    STRIPE_CONNECT: 'on',
    STRIPE_APPLICATION_FEE_PERCENT: '2.5',
  });
  stripe.control.webhookUrl = `${application.baseUrl}/api/public/webhooks/stripe`;
  process.env.E2E_BASE_URL = application.baseUrl;
  process.env.E2E_DATABASE_URL = application.databaseUrl;
});

test.afterAll(async () => {
  process.env.E2E_BASE_URL = before.base;
  process.env.E2E_DATABASE_URL = before.database;
  await application?.stop();
  await stripe?.stop();
});

test('an organizer connects Stripe, and buyers pay with its form', {
  tag: '@desktop',
}, async ({ page, watch, axe }) => {
  await serveFakeStripeJs(page.context(), stripe.base);
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  const night = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Friday night',
    prices: [{ amount: 30_49 }],
  });
  await publish(organizer.api, event.id);
  const priceId = night.prices[0]?.id ?? 0;

  await test.step('the organizer connects an account', async () => {
    await signIn(page, organizer);
    await page.goto('/manage/events');
    await page.getByRole('link', { name: 'Payments' }).click();
    await expect(page.getByText('Not connected')).toBeVisible();
    await expect(page.getByText('2.5% of each payment')).toBeVisible();
    await axe(page, { what: 'payments, not connected' });
    await page.getByRole('button', { name: 'Connect with Stripe' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Stripe is connected.')).toBeVisible();
    await axe(page, { what: 'payments, connected' });
  });

  await test.step('a declined card keeps the form, and another one pays', async () => {
    // The bank refuses the card with a 402.
    watch.expect(/status of 402/);
    await page.goto(await openOrder(event.id, priceId, 'details'));
    // The button leads from the details to the payment page, which loads a new document.
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(cardNumber(page)).toBeVisible();
    await expect(page.getByText('Test mode, no real money.')).toBeVisible();
    await axe(page, { what: 'payment with Stripe' });
    await pay(page, DECLINED);
    const refusal = page.getByRole('alert').filter({ hasText: 'declined' });
    await expect(refusal).toContainText('Nothing was charged. Your order is still held.');
    await expect(cardNumber(page)).toHaveValue(DECLINED);
    await axe(page, { what: 'declined with Stripe' });
    await cardNumber(page).fill(APPROVED);
    await page.getByRole('button', { name: 'Pay €60.98' }).dblclick();
    await expect(page).toHaveURL(/\/summary$/);
  });

  await test.step('a bank that asks leads away and back', async () => {
    await page.goto(await openOrder(event.id, priceId, 'payment'));
    await pay(page, WITH_3D_SECURE);
    await page.getByRole('button', { name: 'Fail' }).click();
    await expect(page).toHaveURL(/\/payment$/);
    await expect(page.getByText('Your bank could not confirm that it is you.')).toBeVisible();
    await pay(page, WITH_3D_SECURE);
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page).toHaveURL(/\/summary$/);
  });

  await test.step('what blocks Stripe is said, and tried again', async () => {
    watch.expect(/ERR_FAILED/);
    await page.goto('/manage/events');
    await page.context().route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto(await openOrder(event.id, priceId, 'payment'));
    await expect(page.getByRole('alert').filter({ hasText: 'did not load' })).toBeVisible();
    await axe(page, { what: 'payment without Stripe.js' });
    await page.context().unroute('https://js.stripe.com/**');
    await serveFakeStripeJs(page.context(), stripe.base);
    await page.getByRole('button', { name: 'Try again' }).click();
    await pay(page, APPROVED);
    await expect(page).toHaveURL(/\/summary$/);
  });

  await test.step('each order was paid once, into the account of the organizer', async () => {
    const paid = [...stripe.state.payments.values()].filter(({ status }) => status === 'succeeded');
    expect(paid.map(({ amount, applicationFee }) => [amount, applicationFee])).toEqual([
      [60_98, 1_52],
      [60_98, 1_52],
      [60_98, 1_52],
    ]);
    expect(new Set(paid.map(({ account }) => account)).size).toBe(1);
    expect(paid[0]?.account).toMatch(/^acct_/);
    expect(stripe.unexpected).toEqual([]);
  });
});

const cardNumber = (page: Page) => page.frameLocator('iframe').getByLabel('Card number');

async function pay(page: Page, number: string) {
  await cardNumber(page).fill(number);
  await page.getByRole('button', { name: 'Pay €60.98' }).click();
}

/** Holds two tickets and saves their buyer. Answers the address of a step of this checkout. */
async function openOrder(eventId: number, priceId: number, step: 'details' | 'payment'): Promise<string> {
  const buyer = `vera-${unique()}@example.com`;
  const client = apiClient();
  const { data: order } = await client.call(reserveOrder, {
    params: { eventId: String(eventId) },
    body: { items: [{ priceId, quantity: 2 }], locale: 'en' },
  });
  await client.call(saveOrderDetails, {
    params: { orderShortId: order.shortId },
    body: {
      firstName: 'Vera',
      lastName: 'Moll',
      email: buyer,
      sendAllToBuyer: true,
      attendees: [],
    },
  });
  return `/checkout/${eventId}/${order.shortId}/${step}`;
}
