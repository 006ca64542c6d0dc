import { readFile } from 'node:fs/promises';
import { createCapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import { createQuestion } from '@entrada/contract/catalog/questions';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type { Page } from '@playwright/test';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

const PEOPLE = ['Ana', 'Bruno', 'Carla'] as const;

async function prepare() {
  const organizer = await buildOrganizer('Marea');
  const { api } = organizer;
  const event = await buildEvent(organizer, `Shared room ${unique()}`);
  const prices: number[] = [];
  const tickets: number[] = [];
  for (const name of ['Balcony', 'Stalls']) {
    const ticket = await buildTicket(api, event.id, { type: 'free', name, prices: [{ amount: 0 }] });
    prices.push(ticket.prices[0]?.id ?? 0);
    tickets.push(ticket.id);
  }
  await publish(api, event.id);
  const buy = async (firstName: string, priceId: number) => {
    const buyer = apiClient();
    const { data } = await buyer.call(reserveOrder, {
      params: { eventId: String(event.id) },
      body: { items: [{ priceId, quantity: 1 }] },
    });
    const email = `${firstName.toLowerCase()}-${unique()}@example.com`;
    await buyer.call(saveOrderDetails, {
      params: { orderShortId: data.shortId },
      body: {
        firstName,
        lastName: 'Nadal',
        email,
        sendAllToBuyer: true,
        attendees: [],
      },
    });
  };
  for (const name of PEOPLE) await buy(name, prices[0] ?? 0);
  return { organizer, event, tickets };
}

/** Opens the palette after the page's scripts have started. */
async function openPalette(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
  return field;
}

test('the palette leads anywhere, a shared room sells out, and chosen rows are exported @deep', async ({
  page,
  visitor,
  axe,
}) => {
  const { organizer, event, tickets } = await prepare();
  const { api } = organizer;
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}`);

  await test.step('the palette finds a page, and what stands there can be made with one key', async () => {
    const field = await openPalette(page);
    await axe(page, { what: 'the palette' });
    await field.fill('capac');
    await expect(page.getByRole('option', { name: 'New capacity assignment' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Capacity' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Let tickets share places' })).toBeVisible();
    await page.keyboard.press('c');
  });

  await test.step('three were sold before: a room of four has one place left', async () => {
    const drawer = page.getByRole('dialog', { name: 'New capacity assignment' });
    await drawer.getByLabel('Name').fill('The room');
    await drawer.getByLabel('Capacity').fill('4');
    await drawer.getByRole('button', { name: 'Save assignment' }).click();
    await expect(drawer.getByText('Choose at least one ticket.')).toBeVisible();
    const tickets = drawer.getByRole('combobox', { name: 'Tickets' });
    await tickets.click();
    await page.getByRole('option', { name: 'Balcony' }).click();
    await page.getByRole('option', { name: 'Stalls' }).click();
    await drawer.getByLabel('Name').click();
    await drawer.getByRole('button', { name: 'Save assignment' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText('3 of 4 used')).toBeVisible();
    await expect(page.getByText('Balcony and Stalls')).toBeVisible();
  });

  await test.step('the last place is bought on the public page, and both tickets are sold out', async () => {
    const buyer = await visitor();
    const path = `/event/${event.id}/${event.slug}`;
    await buyer.goto(path);
    await buyer.getByRole('button', { name: 'Add one Stalls' }).click();
    const next = buyer.getByRole('button', { name: 'Continue' }).filter({ visible: true });
    await expect(next).toHaveCount(1);
    await next.click();
    await expect(buyer.getByRole('region', { name: 'Your details' })).toBeVisible();
    const late = await visitor();
    // A page is shared for a moment, so it may still be from before the sale.
    await expect(async () => {
      await late.goto(path);
      await expect(late.getByText('Sold out')).toHaveCount(2, { timeout: 3_000 });
    }).toPass();
    await page.reload();
    await expect(page.getByText('4 of 4 used')).toBeVisible();
    await expect(page.getByText('1 held by buyers')).toBeVisible();
  });

  await test.step('one is switched off and on by the keyboard, which stays at its switch', async () => {
    const room = page.getByRole('switch', { name: 'The room is active' });
    await room.press('Space');
    await expect(page.getByText('The room no longer limits sales.')).toBeVisible();
    await expect(room).not.toBeChecked();
    await expect(room).toBeFocused();
    await room.press('Space');
    await expect(page.getByText('The room limits sales again.')).toBeVisible();
    await expect(room).toBeChecked();
  });

  await test.step('two rooms are switched off together and on again; a hidden column stays hidden', async () => {
    await api.call(createCapacityAssignment, {
      params: { eventId: String(event.id) },
      body: { name: 'The balcony', capacity: null, active: true, ticketIds: [tickets[0] ?? 0] },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select The room' }).click();
    await page.getByRole('checkbox', { name: 'Select The balcony' }).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await axe(page, { what: 'capacity assignments with chosen rows' });
    await bar.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('2 assignments no longer limit sales.')).toBeVisible();
    await expect(page.getByRole('main').getByText('Switched off')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 assignments limit sales again.')).toBeVisible();
    await expect(page.getByText('4 of 4 used')).toBeVisible();
    const columns = page.getByRole('button', { name: 'Columns' });
    if (await columns.isVisible()) {
      await columns.click();
      await page.getByRole('menuitemcheckbox', { name: 'Used' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByText('4 of 4 used')).toBeHidden();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'The room' })).toBeVisible();
      await expect(page.getByText('4 of 4 used')).toBeHidden();
    }
  });

  await test.step('two check-in lists are deleted together', async () => {
    for (const name of ['Main gate', 'Back gate', 'Cloakroom']) {
      await api.call(createCheckInList, {
        params: { eventId: String(event.id) },
        body: { name, description: '', allTickets: true, ticketIds: [], activatesAt: null, expiresAt: null },
      });
    }
    await page.goto(`/manage/event/${event.id}/check-in`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Main gate' }).click();
    await page.getByRole('checkbox', { name: 'Select Cloakroom' }).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await expect(bar.getByText('2 selected')).toBeVisible();
    await axe(page, { what: 'check-in lists with chosen rows' });
    await bar.getByRole('button', { name: 'Copy links' }).click();
    await expect(page.getByText('2 links copied.')).toBeVisible();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 lists?' });
    await dialog.getByRole('button', { name: 'Delete 2 lists' }).click();
    await expect(page.getByText('2 lists are deleted.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Back gate']);
  });

  await test.step('two of three attendees are exported', async () => {
    const field = await openPalette(page);
    await field.fill('attendees');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Attendees' })).toBeVisible();
    const select = page.getByRole('button', { name: 'Select', exact: true });
    await expect(page.getByText('Carla Nadal')).toBeVisible();
    if (await select.isVisible()) await select.click();
    await page.getByRole('checkbox', { name: 'Select Ana Nadal' }).click();
    await page.getByRole('checkbox', { name: 'Select Carla Nadal' }).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await expect(bar.getByText('2 selected')).toBeVisible();
    await axe(page, { what: 'a list with chosen rows' });
    const started = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: 'CSV' }).click();
    await axe(page, { what: 'the choice of an export' });
    await dialog.getByRole('button', { name: 'Export' }).click();
    const file = await readFile(await (await started).path(), 'utf8');
    const names = file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(names.sort()).toEqual(['Ana', 'Carla']);
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
  });

  await test.step('shortcuts are listed, and do nothing once they are off', async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    await axe(page, { what: 'the list of shortcuts' });
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.keyboard.press('?');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/attendees$/);
  });
});

test('chosen questions of both kinds are required at once, and not again; others are deleted @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Questions ${unique()}`);
  for (const [title, scope] of [
    ['Company', 'order'],
    ['Table', 'order'],
    ['Menu', 'attendee'],
  ] as const)
    await organizer.api.call(createQuestion, {
      params: { eventId: String(event.id) },
      body: {
        title,
        scope,
        type: 'text',
        description: '',
        options: [],
        required: false,
        hidden: false,
        appliesToAll: true,
        ticketIds: [],
      },
    });
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/questions`);
  const select = page.getByRole('button', { name: 'Select', exact: true });
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  const bar = page.getByRole('region', { name: 'Selected rows' });

  await test.step('what is always asked can’t be chosen; a range runs over both groups', async () => {
    // Until the page's scripts have started, a press does nothing.
    await expect(async () => {
      if (await select.isVisible()) await select.click();
      await expect(box('Company')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(box('First name')).toBeHidden();
    await box('Table').click();
    await box('Menu').click({ modifiers: ['Shift'] });
    await expect(bar.getByText('2 selected')).toBeVisible();
    await axe(page, { what: 'chosen questions' });
    await bar.getByRole('button', { name: 'Make required' }).click();
    await expect(page.getByText('2 questions are required now.')).toBeVisible();
    await expect(page.getByText('One line of text · required')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('One line of text · optional')).toHaveCount(3);
  });

  await test.step('two are deleted once it is clear what becomes of their answers', async () => {
    await select.click();
    await box('Company').click();
    await box('Menu').click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 questions?' });
    await expect(dialog.getByText('Answers that were given stay with their orders.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete 2 questions' }).click();
    await expect(page.getByText('2 questions are deleted.')).toBeVisible();
    await expect(page.getByText('One line of text')).toHaveCount(1);
  });
});

test('the list of attendees says that it loads, and what went wrong @deep', async ({
  page,
  axe,
  watch,
  isMobile,
}) => {
  const { organizer, event } = await prepare();
  await signIn(page, organizer);
  // The first page comes with its rows. Whoever comes from another page waits for them.
  const cameFromElsewhere = async () => {
    await page.goto(`/manage/event/${event.id}/guests`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const rows = `**/api/events/${event.id}/attendees?*`;
  const asked = Promise.withResolvers<void>();
  const loading = page.getByRole('status', { name: 'Loading' });
  await cameFromElsewhere();
  await page.route(rows, async (route) => {
    await asked.promise;
    await route.continue();
  });
  const toAttendees = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Attendees' }).first().click();
  };
  await toAttendees();
  await expect(loading).toBeVisible();
  await expect(page.getByText('No attendees yet')).toBeHidden();
  await axe(page, { what: 'the list of attendees while it loads' });
  asked.resolve();
  await expect(page.getByText('Ana Nadal')).toBeVisible();

  await page.unroute(rows);
  watch.expect(/status of 500|ERR_FAILED|Failed to load/);
  await cameFromElsewhere();
  await page.route(rows, (route) => route.fulfill({ status: 500, body: '' }));
  await toAttendees();
  const error = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });
  await expect(error).toBeVisible();
  await axe(page, { what: 'the list of attendees that could not load' });
  await page.unroute(rows);
  await error.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Ana Nadal')).toBeVisible();
});
