import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

test('somebody who lost the mail gets the links again, and an unknown address gets the same answer', {
  tag: '@phone',
}, async ({ page, axe, browser, watch }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of light ${unique()}`);
  const seat = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Seat',
    prices: [{ amount: 0 }],
  });
  await publish(organizer.api, event.id);
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email: `lucia-${unique()}@example.com` };
  const client = apiClient();
  const { data: held } = await client.call(reserveOrder, {
    params: { eventId: String(event.id) },
    body: { items: [{ priceId: seat.prices[0]?.id ?? 0, quantity: 1 }], locale: 'en' },
  });
  await client.call(saveOrderDetails, {
    params: { orderShortId: held.shortId },
    body: { ...buyer, sendAllToBuyer: true, attendees: [] },
  });

  await test.step('from a link that no longer works', async () => {
    watch.expect(/status of 404/);
    await page.goto(`/order/${event.id}/o_${'x'.repeat(22)}`);
    await page.getByRole('main').getByRole('link', { name: 'Find my tickets' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Find your tickets' })).toBeVisible();
    await axe(page, { what: 'find your tickets' });
  });

  await test.step('an address that is none is refused, and kept', async () => {
    watch.expect(/status of 422/);
    await page.getByRole('textbox', { name: 'Email' }).fill('lucia@');
    await page.getByRole('button', { name: 'Send me the links' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('lucia@');
  });

  await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email);
  await page.getByRole('button', { name: 'Send me the links' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mailbox' })).toBeFocused();
  await axe(page, { what: 'find your tickets, asked' });
  const answer = await page.getByRole('main').innerText();
  const mail = await inbox(buyer.email).receive('found_tickets');
  await page.goto(mail.link('/order/'));
  await expect(page.getByRole('main').getByText(buyer.email).first()).toBeVisible();

  await test.step('without scripts, and for an address that nobody knows', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const bare = await context.newPage();
    const unknown = `nobody-${unique()}@example.com`;
    await bare.goto(event.publicPath);
    await bare.getByRole('contentinfo').getByRole('link', { name: 'Find my tickets' }).click();
    await bare.getByRole('textbox', { name: 'Email' }).fill(unknown);
    await bare.getByRole('button', { name: 'Send me the links' }).click();
    await expect(bare.getByRole('heading', { level: 1, name: 'Check your mailbox' })).toBeVisible();
    expect((await bare.getByRole('main').innerText()).replaceAll(unknown, buyer.email)).toBe(answer);
    await context.close();
  });
});
