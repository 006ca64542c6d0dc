import { listOrders } from '@entrada/contract/sales/orders';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

const CARD = '4242 4242 4242 4242';

test('an organizer refunds and cancels all orders that match, and cancels others and takes it back', async ({
  page,
  axe,
  isMobile,
}) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of rain ${unique()}`);
  const params = { eventId: String(event.id) };
  const night = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Friday night',
    prices: [{ amount: 45_00 }],
  });
  await publish(organizer.api, event.id);
  const email = `lucia-${unique()}@example.com`;
  const sale = { eventId: event.id, priceId: night.prices[0]?.id ?? 0, email, card: CARD };
  await buyPaid(sale);
  await buyPaid(sale);

  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(organizer.email);
  await page.getByLabel('Password', { exact: true }).fill(organizer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/manage/);

  const bar = page.getByRole('region', { name: 'Selected rows' });
  const panel = page.getByRole('region', { name: 'Actions on many rows' });
  const chooseAll = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  };

  await test.step('tickets are cancelled together, and the undo makes them valid again', async () => {
    await page.goto(`/manage/event/${event.id}/attendees`);
    await chooseAll();
    await bar.getByRole('button', { name: 'Cancel', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the chosen tickets?' });
    await expect(question.getByText('4 tickets stop working at the door')).toBeVisible();
    await question.getByRole('checkbox', { name: 'Tell the buyers' }).click();
    await axe(page, { what: 'the question before a bulk action' });
    await question.getByRole('button', { name: 'Cancel tickets' }).click();
    await expect(panel.getByText('4 of 4 done')).toBeVisible();
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect(panel.getByText('Make tickets valid again')).toBeVisible();
    await expect(panel.getByText('4 of 4 done').first()).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await axe(page, { what: 'the list with its bulk actions' });
  });

  await test.step('the sum of a refund is said first, then the orders are refunded and cancelled', async () => {
    await page.goto(`/manage/event/${event.id}/orders`);
    await chooseAll();
    await bar.getByRole('button', { name: 'Refund' }).click();
    const question = page.getByRole('dialog', { name: 'Refund the chosen orders?' });
    await expect(question.getByText('€180.00 goes back to the buyers.')).toBeVisible();
    await expect(question.getByText('keeps the fees')).toBeVisible();
    await axe(page, { what: 'the question before a bulk refund' });
    await question.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(panel.getByText('2 of 2 done')).toBeVisible();
    await expect
      .poll(async () =>
        (await organizer.api.call(listOrders, { params, query: {} })).data.map(({ badge }) => badge),
      )
      .toEqual(['REFUNDED', 'REFUNDED']);
    expect((await inbox(email).receive('refunded')).text).toContain('90');
  });

  await test.step('what it did is still there after a reload, and again it keeps them with the reason', async () => {
    await page.reload();
    await expect(panel.getByText('2 of 2 done')).toBeVisible();
    await chooseAll();
    await bar.getByRole('button', { name: 'Cancel', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the chosen orders?' });
    await question.getByRole('button', { name: 'Cancel orders' }).click();
    await expect(panel.getByText('0 of 2 done')).toBeVisible();
    await expect(panel.getByText('The order is cancelled')).toBeVisible();
    await panel.getByRole('button', { name: 'Show who was left' }).first().click();
    await expect(panel.getByText('Lucía Márquez').first()).toBeVisible();
  });
});
