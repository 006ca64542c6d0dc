import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { listAttendees } from '@entrada/contract/sales/attendees';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

/** An event with a door, and two free guests in one order. */
async function prepareGuests() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of light ${unique()}`);
  const params = { eventId: String(event.id) };
  const guest = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Guest',
    prices: [{ amount: 0 }],
  });
  await publish(organizer.api, event.id);
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email: `lucia-${unique()}@example.com` };
  const client = apiClient();
  const items = [{ priceId: guest.prices[0]?.id ?? 0, quantity: 2 }];
  const { data: held } = await client.call(reserveOrder, { params, body: { items, locale: 'en' } });
  const itemId = held.lines[0]?.id ?? 0;
  const tomas = { itemId, firstName: 'Tomás', lastName: 'O’Brien', email: buyer.email };
  await client.call(saveOrderDetails, {
    params: { orderShortId: held.shortId },
    body: { ...buyer, sendAllToBuyer: false, attendees: [{ itemId, ...buyer }, tomas] },
  });
  const body = {
    name: 'Door',
    description: '',
    allTickets: true,
    ticketIds: [],
    activatesAt: null,
    expiresAt: null,
  };
  const { data: list } = await organizer.api.call(createCheckInList, { params, body });
  const { data: attendees } = await organizer.api.call(listAttendees, { params, query: {} });
  const reference = attendees.find((one) => one.firstName === 'Tomás')?.reference ?? '';
  const scan = async () => {
    const stamp = { device: 'Door', nonce: unique().padEnd(24, 'x'), scannedAt: new Date().toISOString() };
    const { data } = await client.call(checkIn, {
      params: { listShortId: list.shortId },
      body: { method: 'search', reference, ...stamp },
    });
    return data.verdict;
  };
  return { organizer, event, buyer, scan };
}

test('an organizer cancels a free guest, makes the ticket valid again, and cancels the order @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const { organizer, event, buyer, scan } = await prepareGuests();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(organizer.email);
  await page.getByLabel('Password', { exact: true }).fill(organizer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/manage/);

  await test.step('the guest is cancelled from the list of attendees, and the door refuses', async () => {
    await page.goto(`/manage/event/${event.id}/attendees`);
    await page.getByRole('button', { name: 'Actions for Tomás O’Brien' }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: 'Cancel ticket' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the ticket of Tomás O’Brien?' });
    await expect(question.getByText('1 ticket stops working at the door')).toBeVisible();
    await axe(page, { what: 'the question about a ticket' });
    await question.getByRole('button', { name: 'Cancel ticket' }).click();
    await expect(page.getByText('The ticket of Tomás O’Brien is cancelled')).toBeVisible();
    expect(await scan()).toBe('cancelled');
    expect((await inbox(buyer.email).receive('tickets_cancelled')).text).toContain('Tomás O’Brien');
  });

  await test.step('the ticket is made valid again in the order', async () => {
    await page.getByRole('button', { name: 'Actions for Tomás O’Brien' }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: 'View order' }).click();
    const drawer = page.getByRole('dialog', { name: /^Order / });
    await drawer.getByRole('button', { name: 'Actions for Tomás O’Brien' }).click();
    await page.getByRole('menuitem', { name: 'Make valid again' }).click();
    const question = page.getByRole('dialog', { name: 'Make the ticket of Tomás O’Brien valid again?' });
    await question.getByRole('checkbox', { name: 'Tell the buyer' }).uncheck();
    await question.getByRole('button', { name: 'Make valid again' }).click();
    await expect(drawer.getByText('1 ticket made valid again')).toBeVisible();
    expect(await scan()).toBe('admitted');
  });

  await test.step('the rest of the order is checked in from the drawer, and taken back', async () => {
    const drawer = page.getByRole('dialog', { name: /^Order / });
    await drawer.getByRole('button', { name: /^Actions for order / }).click();
    await page.getByRole('menuitem', { name: 'Door', exact: true }).click();
    await expect(page.getByText('Already checked in: Tomás O’Brien')).toBeVisible();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Checked in: Lucía Márquez' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(page.getByText('Check-in taken back: Lucía Márquez')).toBeVisible();
    await expect(drawer.getByText('Entry taken back')).toBeVisible();
  });

  await test.step('the ticket goes to a friend’s address once', async () => {
    const drawer = page.getByRole('dialog', { name: /^Order / });
    await drawer.getByRole('button', { name: 'Actions for Tomás O’Brien' }).click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send the ticket of Tomás O’Brien again?' });
    await dialog.getByLabel('Email').fill('nobody');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog.getByText('Enter an email address')).toBeVisible();
    const friend = `jordi-${unique()}@example.com`;
    await dialog.getByLabel('Email').fill(friend);
    await axe(page, { what: 'the question to which address a ticket goes' });
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog).toBeHidden();
    await expect(drawer.getByText('Tickets sent again')).toBeVisible();
    expect((await inbox(friend).receive('attendee_ticket')).text).toContain('Tomás');
  });

  await test.step('the whole order is cancelled, although it was free', async () => {
    const drawer = page.getByRole('dialog', { name: /^Order / });
    await drawer.getByRole('button', { name: 'Cancel order' }).click();
    const question = page.getByRole('dialog', { name: /^Cancel order / });
    await expect(question.getByText('2 tickets stop working at the door')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await expect(question).toBeHidden();
    await expect(drawer.getByText('Order cancelled')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Make valid again' })).toBeVisible();
    await axe(page, { what: 'the drawer of a cancelled order' });
  });
});
