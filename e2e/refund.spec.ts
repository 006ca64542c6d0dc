import { getEventAttention } from '@entrada/contract/insight/attention';
import { listOrders } from '@entrada/contract/sales/orders';
import type { Page } from '@playwright/test';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

const CARD = '4242 4242 4242 4242';
const DISPUTED_CARD = '4000 0000 0000 0259';

async function prepareOrder(card: string) {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  const night = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Friday night',
    prices: [{ amount: 45_00 }],
  });
  await publish(organizer.api, event.id);
  const buyer = `lucia-${unique()}@example.com`;
  await buyPaid({ eventId: event.id, priceId: night.prices[0]?.id ?? 0, email: buyer, card });
  const { data } = await organizer.api.call(listOrders, { params: { eventId: String(event.id) }, query: {} });
  return { organizer, event, order: data[0] };
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/manage/);
}

test('an organizer refunds one of two tickets with its place, then the rest', { tag: '@phone' }, async ({
  page,
  axe,
}) => {
  const { organizer, event, order } = await prepareOrder(CARD);
  expect(order).toMatchObject({ badge: 'COMPLETED', ticketCount: 2, total: 90_00 });
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/orders`);
  const row = page.getByRole('link', { name: 'Lucía Márquez' });
  const drawer = page.getByRole('dialog', { name: `Order ${order?.reference}` });
  const dialog = page.getByRole('dialog', { name: `Refund order ${order?.reference}` });

  await test.step('opens the order from its row and goes back to it', async () => {
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Visa ending 4242')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(row).toBeFocused();
    await row.click();
    await expect(drawer.getByText('Order paid')).toBeVisible();
    await axe(page, { what: 'the drawer of an order' });
  });

  await test.step('refunds one ticket and cancels it', async () => {
    await drawer.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByRole('radio', { name: 'An amount' }).check();
    const amount = dialog.getByRole('textbox', { name: 'Amount to refund' });
    await amount.fill('90.01');
    await amount.blur();
    // Before anything is sent, both the field and the summary say how much there is.
    await expect(amount).toHaveAccessibleDescription(/Only €90\.00 is left to refund\./);
    await expect(dialog.getByText('Only €90.00 is left to refund.')).toHaveCount(2);
    await amount.fill('90.00');
    await expect(dialog.getByText('Refund €90.00 to Lucía Márquez.')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Chosen tickets' }).check();
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('Choose at least one ticket.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Tomás O’Brien' }).check();
    // A part does not propose to cancel, and says what follows.
    const cancel = dialog.getByRole('checkbox', { name: 'Cancel these tickets' });
    await expect(cancel).not.toBeChecked();
    await expect(
      dialog.getByText('1 ticket stays valid at the door, and its place stays taken.'),
    ).toBeVisible();
    await cancel.check();
    await expect(dialog.getByText('1 ticket is cancelled and goes back on sale.')).toBeVisible();
    await axe(page, { what: 'the dialog of a refund' });
    await dialog.getByRole('button', { name: 'Refund €45.00' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(drawer.getByText('Partially refunded')).toBeVisible();
    await expect(drawer.getByText('1 ticket cancelled')).toBeVisible();
  });

  await test.step('refunds the rest with the order', async () => {
    await drawer.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByRole('radio', { name: 'The rest, €45.00' })).toBeChecked();
    // All that is left: cancelling is proposed, and what it does is said.
    await expect(dialog.getByRole('checkbox', { name: 'Cancel the order' })).toBeChecked();
    await expect(
      dialog.getByText('1 ticket stops working at the door, and its place goes back on sale.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Refund €45.00' }).click();
    await expect(dialog).toBeHidden();
    await expect(drawer.getByText('Order cancelled')).toBeVisible();
    await expect(drawer.getByText('Nothing is left to refund.')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Refund' })).toBeDisabled();
  });

  await test.step('the back button closes the order, and the list knows', async () => {
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(page.getByText('€90.00 refunded').filter({ visible: true })).toBeVisible();
  });

  const { data } = await organizer.api.call(listOrders, { params: { eventId: String(event.id) }, query: {} });
  expect(data[0]).toMatchObject({ badge: 'REFUNDED', refunded: 90_00 });
});

test('a disputed payment is seen from the list of events to its order @deep', async ({ page, axe }) => {
  const { organizer, event, order } = await prepareOrder(DISPUTED_CARD);
  const params = { eventId: String(event.id) };
  await expect
    .poll(async () => (await organizer.api.call(getEventAttention, { params })).data.items, {
      timeout: 60_000,
    })
    .toMatchObject([{ kind: 'dispute', orders: 1, amount: 90_00 }]);
  await signIn(page, organizer);
  const badge = page.getByText(/^Disputed, answer by \d/).filter({ visible: true });

  await test.step('the list of events leads to the order', async () => {
    await page.getByRole('link', { name: '1 order needs attention' }).click();
    await expect(page).toHaveURL(/filter_fields/);
    await expect(badge).toBeVisible();
    await expect(page.getByText(/^Needs attention Dispute to answer/)).toBeVisible();
    await axe(page, { what: 'the orders that need attention' });
  });

  await test.step('the dashboard says what is at stake and until when', async () => {
    await page.goto(`/manage/event/${event.id}`);
    const part = page.getByRole('region', { name: 'Needs attention' });
    await expect(part.getByText('1 dispute to answer')).toBeVisible();
    await expect(
      part.getByText(/^€90\.00 is at stake\. Answer at the payment provider before \d/),
    ).toBeVisible();
    await axe(page, { what: 'the dashboard with something to attend to' });
    await part.getByRole('link', { name: 'See disputes' }).click();
    await page.getByRole('link', { name: 'Lucía Márquez' }).click();
    const drawer = page.getByRole('dialog', { name: `Order ${order?.reference}` });
    await expect(drawer.getByText(/^Disputed, answer by \d/)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the filter by dispute finds it and nothing else', async () => {
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByRole('button', { name: 'Filter' }).click();
    const disputes = page.getByRole('group', { name: 'Dispute', exact: true });
    await disputes.getByRole('checkbox', { name: 'Won' }).click();
    await expect(page.getByText('No orders match.')).toBeVisible();
    await disputes.getByRole('checkbox', { name: 'Answer needed' }).click();
    await expect(badge).toBeVisible();
  });
});
