import { readFile } from 'node:fs/promises';
import { updateEvent } from '@entrada/contract/catalog/events';
import { listOrders } from '@entrada/contract/sales/orders';
import { createRefund } from '@entrada/contract/sales/refunds';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

async function prepareEvent() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'paid', name: 'Night', prices: [{ amount: 20_00 }] });
  const { data } = await organizer.api.call(updateEvent, {
    params: { eventId: String(event.id) },
    body: {
      version: event.version,
      settings: {
        offlinePayments: true,
        offlineInstructions: '<p>Transfer it to <strong>ES91 2100</strong>.</p>',
        invoicing: true,
        invoicePrefix: 'M-',
        invoiceIssuer: 'Laboratorio Marea\nMoll 1',
      },
    },
  });
  await publish(organizer.api, event.id);
  return { organizer, event: data };
}

test('a buyer pays without a card: ordered, marked as paid, valid and invoiced', { tag: '@phone' }, async ({
  page,
  visitor,
  axe,
}) => {
  const { organizer, event } = await prepareEvent();
  const email = `ana-${unique()}@example.com`;
  const buyer = await visitor();

  await test.step('the buyer chooses to pay later', async () => {
    await buyer.goto(event.publicPath);
    await buyer.getByRole('button', { name: 'Add one Night' }).click();
    await buyer.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
    await buyer.waitForURL(/\/details$/);
    await sayWhoBuys(buyer, email);
    await buyer.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(buyer).toHaveURL(/\/payment$/);
    const later = buyer.getByRole('radio', { name: 'Without a card' });
    // The choice has no effect until the page's scripts have started.
    await expect(async () => {
      await later.check();
      await expect(buyer.getByText('ES91 2100')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await axe(buyer, { what: 'the payment page without a card' });
    await buyer.getByRole('button', { name: 'Order and pay later' }).dblclick();
    await expect(buyer).toHaveURL(/\/summary$/);
    await expect(buyer.getByRole('heading', { name: 'Your places are kept, Ana.' })).toBeVisible();
    await expect(buyer.getByText('ES91 2100')).toBeVisible();
    await axe(buyer, { what: 'the summary of an order that is to be paid' });
  });

  await test.step('the way to pay is mailed, and the ticket is not valid yet', async () => {
    const mail = await inbox(email).receive('order_awaiting_payment');
    expect(mail.text).toContain('ES91 2100');
    await buyer.goto(mail.link('/order/'));
    await expect(buyer.getByText('Awaiting payment').first()).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'View ticket' })).toHaveCount(0);
  });

  await test.step('the organizer marks it as paid', async () => {
    await page.goto('/auth/login');
    await page.getByLabel('Email').fill(organizer.email);
    await page.getByLabel('Password', { exact: true }).fill(organizer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/manage/);
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByRole('link', { name: 'Ana Martí' }).click();
    const drawer = page.getByRole('dialog', { name: /^Order ENT-/ });
    await expect(drawer.getByText('The buyer pays without a card')).toBeVisible();
    await axe(page, { what: 'the drawer of an order that is to be paid' });
    await drawer.getByRole('button', { name: 'Mark as paid' }).click();
    const question = page.getByRole('dialog', { name: /^Mark order ENT-\w+ as paid\?$/ });
    await question.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(question).toBeHidden();
    await expect(drawer.getByText('Marked as paid')).toBeVisible();
    await expect(drawer.getByText('M-00001', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Invoice', exact: true })).toBeVisible();
  });

  await test.step('the ticket is valid and the invoice downloads', async () => {
    await inbox(email).receive('order_confirmation');
    await buyer.reload();
    await expect(buyer.getByText('Completed')).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'View ticket' })).toBeVisible();
    const [file] = await Promise.all([
      buyer.waitForEvent('download'),
      buyer.getByRole('link', { name: 'Invoice', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('M-00001.pdf');
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  const { data } = await organizer.api.call(listOrders, { params: { eventId: String(event.id) }, query: {} });
  expect(data[0]).toMatchObject({ badge: 'COMPLETED', total: 20_00 });

  await test.step('what goes back of it has a credit note, for both', async () => {
    const params = { eventId: String(event.id), orderId: String(data[0]?.id) };
    const body = { amount: 5_00, cancel: false, notify: false, note: '' };
    await organizer.api.call(createRefund, { params, body });
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByRole('link', { name: 'Ana Martí' }).click();
    const drawer = page.getByRole('dialog', { name: /^Order ENT-/ });
    await expect(drawer.getByRole('link', { name: 'Download Credit note CN-00001' })).toBeVisible();
    await buyer.reload();
    const [file] = await Promise.all([
      buyer.waitForEvent('download'),
      buyer.getByRole('link', { name: 'Credit note CN-00001' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('CN-00001.pdf');
  });
});
