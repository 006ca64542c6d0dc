import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import type { Page } from '@playwright/test';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

async function buildShop() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Settings ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await buildTicket(organizer.api, event.id, { type: 'paid', name: 'Stalls', prices: [{ amount: 45_00 }] });
  await publish(organizer.api, event.id);
  return { organizer, event };
}

async function openSettings(page: Page, shop: Awaited<ReturnType<typeof buildShop>>, tab: string) {
  await signIn(page, shop.organizer);
  await page.goto(`/manage/event/${shop.event.id}/settings/${tab}`);
}

const goTo = (page: Page, tab: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click();

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
};

test('settings of several tabs are saved at once and seen by buyers @deep', async ({
  page,
  visitor,
  watch,
}) => {
  const shop = await buildShop();
  const support = `hola-${unique()}@example.com`;
  const buyer = `ana-${unique()}@example.com`;
  await openSettings(page, shop, 'checkout');
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });

  await test.step('the page and the checkout', async () => {
    // Until the page's scripts have started, the page notices no changes.
    await expect(async () => {
      await page.getByRole('textbox', { name: 'Button text' }).fill('Get tickets');
      await expect(unsaved).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('switch', { name: 'Skip the introduction' }).check();
    await page.getByRole('textbox', { name: 'Message before checkout' }).click();
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('Bring warm clothes.');
    await page.getByRole('radio', { name: 'Once for the order' }).check();
    await page.getByRole('textbox', { name: 'Minutes' }).fill('10');
    await expect(page.getByText('Below 15 minutes')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message after checkout' }).fill('See you at eight.');
  });

  await test.step('email and search engines', async () => {
    await goTo(page, 'Email');
    await page.getByRole('textbox', { name: 'Support address' }).fill('hola');
    await page.getByRole('textbox', { name: 'Footer' }).fill('Follow us by the harbour.');
    await goTo(page, 'Search engines');
    await page.getByRole('textbox', { name: 'Title' }).fill('Evenings by the harbour');
    await page.getByRole('switch', { name: 'Let search engines list this event' }).uncheck();
    await expect(page.getByText('Search engines are asked not to list this event')).toBeVisible();
    await expect(unsaved.getByText('10 unsaved changes')).toBeVisible();
  });

  await test.step('what is refused is shown where it stands', async () => {
    watch.expect(/status of 422/);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(/settings\/email$/);
    const address = page.getByRole('textbox', { name: 'Support address' });
    await expect(address).toBeFocused();
    await expect(page.getByRole('link', { name: 'Email has errors' })).toBeVisible();
    await address.fill(support);
    await save(page);
    await expect(unsaved).toBeHidden();
  });

  const guest = await visitor();
  await test.step('a buyer sees it', async () => {
    await guest.goto(shop.event.publicPath);
    await expect(guest).toHaveTitle(/^Evenings by the harbour · /);
    await expect(guest.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await guest.getByRole('button', { name: 'Add one Seat' }).click();
    await guest.getByRole('button', { name: 'Get tickets' }).filter({ visible: true }).click();
    await guest.waitForURL(/\/details$/);
    await expect(guest.locator('strong', { hasText: 'Bring warm clothes.' })).toBeVisible();
    await sayWhoBuys(guest, buyer);
    await guest.getByRole('button', { name: 'Complete order' }).click();
    await expect(guest).toHaveURL(/\/summary$/);
    await expect(guest.getByText('See you at eight.')).toBeVisible();
    const mail = await inbox(buyer).receive('order_confirmation');
    expect(mail.text).toContain('See you at eight.');
    expect(mail.text).toContain('Follow us by the harbour.');
    expect(mail.text).toContain(support);
  });
});

test('unsaved settings survive their tabs and are asked about elsewhere; two people lose nothing', {
  tag: '@phone',
}, async ({ page, watch, visitor }) => {
  const shop = await buildShop();
  await openSettings(page, shop, 'other');
  await expect(page.getByText('The buyer pays')).toBeVisible();
  await page.getByRole('radio', { name: 'Show one price with everything in it' }).check();
  await goTo(page, 'Search engines');
  await page.getByRole('textbox', { name: 'Keywords' }).fill('harbour, music');
  await expect(page.getByText('2 unsaved changes')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Open menu' });
  const isNarrow = await menu.isVisible();
  if (isNarrow) await menu.click();
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click();
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' });
  await asked.getByRole('button', { name: 'Keep editing' }).click();
  await expect(asked).toBeHidden();
  if (isNarrow) await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue('harbour, music');

  const colleague = await visitor();
  await openSettings(colleague, shop, 'seo');
  await expect(async () => {
    await colleague.getByRole('textbox', { name: 'Keywords' }).fill('cinema');
    await expect(colleague.getByText('1 unsaved change')).toBeVisible({ timeout: 500 });
  }).toPass();
  await save(colleague);

  watch.expect(/status of 409/);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const row = page.getByRole('row', { name: /Keywords/ });
  await expect(row).toContainText('cinema');
  await expect(row).toContainText('harbour, music');
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  // The focus moves to the form, because the focused element no longer exists.
  await expect(page.locator('main form')).toBeFocused();
  await save(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue('harbour, music');

  await test.step('a palette that can’t be loaded takes nothing away', async () => {
    watch.expect(/\/dialog-|ERR_FAILED/);
    await page.route(/\/assets\/dialog-/, (route) => route.abort());
    await page.reload();
    await page.getByRole('textbox', { name: 'Keywords' }).fill('unsaved');
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByText('We couldn’t reach the server.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue('unsaved');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('nobody is left without a way to pay unnoticed', async () => {
    await goTo(page, 'Payment');
    await page.getByRole('switch', { name: 'Take card payments' }).uncheck();
    await expect(page.getByText('Nobody can pay.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Nobody can pay.')).toBeHidden();
  });
});

test('a save waits for what judges the form; a list of choices loads when it is reached @deep', async ({
  page,
  watch,
}) => {
  const shop = await buildShop();
  const judge = /\/assets\/body-/;
  let letThrough = () => {};
  const gate = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route(judge, async (route) => {
    await gate;
    await route.continue();
  });
  await openSettings(page, shop, 'seo');
  const keywords = page.getByRole('textbox', { name: 'Keywords' });
  const button = page.getByRole('button', { name: 'Save changes' });

  await test.step('pressed before it is there', async () => {
    await expect(async () => {
      await keywords.fill('harbour');
      await expect(button).toBeVisible({ timeout: 500 });
    }).toPass();
    await button.click();
    await expect(button).toBeDisabled();
    expect(
      (await shop.organizer.api.call(getEvent, { params: { eventId: String(shop.event.id) } })).data.settings
        .seoKeywords,
    ).toBe('');
    letThrough();
    await expect(page.getByText('Settings saved.')).toBeVisible();
  });

  await test.step('without it nothing is sent, and nothing that was typed is lost', async () => {
    await page.unroute(judge);
    await page.route(judge, (route) => route.abort());
    await page.reload();
    watch.expect(/\/body-|ERR_FAILED/);
    await expect(async () => {
      await keywords.fill('');
      await expect(button).toBeVisible({ timeout: 500 });
    }).toPass();
    await button.click();
    await expect(page.getByText('We couldn’t reach the server.')).toBeVisible();
    await page.unroute(judge);
    await button.click();
    await expect(button).toBeHidden();
  });

  await test.step('a time zone is chosen by typing', async () => {
    await goTo(page, 'Details');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await page.getByRole('button', { name: 'Open calendar' }).last().focus();
    await page.keyboard.press('Tab');
    await expect(zone).toBeFocused();
    await page.keyboard.type('Lisbon');
    await expect(zone).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('option', { name: /Lisbon/ }).click();
    await expect(zone).toHaveValue(/^Lisbon/);
    await button.click();
    await expect(button).toBeHidden();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/^Lisbon/);
  });
});

test('an event that is moved and made longer says what becomes of its day tickets @deep', async ({
  page,
  axe,
}) => {
  const organizer = await buildOrganizer('Marea');
  const { api } = organizer;
  const event = await buildEvent(organizer, `Days ${unique()}`);
  const params = { eventId: String(event.id) };
  const dates = { startsAt: '2027-06-11T16:00:00.000Z', endsAt: '2027-06-13T20:00:00.000Z' };
  await api.call(updateEvent, { params, body: { version: event.version, ...dates } });
  const own = { ownStartsAt: '2027-06-11T16:00:00.000Z', ownEndsAt: '2027-06-11T22:00:00.000Z' };
  await buildTicket(api, event.id, { type: 'free', name: 'Friday', prices: [{ amount: 0 }], ...own });
  const saleEndsAt = '2027-06-12T10:00:00.000Z';
  await buildTicket(api, event.id, { type: 'free', name: 'Early bird', prices: [{ amount: 0 }], saleEndsAt });
  await openSettings(page, { organizer, event }, 'details');
  const choice = page.getByRole('radiogroup', { name: 'Tickets with dates of their own' });
  const friday = page.locator('dl').filter({ hasText: 'Friday' });

  await expect(async () => {
    await page.getByRole('textbox', { name: 'Starts', exact: true }).fill('18 Jun 2027, 18:00');
    await page.getByRole('textbox', { name: 'Ends (optional)' }).fill('21 Jun 2027, 22:00');
    await page.getByRole('textbox', { name: 'Ends (optional)' }).blur();
    await expect(choice).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(choice.getByRole('radio', { name: 'Move with the start' })).toBeChecked();
  await expect(friday).toContainText('Fri 18 June 2027, 18:00 – 00:00');
  await choice.getByRole('radio', { name: 'Keep their dates' }).check();
  await expect(friday).toContainText('Fri 11 June 2027');
  await choice.getByRole('radio', { name: 'Move with the start' }).check();
  await axe(page, { what: 'dates of tickets' });

  await test.step('an event that ends before the sale of a ticket says so', async () => {
    const warning = page.getByText('Set to sell beyond that: Early bird.');
    await expect(warning).toBeHidden();
    await page.getByRole('textbox', { name: 'Ends (optional)' }).fill('11 Jun 2027, 23:00');
    await page.getByRole('textbox', { name: 'Starts', exact: true }).fill('11 Jun 2027, 18:00');
    await page.getByRole('textbox', { name: 'Starts', exact: true }).blur();
    await expect(warning).toBeVisible();
    await page.getByRole('textbox', { name: 'Starts', exact: true }).fill('18 Jun 2027, 18:00');
    await page.getByRole('textbox', { name: 'Ends (optional)' }).fill('21 Jun 2027, 22:00');
    await page.getByRole('textbox', { name: 'Ends (optional)' }).blur();
    await expect(warning).toBeHidden();
  });
  await save(page);
  await expect(choice).toBeHidden();
  const { data } = await api.call(getEvent, { params });
  expect(data.datedTickets).toMatchObject([
    { startsAt: '2027-06-18T16:00:00.000Z', endsAt: '2027-06-18T22:00:00.000Z' },
  ]);
});

test('what the account begins with reaches a new organizer and its event, and the event changes it for itself @deep', async ({
  page,
}) => {
  const owner = await buildOrganizer('Defaults');
  await signIn(page, owner);
  await page.goto('/account/event-defaults');
  await page.getByRole('radio', { name: 'Show one price with everything in it' }).check();
  await page.getByRole('textbox', { name: 'Minutes' }).fill('40');
  await page.getByRole('textbox', { name: 'Support email' }).fill('account@example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Event defaults saved.')).toBeVisible();

  const event = await buildEvent(owner, `Defaults ${unique()}`);
  await page.goto(`/manage/event/${event.id}/settings/checkout`);
  const minutes = page.getByRole('textbox', { name: 'Minutes' });
  await expect(minutes).toHaveValue('40');
  await minutes.fill('20');
  await save(page);
  await page.goto('/account/event-defaults');
  await expect(page.getByRole('textbox', { name: 'Minutes' })).toHaveValue('40');
  await page.goto(`/manage/event/${event.id}/settings/email`);
  await expect(page.getByRole('textbox', { name: 'Support address' })).toHaveValue('account@example.com');
});
