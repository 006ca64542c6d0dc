import { getEvent, setEventStatus, updateEvent } from '@entrada/contract/catalog/events';
import { listOrders } from '@entrada/contract/sales/orders';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

/** An invoiced order of two tickets at 45.00. */
async function prepareOrder() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  const params = { eventId: String(event.id) };
  const night = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Friday night',
    prices: [{ amount: 45_00 }],
  });
  const { data } = await organizer.api.call(getEvent, { params });
  const settings = { invoicing: true, invoicePrefix: 'M-' };
  await organizer.api.call(updateEvent, { params, body: { version: data.version, settings } });
  await publish(organizer.api, event.id);
  const email = `lucia-${unique()}@example.com`;
  const sale = { eventId: event.id, priceId: night.prices[0]?.id ?? 0, email };
  await buyPaid({ ...sale, card: '4242 4242 4242 4242' });
  const { data: orders } = await organizer.api.call(listOrders, { params, query: {} });
  return { organizer, event, params, email, shortId: orders[0]?.shortId };
}

test('a buyer gets the invoice for a company, the organizer corrects it, and the event is put away', {
  tag: ['@phone', '@deep'],
}, async ({ page, visitor, axe, watch }) => {
  const { organizer, event, params, email, shortId } = await prepareOrder();
  await page.goto(`/order/${event.id}/${shortId}`);
  const form = page.getByRole('dialog', { name: 'Change invoice details' });
  const link = page.getByRole('link', { name: 'Change invoice details' });

  await test.step('the form begins at its first field, and Escape gives the focus back', async () => {
    await link.click();
    await expect(form.getByRole('textbox', { name: 'Name or company' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(link).toBeFocused();
  });

  await test.step('what is wrong is said at its field; then a new invoice comes', async () => {
    watch.expect(/422/);
    await page.keyboard.press('Enter');
    const name = form.getByRole('textbox', { name: 'Name or company' });
    await expect(name).toHaveValue('Lucía Márquez');
    await name.fill('');
    await form.getByRole('textbox', { name: 'Tax ID' }).fill('B-98765432');
    await form.getByRole('button', { name: 'Get new invoice' }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByRole('textbox', { name: 'Tax ID' })).toHaveValue('B-98765432');
    await name.fill('Marina Events S.L.');
    await axe(page, { what: 'the form of the details of an invoice' });
    await form.getByRole('button', { name: 'Get new invoice' }).click();
    await expect(page.getByText('The credit note and the new invoice are on their way')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invoice M-00002' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Credit note/ })).toBeVisible();
    await inbox(email).receive('order_invoiced_anew');
  });

  await test.step('the organizer sees it, and corrects it once more', async () => {
    const office = await visitor();
    await signIn(office, organizer);
    await office.goto(`/manage/event/${event.id}/orders`);
    await office.getByRole('link', { name: 'Lucía Márquez' }).filter({ visible: true }).click();
    const drawer = office.getByRole('dialog', { name: /^Order / });
    await expect(drawer.getByText('The buyer changed the invoice details')).toBeVisible();
    await drawer.getByRole('button', { name: 'Edit invoice details' }).click();
    const details = drawer.getByRole('form', { name: 'Edit invoice details' });
    await details.getByRole('textbox', { name: 'Address' }).fill('Moll de la Duana 1');
    await axe(office, { what: 'the drawer with the details of the invoice' });
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect(drawer.getByRole('link', { name: 'Download Invoice M-00003' })).toBeVisible();
  });

  await test.step('the invoice of an event that is put away stays as it is', async () => {
    await organizer.api.call(setEventStatus, { params, body: { status: 'archived' } });
    await page.goto(`/order/${event.id}/${shortId}`);
    await expect(link).toBeHidden();
    await axe(page, { what: 'the order of an event that was put away' });
  });
});
