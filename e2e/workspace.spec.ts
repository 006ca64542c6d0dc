import { createAffiliate, listAffiliates } from '@entrada/contract/catalog/affiliates';
import { generatePromoCodes, listPromoCodes } from '@entrada/contract/catalog/promo-codes';
import { getTicket, updateTicket } from '@entrada/contract/catalog/tickets';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type { Page } from '@playwright/test';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import {
  buildCheckInList,
  buildEvent,
  buildOrganizer,
  buildTicket,
  publish,
  signIn,
} from './tools/organizer.ts';

async function prepare() {
  const organizer = await buildOrganizer('Craft');
  const { api } = organizer;
  const event = await buildEvent(organizer, `Everyday ${unique()}`);
  const ticket = await buildTicket(api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(api, event.id);
  const at = (child: string) => `/manage/event/${event.id}/${child}`;
  const params = { eventId: String(event.id) };
  return { organizer, api, event, ticket, at, params };
}

test('the palette has a button that shows its shortcut, on a phone one in the bar @deep', async ({
  page,
  isMobile,
  axe,
}) => {
  const { organizer, at } = await prepare();
  await signIn(page, organizer);
  await page.goto(at('orders'));
  const button = page.getByRole('button', { name: 'Search', exact: true });
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  if (!isMobile) await expect(button).toHaveText('SearchCtrlK');
  await button.click();
  await expect(field).toBeFocused();
  await field.fill('attend');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(button).toBeFocused();
  // Typed at once, before the field has the focus: nothing is lost, and no letter is a shortcut of the page.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('check-in');
  await expect(field).toHaveValue('check-in');
  await expect(page).toHaveURL(/\/orders$/);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await axe(page, { what: 'orders with the button of the palette' });

  if (isMobile) return;
  // Another page's scripts load when the pointer reaches its link.
  const scripts = page.locator('link[rel="modulepreload"]');
  const before = await scripts.count();
  await page.getByRole('link', { name: 'Affiliates' }).hover();
  await expect.poll(() => scripts.count()).toBeGreaterThan(before);
});

/** How far below the top of the window the first row of the list begins. */
async function firstRowAt(page: Page, name: string): Promise<number> {
  const list = page.locator('[data-rows]').filter({ hasText: name });
  await expect(list).toBeVisible();
  return list.evaluate((element) => element.getBoundingClientRect().top);
}

/** Buys one free ticket as a stranger. Returns the order. */
async function buyOne(
  ticket: Awaited<ReturnType<typeof prepare>>['ticket'],
  params: Awaited<ReturnType<typeof prepare>>['params'],
) {
  const buyer = apiClient();
  const { data: order } = await buyer.call(reserveOrder, {
    params,
    body: { items: [{ priceId: ticket.prices[0]?.id ?? 0, quantity: 1 }] },
  });
  await buyer.call(saveOrderDetails, {
    params: { orderShortId: order.shortId },
    body: {
      firstName: 'Ana',
      lastName: 'Martí',
      email: `ana-${unique()}@example.com`,
      sendAllToBuyer: true,
      attendees: [],
    },
  });
  return order;
}

test('on a phone the first row of a list begins in the upper third of the window @deep', {
  tag: '@phone-only',
}, async ({ page, axe }) => {
  const { organizer, api, event, ticket, at, params } = await prepare();
  const _order = await buyOne(ticket, params);
  await api.call(createAffiliate, {
    params,
    body: { code: 'RADIO', name: 'Radio Sol', email: '', status: 'active' },
  });
  await buildCheckInList(api, event.id, 'Main door');
  const terms = {
    discountType: 'percentage' as const,
    percentage: '10',
    amount: null,
    allTickets: true,
    ticketIds: [],
    usageLimit: 1,
    expiresAt: null,
  };
  await api.call(generatePromoCodes, { params, body: { prefix: 'VIP-', length: 6, count: 2, ...terms } });
  await signIn(page, organizer);
  const rows = {
    orders: 'Ana',
    attendees: 'Ana',
    'promo-codes': 'VIP-',
    affiliates: 'Radio',
    'check-in': 'Main',
  };
  for (const [list, name] of Object.entries(rows)) {
    await page.goto(at(list));
    expect.soft(await firstRowAt(page, name), list).toBeLessThanOrEqual(250);
    await axe(page, { what: `${list} on a phone` });
  }
  await page.goto(at('tickets'));
  expect.soft(await firstRowAt(page, 'Seat'), 'tickets').toBeLessThanOrEqual(250);
  // The events follow a button to make one, their tabs and the name of a month. The figures of the account follow the events.
  await page.goto('/manage/events');
  await firstRowAt(page, event.title);
  const row = await page.getByRole('listitem').filter({ hasText: event.title }).boundingBox();
  expect.soft(row?.y, 'events').toBeLessThanOrEqual(325);
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
  await axe(page, { what: 'events on a phone' });

  await test.step('the symbols have words for those who hear them, and choosing rows still works', async () => {
    await page.goto(at('orders'));
    for (const name of ['Export', 'Filter', 'Sort: Newest first'])
      await expect(page.getByRole('button', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await expect(page.getByRole('region', { name: 'Selected rows' }).getByText('1 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  });
});

test('2,000 codes are switched off together, and Undo switches exactly these on again @deep', async ({
  page,
}) => {
  const { organizer, api, params, at } = await prepare();
  const terms = {
    discountType: 'percentage' as const,
    percentage: '10',
    amount: null,
    allTickets: true,
    ticketIds: [],
    usageLimit: 1,
    expiresAt: null,
  };
  await api.call(generatePromoCodes, { params, body: { prefix: 'VIP-', length: 8, count: 2_000, ...terms } });
  const countOn = async () => {
    const query = { 'filter_fields[state][eq]': 'active' };
    return (await api.call(listPromoCodes, { params, query })).meta.total;
  };
  await signIn(page, organizer);
  await page.goto(at('promo-codes'));
  await expect(page.getByRole('main').getByText(/^VIP-/).first()).toBeVisible();
  const select = page.getByRole('button', { name: 'Select', exact: true });
  if (await select.isVisible()) await select.click();

  await test.step('one code was off before', async () => {
    await page
      .getByRole('checkbox', { name: /^Select VIP-/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Switch off' })
      .click();
    await expect(page.getByText('1 code is switched off.')).toBeVisible();
    expect(await countOn()).toBe(1_999);
  });

  if (await select.isVisible()) await select.click();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Select all 2,000' }).click();
  await bar.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('1,999 codes are switched off.')).toBeVisible();
  expect(await countOn()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1,999 codes are active.')).toBeVisible();
  expect(await countOn()).toBe(1_999);
});

test('the code of an affiliate is suggested from the name until somebody types one @deep', async ({
  page,
}) => {
  const { organizer, api, params, at } = await prepare();
  await api.call(createAffiliate, {
    params,
    body: { code: 'radio-ano-luz', name: 'Radio Año Luz', email: '', status: 'active' },
  });
  await signIn(page, organizer);
  await page.goto(at('affiliates?drawer=new'));
  const drawer = page.getByRole('dialog', { name: 'New affiliate' });
  const name = drawer.getByRole('textbox', { name: 'Name' });
  const code = drawer.getByRole('textbox', { name: 'Code in the link' });
  await name.fill('Radio Año Luz');
  await expect(code).toHaveValue('radio-ano-luz-2');
  await name.fill('Radio Sol');
  await expect(code).toHaveValue('radio-sol');
  await code.fill('SOLEADA');
  await name.fill('Radio Sol de Valencia');
  await page.waitForResponse(/suggested-code/);
  await expect(code).toHaveValue('SOLEADA');
  await drawer.getByRole('button', { name: 'Save affiliate' }).click();
  await expect(page.getByText('Radio Sol de Valencia is saved.')).toBeVisible();
  const { data } = await api.call(listAffiliates, { params });
  expect(data.map(({ code }) => code)).toContain('SOLEADA');
});

test('a name that is too long is kept, counted and refused, in the workspace and in the checkout @deep', async ({
  page,
  visitor,
}) => {
  const { organizer, event, ticket, at } = await prepare();
  await signIn(page, organizer);
  await page.goto(at(`tickets?drawer=${ticket.id}`));
  const drawer = page.getByRole('dialog', { name: 'Edit ticket' });
  const name = drawer.getByRole('textbox', { name: 'Name', exact: true });
  const long = 'Seat by the stage '.repeat(10).trim();
  await name.fill(long);
  await expect(name).toHaveValue(long);
  await expect(name).toHaveAccessibleDescription(/179 of 150 characters\. Shorten it by 29\./);
  await drawer.getByRole('button', { name: 'Save ticket' }).click();
  await expect(name).toBeFocused();
  await name.fill(long.slice(0, 150));
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await drawer.getByRole('button', { name: 'Save ticket' }).click();
  await expect(drawer).toBeHidden();

  const buyer = await visitor();
  const { data: order } = await apiClient().call(reserveOrder, {
    params: { eventId: String(event.id) },
    body: { items: [{ priceId: ticket.prices[0]?.id ?? 0, quantity: 1 }] },
  });
  await buyer.goto(`/checkout/${event.id}/${order.shortId}/details`);
  const first = buyer.getByRole('textbox', { name: 'First name' }).first();
  await first.fill('x'.repeat(60));
  await expect(first).toHaveValue('x'.repeat(60));
  await expect(first).toHaveAccessibleDescription(/60 of 50 characters\. Shorten it by 10\./);
});

test('deleting an event with orders is refused in its first step; without, it says what goes @deep', async ({
  page,
}) => {
  const { organizer, event, ticket, params } = await prepare();
  const { api } = organizer;
  const draft = await buildEvent(organizer, `Not announced ${unique()}`);
  await buildTicket(api, draft.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  const _order = await buyOne(ticket, params);
  await signIn(page, organizer);
  await page.goto('/manage/events');
  const ask = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete event' }).click();
    return page.getByRole('dialog');
  };
  const first = await ask(event.title);
  await expect(first.getByText(/has 1 order, so it can’t be deleted/)).toBeVisible();
  await expect(first.getByRole('button', { name: 'Delete event' })).toBeHidden();
  await first.getByRole('button', { name: 'Keep event' }).click();
  const second = await ask(draft.title);
  await expect(
    second.getByText('It has no orders, so nothing that was sold is lost. It has 1 ticket.'),
  ).toBeVisible();
  await expect(second.getByRole('button', { name: 'Keep event' })).toBeFocused();
  await second.getByRole('button', { name: 'Delete event' }).click();
  await expect(page.getByText(`${draft.title} is deleted.`)).toBeVisible();
});

test('a sale past the end of the event is warned of in the editor and in the list, and may be saved @deep', async ({
  page,
}) => {
  const { organizer, api, event, at } = await prepare();
  const late = new Date(Date.parse(event.endsAt ?? event.startsAt) + 3_600_000).toISOString();
  const ticket = await buildTicket(api, event.id, {
    type: 'free',
    name: 'Late',
    prices: [{ amount: 0 }],
    saleEndsAt: late,
  });
  await signIn(page, organizer);
  await page.goto(at('tickets'));
  await expect(page.getByText('sale set past the event’s end')).toHaveCount(1);
  await page.goto(at(`tickets?drawer=${ticket.id}`));
  const drawer = page.getByRole('dialog', { name: 'Edit ticket' });
  await expect(drawer.getByText(/^The event ends on .+\. Sales stop then\./)).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Latest');
  await drawer.getByRole('button', { name: 'Save ticket' }).click();
  await expect(page.getByText('Latest is saved.')).toBeVisible();
});

test('a conflict shows what differs in words, and says what each button does @deep', async ({
  page,
  watch,
}) => {
  const { organizer, api, ticket, params, at } = await prepare();
  await signIn(page, organizer);
  await page.goto(at(`tickets?drawer=${ticket.id}`));
  const drawer = page.getByRole('dialog', { name: 'Edit ticket' });
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Stalls');
  const { data: now } = await api.call(getTicket, { params: { ...params, ticketId: String(ticket.id) } });
  const { version, type, name, description, minPerOrder, prices, ...rest } = now;
  await api.call(updateTicket, {
    params: { ...params, ticketId: String(ticket.id) },
    body: {
      version,
      type,
      name,
      description,
      minPerOrder,
      maxPerOrder: 4,
      saleStartsAt: rest.saleStartsAt,
      saleEndsAt: rest.saleEndsAt,
      hidden: rest.hidden,
      hideBeforeSale: rest.hideBeforeSale,
      hideAfterSale: rest.hideAfterSale,
      hideWhenSoldOut: rest.hideWhenSoldOut,
      hideWithoutPromoCode: rest.hideWithoutPromoCode,
      showQuantityRemaining: rest.showQuantityRemaining,
      prices: prices.map(({ id, label, amount, quantity, saleStartsAt, saleEndsAt, hidden }) => ({
        id,
        label,
        amount,
        quantity,
        saleStartsAt,
        saleEndsAt,
        hidden,
      })),
    },
  });
  watch.expect(/status of 409/);
  await drawer.getByRole('button', { name: 'Save ticket' }).click();
  await expect(drawer.getByRole('row', { name: 'Name Seat Stalls' })).toBeVisible();
  await expect(drawer.getByRole('row', { name: /^Maximum 4 10\s?Not changed by you$/ })).toBeVisible();
  await expect(drawer.getByRole('row')).toHaveCount(3);
  await expect(
    drawer.getByText(/^“Keep my changes” keeps your Name and takes their Maximum\./),
  ).toBeVisible();
  await drawer.getByRole('button', { name: 'Keep my changes' }).click();
  await drawer.getByRole('button', { name: 'Save ticket' }).click();
  await expect(page.getByText('Stalls is saved.')).toBeVisible();
  const { data: kept } = await api.call(getTicket, { params: { ...params, ticketId: String(ticket.id) } });
  expect([kept.name, kept.maxPerOrder]).toEqual(['Stalls', 4]);
});
