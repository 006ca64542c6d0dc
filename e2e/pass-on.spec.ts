import { checkIn } from '@entrada/contract/door/check-in';
import { getOrder, reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import {
  buildCheckInList,
  buildEvent,
  buildOrganizer,
  buildTicket,
  publish,
  signIn,
} from './tools/organizer.ts';

/** An event with a door, and two free tickets in one order. */
async function prepareTickets() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of light ${unique()}`);
  const params = { eventId: String(event.id) };
  const pass = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Pass',
    prices: [{ amount: 0 }],
  });
  await publish(organizer.api, event.id);
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email: `lucia-${unique()}@example.com` };
  const client = apiClient();
  const items = [{ priceId: pass.prices[0]?.id ?? 0, quantity: 2 }];
  const { data: held } = await client.call(reserveOrder, { params, body: { items, locale: 'en' } });
  const itemId = held.lines[0]?.id ?? 0;
  const tomas = { firstName: 'Tomás', lastName: 'Obrin', email: `tomas-${unique()}@example.com` };
  const ofOrder = { params: { orderShortId: held.shortId } };
  await client.call(saveOrderDetails, {
    ...ofOrder,
    body: {
      ...buyer,
      sendAllToBuyer: false,
      attendees: [
        { itemId, ...buyer },
        { itemId, ...tomas },
      ],
    },
  });
  const list = await buildCheckInList(organizer.api, event.id, 'Door');
  const { data: order } = await client.call(getOrder, ofOrder);
  const ticket = order.tickets.find(({ firstName }) => firstName === 'Tomás');
  if (!ticket) throw new Error('The order has no ticket for Tomás');
  const scan = async (code: string) => {
    const stamp = { device: 'Door', nonce: unique().padEnd(24, 'x'), scannedAt: new Date().toISOString() };
    const { data } = await client.call(checkIn, {
      params: { listShortId: list.shortId },
      body: { method: 'scan', code, ...stamp },
    });
    return data.verdict;
  };
  const tickets = async () => (await client.call(getOrder, ofOrder)).data.tickets;
  return {
    organizer,
    event,
    buyer,
    tomas,
    ticket,
    scan,
    tickets,
    path: `/order/${event.id}/${held.shortId}`,
  };
}

test('a name is corrected and its code stays; the ticket is passed on and the old code is dead @deep', {
  tag: '@phone',
}, async ({ page, axe, watch }) => {
  const { organizer, event, tomas, ticket, scan } = await prepareTickets();
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/attendees`);
  const drawer = page.getByRole('dialog', { name: 'Tomás', exact: false });

  await test.step('the name is corrected in the drawer', async () => {
    await page.getByRole('link', { name: 'Tomás Obrin' }).click();
    await expect(drawer.getByRole('img', { name: `QR code of ticket ${ticket.reference}` })).toBeVisible();
    await axe(page, { what: 'the drawer of an attendee' });
    const edit = drawer.getByRole('button', { name: 'Edit', exact: true });
    await edit.click();
    const form = page.getByRole('dialog', { name: 'Edit attendee' });
    // The focus begins at the first field and goes back to the button.
    await expect(form.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await form.getByRole('textbox', { name: 'Last name' }).fill('O’Brien');
    await form.getByRole('button', { name: 'Save attendee' }).click();
    await expect(page.getByRole('dialog', { name: 'Tomás O’Brien' })).toBeVisible();
  });

  await test.step('the ticket is passed on to another person, who gets it by email', async () => {
    const friend = `vicent-${unique()}@example.com`;
    await drawer.getByRole('button', { name: 'Pass on' }).click();
    const form = page.getByRole('dialog', { name: 'Pass on the ticket' });
    await form.getByRole('textbox', { name: 'First name' }).fill('Vicent');
    await form.getByRole('textbox', { name: 'Last name' }).fill('Climent');
    await form.getByRole('textbox', { name: 'Email' }).fill(friend);
    await axe(page, { what: 'the form that passes a ticket on' });
    await form.getByRole('button', { name: 'Pass on ticket' }).click();
    await expect(page.getByRole('dialog', { name: 'Vicent Climent' })).toBeVisible();
    expect((await inbox(friend).receive('attendee_ticket')).text).toContain('Vicent');
    expect((await inbox(tomas.email).receive('ticket_passed_on')).text).toContain(ticket.reference);
  });

  await test.step('the old code is refused at the door, and its page says why', async () => {
    expect(await scan(ticket.code)).toBe('revoked');
    watch.expect(/410/);
    await page.goto(`/ticket/${event.id}/${ticket.shortId}`);
    await expect(page.getByRole('heading', { name: 'This ticket was replaced.' })).toBeVisible();
  });
});

test('a ticket is changed for a dearer one: the difference stands beside the order, and the old code is dead @deep', async ({
  page,
  axe,
}) => {
  const { organizer, event, tomas, ticket, scan } = await prepareTickets();
  await buildTicket(organizer.api, event.id, { type: 'paid', name: 'Balcony', prices: [{ amount: 1500 }] });
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/attendees`);
  await page.getByRole('link', { name: 'Tomás Obrin' }).click();
  const drawer = page.getByRole('dialog', { name: 'Tomás Obrin' });

  await test.step('what it costs and what becomes of the difference is said before', async () => {
    await drawer.getByRole('button', { name: 'Change ticket' }).click();
    const form = page.getByRole('dialog', { name: 'Change ticket' });
    await form.getByRole('combobox', { name: 'New ticket' }).click();
    await page.getByRole('option', { name: /Balcony/ }).click();
    await expect(form.getByText('+€15.00')).toBeVisible();
    await expect(form.getByRole('radio', { name: 'The buyer still pays €15.00' })).toBeChecked();
    await axe(page, { what: 'the form that changes a ticket' });
    await form.getByRole('button', { name: 'Change ticket' }).click();
  });

  await test.step('the drawer shows it as open until it is marked as paid', async () => {
    await expect(drawer.getByText('Difference of €15.00 to be paid')).toBeVisible();
    await drawer.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(drawer.getByText('Difference of €15.00 paid')).toBeVisible();
  });

  await test.step('the old code is refused at the door, and the new ticket is mailed', async () => {
    expect(await scan(ticket.code)).toBe('revoked');
    const newest = async () => (await inbox(tomas.email).receive('attendee_ticket')).text;
    await expect.poll(newest).toContain('Balcony');
  });
});

test('a buyer passes a ticket on, the old code is dead, and takes it back', async ({ page, axe }) => {
  const { tomas, ticket, scan, tickets, path } = await prepareTickets();
  const friend = `vicent-${unique()}@example.com`;
  await page.goto(path);
  await page.getByRole('link', { name: /^Pass on, Tomás Obrin/ }).click();
  const form = page.getByRole('dialog', { name: 'Pass on a ticket' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Vicent');
  await form.getByRole('textbox', { name: 'Last name' }).fill('Climent');
  await form.getByRole('textbox', { name: 'Email' }).fill(friend);
  await axe(page, { what: 'the form of a buyer that passes a ticket on' });
  await form.getByRole('button', { name: 'Pass on ticket' }).click();
  // The note stands above the tickets, and whoever sent the form is led to it.
  const outcome = (words: string) => page.getByRole('status').filter({ hasText: words });
  await expect(outcome(`The ticket is on its way to ${friend}`)).toBeFocused();
  await expect(outcome('Passed on.')).toBeInViewport();
  await expect(page.getByText('Not opened yet.')).toBeVisible();
  expect(await scan(ticket.code)).toBe('revoked');
  expect((await inbox(friend).receive('attendee_ticket')).text).toContain('Lucía Márquez');
  expect((await inbox(tomas.email).receive('ticket_passed_on')).text).toContain(ticket.reference);

  await page.getByRole('link', { name: 'Take it back' }).click();
  await page.getByRole('dialog', { name: 'Take the ticket back' }).getByRole('button').click();
  await expect(outcome('Taken back.')).toBeFocused();
  await expect(outcome('Taken back.')).toBeInViewport();
  // Who loads the page anew does not read it again.
  await expect(page).not.toHaveURL(/done=/);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Pass on, Tomás Obrin/ })).toBeVisible();
  await expect(page.getByText('Taken back.')).toBeHidden();
  const again = (await tickets()).find(({ reference }) => reference === ticket.reference);
  expect(again?.firstName).toBe('Tomás');
  expect(await scan(ticket.code)).toBe('revoked');
  expect(await scan(again?.code ?? '')).toBe('admitted');
});

test('a buyer corrects a name without scripts; who opened a ticket keeps it; the order gets a new link', {
  tag: '@deep',
}, async ({ page, visitor, watch }) => {
  const { event, buyer, ticket, path } = await prepareTickets();
  await test.step('without scripts the form stands open above the page', async () => {
    watch.expect(/422/);
    const plain = await visitor({ javaScriptEnabled: false });
    await plain.goto(path);
    await plain.getByRole('link', { name: /^Change name, Tomás Obrin/ }).click();
    const form = plain.getByRole('dialog', { name: 'Change name' });
    await form.getByRole('textbox', { name: 'Last name' }).fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('textbox', { name: 'Last name' })).toHaveAttribute('aria-invalid', 'true');
    await form.getByRole('textbox', { name: 'Last name' }).fill('O’Brien');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(plain.getByText('Saved.')).toBeVisible();
    await expect(plain.getByRole('heading', { name: 'Tomás O’Brien' })).toBeVisible();
  });
  await test.step('who looked at the ticket keeps it', async () => {
    const friend = `vicent-${unique()}@example.com`;
    await page.goto(path);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: `Pass on, Tomás O’Brien, ${ticket.reference}` }).click();
    const form = page.getByRole('dialog', { name: 'Pass on a ticket' });
    await form.getByRole('textbox', { name: 'First name' }).fill('Vicent');
    await form.getByRole('textbox', { name: 'Last name' }).fill('Climent');
    await form.getByRole('textbox', { name: 'Email' }).fill(friend);
    await form.getByRole('textbox', { name: 'Email' }).press('Enter');
    await expect(page.getByText('Not opened yet.')).toBeVisible();
    const mail = await inbox(friend).receive('attendee_ticket');
    const holder = await visitor();
    const opened = holder.waitForResponse(/\/opened$/);
    await holder.goto(mail.link('/ticket/'));
    expect((await opened).status()).toBe(204);
    await page.reload();
    await expect(page.getByText(/Opened on/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Take it back' })).toBeHidden();
  });
  await test.step('the new link is mailed, the old one says so', async () => {
    watch.expect(/410/);
    await page.getByRole('link', { name: 'Make a new link' }).click();
    const form = page.getByRole('dialog', { name: 'Make a new link' });
    await form.getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByRole('heading', { name: 'This order has a new link.' })).toBeVisible();
    const mails = async () => (await inbox(buyer.email).receive('order_confirmation')).link('/order/');
    await expect.poll(mails).not.toContain(path);
    await page.goto(await mails());
    await expect(page.getByRole('heading', { name: `See you at ${event.title}, Lucía.` })).toBeVisible();
  });
});
