import { createAffiliate, listAffiliates } from '@entrada/contract/catalog/affiliates';
import { createPromoCode } from '@entrada/contract/catalog/promo-codes';
import type { InputOf } from '@entrada/contract/endpoint';
import type { Page } from '@playwright/test';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

/** Chooses one ticket and goes to the details. */
async function choose(page: Page) {
  await page.getByRole('button', { name: 'Add one Seat' }).click();
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
  await page.waitForURL(/\/details$/);
}

async function complete(page: Page) {
  const email = `ana-${unique()}@example.com`;
  await sayWhoBuys(page, email);
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page).toHaveURL(/\/summary$/);
}

test('a promo code is made, shared by its link and used', async ({ page, visitor, axe }) => {
  const organizer = await buildOrganizer('Codes');
  const event = await buildEvent(organizer, 'Half price');
  await buildTicket(organizer.api, event.id, { type: 'paid', name: 'Seat', prices: [{ amount: 40_00 }] });
  await publish(organizer.api, event.id);
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/promo-codes`);

  await test.step('the organizer makes it', async () => {
    await page.getByRole('button', { name: 'New promo code' }).click();
    const drawer = page.getByRole('dialog', { name: 'New promo code' });
    await drawer.getByRole('textbox', { name: 'Code' }).fill('VERANO');
    await drawer.getByRole('textbox', { name: 'Percentage off' }).fill('100');
    await drawer.getByRole('textbox', { name: 'Orders that may use it' }).fill('1');
    await axe(page, { what: 'promo code drawer' });
    await drawer.getByRole('button', { name: 'Save promo code' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText('100% off')).toBeVisible();
  });

  await test.step('a buyer opens its link and pays the lower price', async () => {
    const buyer = await visitor();
    await buyer.goto(`${event.publicPath}?promo_code=verano`);
    await choose(buyer);
    await complete(buyer);
    await page.reload();
    await expect(page.getByText('Used up')).toBeVisible();
  });

  await test.step('many are generated at once', async () => {
    await page.getByRole('button', { name: 'Generate codes' }).click();
    const drawer = page.getByRole('dialog', { name: 'Generate promo codes' });
    await drawer.getByRole('textbox', { name: 'How many' }).fill('250');
    await drawer.getByRole('textbox', { name: 'Beginning' }).fill('VIP-');
    await drawer.getByRole('textbox', { name: 'Percentage off' }).fill('25');
    await drawer.getByRole('button', { name: 'Generate codes' }).click();
    const ready = page.getByRole('dialog', { name: 'Codes are ready' });
    await expect(ready.getByText('250 codes are ready')).toBeVisible();
    const file = page.waitForEvent('download');
    await ready.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await file).suggestedFilename()).toBe('promo-codes.csv');
    await ready.getByRole('button', { name: 'Show these codes' }).click();
    await expect(page.getByRole('main').getByText(/^VIP-/).first()).toBeVisible();
  });
});

test('an affiliate’s link leads to an order that counts for them, without scripts too @deep', {
  tag: '@phone',
}, async ({ page, visitor }) => {
  const organizer = await buildOrganizer('Affiliates');
  const event = await buildEvent(organizer, 'Brought by friends');
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  const params = { eventId: String(event.id) };
  await organizer.api.call(createAffiliate, {
    params,
    body: { code: 'RADIO-SOL', name: 'Radio Sol', email: '', status: 'active' },
  });
  const link = `${event.publicPath}?aff=radio-sol`;

  await test.step('a buyer comes through it, walks on, and buys', async () => {
    const buyer = await visitor();
    await buyer.goto(link);
    await buyer.goto(event.publicPath);
    await choose(buyer);
    await complete(buyer);
  });

  await test.step('another does so without scripts', async () => {
    const buyer = await visitor({ javaScriptEnabled: false });
    await buyer.goto(link);
    await buyer.goto(event.publicPath);
    await buyer.getByRole('spinbutton', { name: 'Quantity of Seat' }).fill('1');
    await buyer.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
    await expect(buyer).toHaveURL(/\/details$/);
  });

  await test.step('the organizer sees it', async () => {
    const { data } = await organizer.api.call(listAffiliates, { params });
    expect(data[0]).toMatchObject({ clicks: 2, orders: 1, gross: 0 });
    await signIn(page, organizer);
    await page.goto(`/manage/event/${event.id}/affiliates`);
    await expect(page.getByRole('main').getByText('Radio Sol')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Radio Sol' }).click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await expect(page.getByText('Radio Sol is switched off.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Radio Sol is active.')).toBeVisible();
  });

  await test.step('two are switched off together, and the orders of one are shown', async () => {
    await organizer.api.call(createAffiliate, {
      params,
      body: { code: 'OTHER', name: 'Other friends', email: '', status: 'active' },
    });
    await page.reload();
    const select = page.getByRole('button', { name: 'Select', exact: true });
    await expect(page.getByRole('main').getByText('Other friends')).toBeVisible();
    if (await select.isVisible()) await select.click();
    await page.getByRole('checkbox', { name: 'Select Radio Sol' }).click();
    await page.getByRole('checkbox', { name: 'Select Other friends' }).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('2 affiliates are switched off.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 affiliates are active.')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Radio Sol' }).click();
    await page.getByRole('menuitem', { name: 'Show orders' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove filter Affiliate' })).toBeVisible();
    await page.getByRole('link', { name: 'Ana Martí' }).click();
    await expect(page.getByRole('dialog').getByText('Radio Sol')).toBeVisible();
  });
});

test('a code that is over is said to be, at its field, with scripts and without @deep', {
  tag: '@phone',
}, async ({ page, visitor, watch }) => {
  const organizer = await buildOrganizer('Codes');
  const event = await buildEvent(organizer, 'Late codes');
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  const make = (code: string, more: Partial<InputOf<typeof createPromoCode>['body']> = {}) =>
    organizer.api.call(createPromoCode, {
      params: { eventId: String(event.id) },
      body: {
        code,
        discountType: 'none',
        percentage: null,
        amount: null,
        allTickets: true,
        ticketIds: [],
        usageLimit: null,
        expiresAt: null,
        disabled: false,
        ...more,
      },
    });
  await make('AYER', { expiresAt: '2020-01-01T00:00:00Z' });
  await make('CERRADO', { disabled: true });
  await make('UNICO', { usageLimit: 1 });
  const field = (of: Page) => of.getByRole('textbox', { name: 'Promo code' });
  const opener = (of: Page) => of.locator('summary').filter({ hasText: 'Enter a promo code' });

  await page.goto(event.publicPath);
  await page.getByText('Enter a promo code').click();
  await expect(field(page)).toBeFocused();
  for (const [code, words] of [
    ['ayer', 'This promo code has expired.'],
    ['CERRADO', 'The organizer has switched this promo code off.'],
    ['NADA', 'We don’t know this promo code for this event.'],
  ] as const) {
    await field(page).fill(code);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(field(page)).toHaveAccessibleDescription(words);
    await expect(field(page)).toBeFocused();
  }

  await test.step('its last use is taken meanwhile: that is said, and the order goes on without it', async () => {
    await field(page).fill('unico');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Promo code UNICO' })).toBeFocused();
    const other = await visitor();
    await other.goto(`${event.publicPath}?promo_code=unico`);
    await choose(other);
    watch.expect(/status of 409/);
    await page.getByRole('button', { name: 'Add one Seat' }).click();
    const next = page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first();
    await next.click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAccessibleDescription('This promo code has been used up.');
    await next.click();
    await page.waitForURL(/\/details$/);

    // To the one who has it, it is not used up, and can be taken off.
    await other.goto(event.publicPath);
    await expect(other.getByText('Promo code UNICO').filter({ visible: true }).first()).toBeVisible();
    await other.getByRole('link', { name: 'Remove promo code UNICO' }).click();
    await expect(opener(other)).toBeFocused();
    await other.reload();
    await expect(other.getByText('Enter a promo code')).toBeVisible();
  });

  await test.step('without scripts a summary names the field and leads to it', async () => {
    watch.expect(/status of 4/);
    const plain = await visitor({ javaScriptEnabled: false });
    await plain.goto(`${event.publicPath}?promo_code=ayer`);
    await expect(field(plain)).toHaveAccessibleDescription('This promo code has expired.');
    await plain.getByRole('spinbutton', { name: 'Quantity of Seat' }).fill('1');
    await plain.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
    await plain.getByRole('link', { name: 'Promo code: This promo code has expired.' }).click();
    await expect(plain).toHaveURL(/#promo-code$/);
    await field(plain).fill('');
    await plain.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
    // The browser keeps the fragment of the link.
    await expect(plain).toHaveURL(/\/details(#|$)/);
    await plain.getByRole('button', { name: 'Complete order' }).click();
    await plain.getByRole('link', { name: /^Last name: / }).click();
    await expect(plain).toHaveURL(/#lastName$/);
  });
});
