import { updateEvent } from '@entrada/contract/catalog/events';
import { getOrderDetail, listOrders } from '@entrada/contract/sales/orders';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

/** An event that issues invoices, and an order of two tickets of 45.00 that is paid by card. */
async function prepareOrder() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of tides ${unique()}`);
  const params = { eventId: String(event.id) };
  const build = (name: string, amount: number) =>
    buildTicket(organizer.api, event.id, { type: 'paid', name, prices: [{ amount }] });
  const friday = await build('Friday night', 45_00);
  await build('Weekend', 60_00);
  await organizer.api.call(updateEvent, {
    params,
    body: { version: event.version, settings: { invoicing: true, invoicePrefix: 'M-' } },
  });
  await publish(organizer.api, event.id);
  const email = `lucia-${unique()}@example.com`;
  const priceId = friday.prices[0]?.id ?? 0;
  await buyPaid({ eventId: event.id, priceId, email, card: '4242 4242 4242 4242' });
  const { data } = await organizer.api.call(listOrders, { params, query: {} });
  const orderId = String(data[0]?.id);
  const order = await organizer.api.call(getOrderDetail, { params: { ...params, orderId } });
  return { organizer, event, order: order.data };
}

test('an attendee of an invoiced order gets a dearer ticket: owed, credited and invoiced anew, and then waived', {
  tag: ['@phone', '@deep'],
}, async ({ page, visitor, axe }) => {
  const { organizer, event, order } = await prepareOrder();
  await signIn(page, organizer);

  await test.step('the ticket is changed in the drawer of the attendee', async () => {
    await page.goto(`/manage/event/${event.id}/attendees`);
    await page.getByRole('link', { name: 'Tomás O’Brien' }).click();
    const drawer = page.getByRole('dialog', { name: 'Tomás O’Brien' });
    await drawer.getByRole('button', { name: 'Change ticket' }).click();
    const form = page.getByRole('dialog', { name: 'Change ticket' });
    await form.getByRole('combobox', { name: 'New ticket' }).click();
    await page.getByRole('option', { name: /Weekend/ }).click();
    await expect(form.getByText('+€15.00')).toBeVisible();
    await expect(form.getByText('A credit note and a new invoice follow.')).toBeVisible();
    await axe(page, { what: 'the form that changes a ticket' });
    await form.getByRole('button', { name: 'Change ticket' }).click();
    await expect(drawer.getByText('Weekend').first()).toBeVisible();
  });

  await test.step('the buyer sees what is still to be paid, and the documents', async () => {
    const buyer = await visitor();
    await buyer.goto(`/order/${event.id}/${order.shortId}`);
    await expect(buyer.getByText('Change to Weekend, still to be paid').first()).toBeAttached();
    await expect(buyer.getByRole('link', { name: 'Credit note CN-00001' })).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'Invoice M-00002' })).toBeVisible();
    await axe(buyer, { what: 'the order of a ticket that was changed' });
  });

  await test.step('the order shows it as open, and it is waived', async () => {
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByRole('link', { name: 'Lucía Márquez' }).click();
    const drawer = page.getByRole('dialog', { name: `Order ${order.reference}` });
    await expect(drawer.getByText('Difference of €15.00 to be paid')).toBeVisible();
    await axe(page, { what: 'an order with an open difference' });
    await drawer.getByRole('button', { name: 'Waive', exact: true }).click();
    await page.getByRole('button', { name: 'Waive the difference' }).click();
    await expect(drawer.getByText('Difference of €15.00 waived').first()).toBeVisible();
    await expect(drawer.getByText('Credit note CN-00002', { exact: true })).toBeVisible();
  });
});
