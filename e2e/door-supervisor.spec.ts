import { createCheckInLink } from '@entrada/contract/door/check-in-links';
import { updateCheckInList } from '@entrada/contract/door/check-in-lists';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { typeCode } from './tools/door.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildCheckInList, buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

const PIN = '4711';

/** A door that sells, with one guest, one place for sale, and a link of a supervisor with a PIN. */
async function prepareDoor() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, 'Night of the door');
  const params = { eventId: String(event.id) };
  const pass = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Pass',
    prices: [{ amount: 0, quantity: 1 }],
  });
  await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Last night',
    prices: [{ amount: 20_00, quantity: 1 }],
  });
  await publish(organizer.api, event.id);
  await organizer.api.call(addGuests, {
    params,
    body: {
      priceId: pass.prices[0]?.id ?? 0,
      amount: 0,
      payment: null,
      attendees: [{ firstName: 'Marina', lastName: 'Llorens', email: '' }],
      note: 'Seat near the platform',
      locale: 'en',
      notify: false,
      exceedCapacity: false,
    },
  });
  const list = await buildCheckInList(organizer.api, event.id, 'Main gate');
  const ofList = { ...params, listId: String(list.id) };
  const { name, description, version } = list;
  await organizer.api.call(updateCheckInList, {
    params: ofList,
    body: {
      version,
      name,
      description,
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
      allowsSales: true,
    },
  });
  const body = { name: 'Marta', role: 'supervisor' as const, pin: PIN };
  const { data: link } = await organizer.api.call(createCheckInLink, { params: ofList, body });
  return link.shortId;
}

test('a supervisor enters by a PIN, finds a misspelt name, lets in, takes back and sells the last place', {
  tag: '@phone',
}, async ({ page, axe, watch }) => {
  const link = await prepareDoor();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  watch.expect(/status of 403/);
  await page.goto(`/check-in/${link}`);

  await test.step('a wrong PIN says what it costs, the right one opens the door, by keyboard', async () => {
    await expect(page.getByLabel('PIN of this door')).toBeFocused();
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'That is not the PIN. 4 more tries, then a pause begins.',
    );
    await axe(page, { what: 'the question for the PIN' });
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('0 of 1 checked in')).toBeVisible();
  });

  await test.step('a hardware scanner works without the camera, and the keyboard goes on', async () => {
    await page.keyboard.press('Shift');
    await typeCode(page, 'https://example.com/not-a-ticket');
    await expect(page.getByRole('alert').filter({ hasText: 'Unknown code' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await axe(page, { what: `a refusal in the ${colorScheme} scheme` });
    }
    await expect(page.getByRole('button', { name: 'Scan next' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Unknown code' })).toBeHidden();
  });

  await test.step('a name with two mistakes is found, let in and taken back', async () => {
    await tab('Guest list').click();
    await page.getByRole('searchbox').fill('marinna lorens');
    await expect(page.getByRole('heading', { name: 'Spelled alike' })).toBeVisible();
    await page.getByRole('button', { name: /^Marina Llorens/ }).click();
    const person = page.getByRole('dialog', { name: 'Marina Llorens' });
    await expect(person.getByText('Seat near the platform')).toBeVisible();
    await person.getByRole('button', { name: 'Check in' }).click();
    await expect(person.getByText('Inside', { exact: true })).toBeVisible();
    await axe(page, { what: 'a person at the door' });
    await person.getByRole('button', { name: 'Undo check-in' }).click();
    await expect(person.getByText('Not inside', { exact: true })).toBeVisible();
    await person.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('0 of 1 checked in')).toBeVisible();
  });

  // A sheet rises from below on a phone only.
  if ((page.viewportSize()?.width ?? 0) < 640) {
    await test.step('a sheet that is pulled down closes, and goes back if it is let go early', async () => {
      await page.getByRole('button', { name: /^Marina Llorens/ }).click();
      const person = page.getByRole('dialog', { name: 'Marina Llorens' });
      await expect(person).toBeVisible();
      const top = (await person.boundingBox())?.y ?? 0;
      const pull = async (pixels: number) => {
        await page.mouse.move(195, top + 12);
        await page.mouse.down();
        await page.mouse.move(195, top + 12 + pixels, { steps: 4 });
        await page.mouse.up();
      };
      await pull(40);
      expect((await person.boundingBox())?.y).toBe(top);
      await pull(140);
      await expect(person).toBeHidden();
    });
  }

  await test.step('the last place is sold for cash and its guest let in, then it is sold out', async () => {
    await tab('Sell').click();
    await page.getByRole('button', { name: 'Add one Last night' }).click();
    await axe(page, { what: 'selling at the door' });
    await page.getByRole('button', { name: 'Cash' }).click();
    await expect(page.getByRole('heading', { name: 'Sold for €20.00' })).toBeVisible();
    await expect(page.getByText('1 of 2 checked in')).toBeVisible();
    await page.getByRole('button', { name: 'Next sale' }).click();
    await expect(page.getByText('Sold out').first()).toBeVisible();
  });

  await test.step('who is inside, and the log', async () => {
    await tab('Inside').click();
    await expect(page.getByText('Last in and out')).toBeVisible();
    await axe(page, { what: 'who is inside' });
    await tab('Log').click();
    await expect(page.getByText('Sold: 1 × Last night')).toBeVisible();
    await page
      .getByText(/^Undone/)
      .first()
      .click();
    await expect(page.getByText('Check-in undone')).toBeVisible();
    await axe(page, { what: 'the log of the door' });
  });
});
