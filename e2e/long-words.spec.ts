import { updateMe } from '@entrada/contract/accounts/accounts';
import { addGuests } from '@entrada/contract/sales/guests/add';
import type { Page } from '@playwright/test';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

/** As long as a name may be, without a place to break. */
const FIRST_NAME = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebs';
const LAST_NAME = 'Rindfleischetikettierungsueberwachungsaufgabenuebe';
const EMAIL =
  'rindfleischetikettierungsueberwachungsaufgaben@veranstaltungsmanagementgesellschaft.example.com';

/** Texts of the last dialog that reach beyond its right edge. */
const overflowing = (page: Page) =>
  page
    .getByRole('dialog')
    .last()
    .evaluate((dialog) => {
      const edge = dialog.getBoundingClientRect().right;
      return [...dialog.querySelectorAll('*')]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3))
        .filter((element) => element.getBoundingClientRect().right > edge + 1)
        .map((element) => element.textContent);
    });

/** One order for a guest with such a name, at a ticket with such a name. */
async function prepare() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, 'Long words');
  const params = { eventId: String(event.id) };
  const seat = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Verpflegungsmehraufwandspauschalenberechtigungskarte',
    prices: [{ amount: 0 }],
  });
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Stalls', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  const { data: order } = await organizer.api.call(addGuests, {
    params,
    body: {
      priceId: seat.prices[0]?.id ?? 0,
      amount: 0,
      payment: null,
      attendees: [{ firstName: FIRST_NAME, lastName: LAST_NAME, email: EMAIL }],
      locale: 'en',
      notify: false,
      exceedCapacity: false,
    },
  });
  return { organizer, event, order };
}

test('the page of an order is no wider than the window, whatever is written on its tickets @deep', {
  tag: '@phone',
}, async ({ page }) => {
  const { event, order } = await prepare();
  await page.goto(`/order/${event.id}/${order.shortId}`);
  await expect(page.getByRole('link', { name: /^View ticket/ })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(page.viewportSize()?.width);
});

test('names and addresses without a place to break stay inside their drawers and questions @deep', {
  tag: '@phone',
}, async ({ page }) => {
  const { organizer, event } = await prepare();
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/attendees`);
  await page.getByRole('link', { name: FIRST_NAME }).filter({ visible: true }).click();
  const drawer = page.getByRole('dialog', { name: FIRST_NAME });
  await expect(drawer.getByRole('button', { name: 'Pass on' })).toBeVisible();
  expect(await overflowing(page)).toEqual([]);

  for (const [opens, title] of [
    ['Pass on', 'Pass on the ticket'],
    ['Change ticket', 'Change ticket'],
  ] as const) {
    await drawer.getByRole('button', { name: opens }).click();
    const form = page.getByRole('dialog', { name: title });
    await expect(form.getByRole('checkbox').first()).toBeVisible();
    expect(await overflowing(page)).toEqual([]);
    await form.getByRole('button', { name: 'Cancel' }).click();
  }

  await drawer.getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(page.getByRole('dialog', { name: /^Cancel the ticket of / })).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
});

test('a list cuts an address at the end of its line, and the drawer shows all of it @deep', {
  tag: '@desktop',
}, async ({ page }) => {
  const { organizer, event } = await prepare();
  await signIn(page, organizer);
  for (const list of ['orders', 'attendees']) {
    await page.goto(`/manage/event/${event.id}/${list}`);
    const address = page.getByRole('cell').getByText(EMAIL);
    const { lines, isCut } = await address.evaluate((element) => ({
      lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      isCut: element.scrollHeight > element.clientHeight,
    }));
    expect({ lines, isCut }).toEqual({ lines: 1, isCut: true });
    await page.getByRole('link', { name: FIRST_NAME }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: EMAIL }).first()).toBeVisible();
  }
});

test('the three buttons of a new event stand in one row in German, the longest language @deep', {
  tag: '@desktop',
}, async ({ page }) => {
  const { api, ...organizer } = await buildOrganizer('Marea');
  await api.call(updateMe, { body: { locale: 'de' } });
  await signIn(page, organizer);
  await page.goto('/manage/events');
  const drawer = page.getByRole('dialog', { name: 'Neue Veranstaltung' });
  await expect(async () => {
    if (!(await drawer.isVisible()))
      await page.getByRole('button', { name: 'Neue Veranstaltung' }).first().click();
    await expect(drawer).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const rows = ['Abbrechen', 'Veranstaltung anlegen', 'Anlegen und veröffentlichen'].map(
    async (name) => (await drawer.getByRole('button', { name, exact: true }).boundingBox())?.y,
  );
  expect(new Set(await Promise.all(rows)).size).toBe(1);
});

test('what can be done with an attendee stands in one row in the longest languages @deep', {
  tag: '@desktop',
}, async ({ page }) => {
  const { organizer, event } = await prepare();
  await signIn(page, organizer);
  const rows = {
    de: ['Bearbeiten', 'Weitergeben', 'Ticket wechseln', /^Aktionen für/],
    pt: ['Editar', 'Passar a outra pessoa', 'Trocar bilhete', /^Ações para/],
  };
  for (const [locale, names] of Object.entries(rows)) {
    await organizer.api.call(updateMe, { body: { locale: locale as keyof typeof rows } });
    await page.goto(`/manage/event/${event.id}/attendees`);
    await page.getByRole('link', { name: FIRST_NAME }).click();
    const drawer = page.getByRole('dialog', { name: FIRST_NAME });
    const middles = names.map(async (name) => {
      const box = await drawer.getByRole('button', { name }).first().boundingBox();
      return box && Math.round(box.y + box.height / 2);
    });
    expect(new Set(await Promise.all(middles)).size).toBe(1);
  }
});
