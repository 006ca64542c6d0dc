import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { listOrders } from '@entrada/contract/sales/orders';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';
import { expectReadingOrder } from './tools/reading-order.ts';

/** Two paid tickets of an event whose buyers may give tickets back. */
async function prepareOrder(way: 'asked' | 'automatic') {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of sound ${unique()}`);
  const params = { eventId: String(event.id) };
  const night = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Friday night',
    prices: [{ amount: 45_00 }],
  });
  const { data } = await organizer.api.call(getEvent, { params });
  const settings = {
    giveBack: [
      { until: { unit: 'hours', before: 48 }, percent: '50', keepsFees: true, way },
      { until: { unit: 'hours', before: 0 }, percent: '12.5', keepsFees: true, way },
    ],
  } satisfies { giveBack: GiveBackStep[] };
  await organizer.api.call(updateEvent, { params, body: { version: data.version, settings } });
  await publish(organizer.api, event.id);
  const email = `lucia-${unique()}@example.com`;
  await buyPaid({
    eventId: event.id,
    priceId: night.prices[0]?.id ?? 0,
    email,
    card: '4242 4242 4242 4242',
  });
  const { data: orders } = await organizer.api.call(listOrders, { params, query: {} });
  return { organizer, event, email, order: orders[0] };
}

test('a buyer gives a ticket back by the policy, and the money is on its way', { tag: '@phone' }, async ({
  page,
  axe,
}) => {
  const { event, order, email } = await prepareOrder('automatic');
  await page.goto(event.publicPath);
  const steps = page.getByRole('table', { name: 'What goes back, and until when' });
  await expect(steps.getByRole('row', { name: /^Until .+ Half of the ticket price$/ })).toBeVisible();
  await expect(steps.getByRole('row', { name: /12.5% of the ticket price$/ })).toBeVisible();

  await page.goto(`/order/${event.id}/${order?.shortId}`);
  await expect(steps.getByRole('row', { name: /^From .+ Nothing/ })).toBeVisible();
  await page.getByRole('button', { name: 'Give tickets back' }).click();
  const drawer = page.getByRole('dialog', { name: 'Give tickets back' });
  await drawer.getByRole('checkbox', { name: /Lucía Márquez/ }).check();
  await expect(drawer.getByText('To the card ending 4242, in five to ten days.')).toBeVisible();
  await axe(page, { what: 'the drawer that gives tickets back' });
  await expectReadingOrder(drawer);
  await drawer.getByRole('button', { name: 'Give back for €22.50' }).click();
  await expect(page.getByRole('status').filter({ hasText: '€22.50 is on its way to you' })).toBeFocused();
  await expect(page.getByRole('main').getByText('Cancelled')).toBeVisible();
  await inbox(email).receive('refunded');
});

test('a buyer asks for money back, and the organizer declines with a word @deep', async ({ page, axe }) => {
  const { organizer, event, order, email } = await prepareOrder('asked');
  await page.goto(`/order/${event.id}/${order?.shortId}`);
  await page.getByRole('button', { name: 'Give tickets back' }).click();
  const form = page.getByRole('dialog', { name: 'Give tickets back' });
  await form.getByRole('checkbox', { name: /Lucía Márquez/ }).check();
  await form.getByRole('textbox', { name: 'Why' }).fill('I broke a leg.');
  await form.getByRole('button', { name: 'Ask for €22.50 back' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We have asked the organizer.' })).toBeFocused();

  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(organizer.email);
  await page.getByLabel('Password', { exact: true }).fill(organizer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/manage/);
  await page.goto(`/manage/event/${event.id}/dashboard`);
  await expect(page.getByText('1 refund is asked for')).toBeVisible();
  await page.goto(`/manage/event/${event.id}/orders`);
  await page.getByRole('link', { name: 'Lucía Márquez' }).filter({ visible: true }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${order?.reference}` });
  await expect(drawer.getByText('I broke a leg.')).toBeVisible();
  await axe(page, { what: 'the drawer of an order whose buyer asks for money back' });
  await drawer.getByRole('button', { name: 'Decline' }).click();
  const answer = page.getByRole('dialog', { name: 'Decline what the buyer asks for' });
  await answer.getByRole('textbox', { name: /A word to the buyer/ }).fill('Pass it on to a friend.');
  await axe(page, { what: 'the answer to a buyer' });
  await answer.getByRole('button', { name: 'Decline' }).click();
  await expect(drawer.getByRole('button', { name: 'Decline' })).toBeHidden();
  const mail = await inbox(email).receive('refund_request_answered');
  await page.goto(mail.link('/order/'));
  await expect(page.getByText('Pass it on to a friend.')).toBeVisible();
});
