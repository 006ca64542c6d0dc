import { listAttendees } from '@entrada/contract/sales/attendees';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { listOrders } from '@entrada/contract/sales/orders';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

test('an open list and an open drawer show what others do, without a reload @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  const ticket = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Entry',
    prices: [{ amount: 0 }],
  });
  await publish(organizer.api, event.id);
  const params = { eventId: String(event.id) };
  const buy = async (firstName: string) => {
    const visitor = apiClient();
    const body = { items: [{ priceId: ticket.prices[0]?.id ?? 0, quantity: 1 }] };
    const { data: held } = await visitor.call(reserveOrder, { params, body });
    const email = `${unique()}@example.com`;
    const buyer = { firstName, lastName: 'Serra', email, emailConfirmation: email };
    await visitor.call(saveOrderDetails, {
      params: { orderShortId: held.shortId },
      body: { ...buyer, sendAllToBuyer: true, attendees: [] },
    });
  };
  await buy('Nil');
  const { data } = await organizer.api.call(listOrders, { params, query: {} });
  const first = data[0]?.id ?? 0;
  await signIn(page, organizer);
  const connected = page.waitForResponse(/\/api\/live/);
  await page.goto(`/manage/event/${event.id}/orders`);
  await connected;
  const row = (name: string) =>
    page.locator('main :is(tr, li)').filter({ has: page.getByRole('link', { name }) });
  await expect(row('Nil Serra')).toBeVisible();
  await row('Nil Serra').evaluate((element) => element.setAttribute('data-same', ''));

  await test.step('a purchase comes into the list, with a mark', async () => {
    await buy('Ona');
    await expect(row('Ona Serra')).toBeVisible({ timeout: 20_000 });
    await expect(row('Ona Serra')).toContainText('New');
    await expect(row('Nil Serra')).not.toContainText('New');
    await expect(page.getByText('1 new order', { exact: true })).toBeAttached();
    await axe(page, { what: 'a list with a new order' });
  });

  await test.step('a cancellation comes into the drawer of another tab, and into the list', async () => {
    const other = await page.context().newPage();
    await other.goto(`/manage/event/${event.id}/orders?drawer=${first}`);
    const drawer = other.getByRole('dialog', { name: 'Order ENT-' });
    await expect(drawer.getByText('Completed').first()).toBeVisible();
    const people = await organizer.api.call(listAttendees, { params, query: { query: 'Nil' } });
    const third = await page.context().newPage();
    await third.goto(`/manage/event/${event.id}/attendees?drawer=${people.data[0]?.id}`);
    const person = third.getByRole('dialog', { name: 'Nil Serra' });
    await expect(person.getByText('Active').first()).toBeVisible();
    await other.bringToFront();
    const order = { params: { ...params, orderId: String(first) }, body: { notify: false } };
    await organizer.api.call(cancelOrder, order);
    await expect(drawer.getByText('Cancelled').first()).toBeVisible({ timeout: 20_000 });
    await third.bringToFront();
    await expect(person.getByText('Cancelled').first()).toBeVisible({ timeout: 20_000 });
    await page.bringToFront();
    await expect(row('Nil Serra')).toContainText('Cancelled', { timeout: 20_000 });
    // The page was not loaded again.
    await expect(row('Nil Serra')).toHaveAttribute('data-same', '');
  });
});
