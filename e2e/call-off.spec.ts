import { getEvent } from '@entrada/contract/catalog/events';
import { listOrders } from '@entrada/contract/sales/orders';
import { endUndoTime } from './tools/end-undo-time.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

/** A published event with one paid order of two tickets at 45.00. */
async function prepareSold(name: string) {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `${name} ${unique()}`);
  const params = { eventId: String(event.id) };
  const night = await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Friday night',
    prices: [{ amount: 45_00 }],
  });
  await publish(organizer.api, event.id);
  const email = `lucia-${unique()}@example.com`;
  await buyPaid({
    eventId: event.id,
    priceId: night.prices[0]?.id ?? 0,
    email,
    card: '4242 4242 4242 4242',
  });
  const { data: orders } = await organizer.api.call(listOrders, { params, query: {} });
  const { data: detail } = await organizer.api.call(getEvent, { params });
  return { organizer, event, email, shortId: orders[0]?.shortId ?? '', path: detail.publicPath };
}

test('an organizer calls an event off: sums first, a message, the money, and pages that say so', async ({
  page,
  axe,
}) => {
  const { organizer, event, email, shortId, path } = await prepareSold('Night of storms');
  await signIn(page, organizer);

  await test.step('the way there is in the menu of the event, and the sums stand before anything happens', async () => {
    await page.goto(`/manage/event/${event.id}/dashboard`);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Call off or move the event' }).click();
    await expect(page.getByRole('heading', { name: 'Who it touches' })).toBeVisible();
    await expect(page.getByText('€90.00').first()).toBeVisible();
    await expect(page.getByText('1 card refund goes out. You can stop it half way.')).toBeVisible();
    await axe(page, { what: 'the page to call an event off' });
  });

  await test.step('the words can be changed', async () => {
    await page.getByRole('button', { name: 'Edit message' }).click();
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Hello {firstName},\n\nThe port has closed the pier.');
  });

  const question = page.getByRole('dialog', { name: `Call off ${event.title}?` });
  await test.step('whoever confirms types the name, and can take it back', async () => {
    await page.getByRole('button', { name: 'Review and call off' }).click();
    const button = question.getByRole('button', { name: 'Call off the event' });
    await expect(button).toBeDisabled();
    await axe(page, { what: 'the last question before an event is called off' });
    await question.getByRole('textbox').fill(event.title);
    await button.click();
    await expect(page.getByRole('heading', { name: 'The event is called off' })).toBeVisible();
    await axe(page, { what: 'an event that was just called off' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'What happens', exact: true })).toBeVisible();
  });

  await test.step('then it is called off, people are told, and the money goes back', async () => {
    await page.getByRole('button', { name: 'Edit message' }).click();
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Hello {firstName},\n\nThe port has closed the pier.');
    await page.getByRole('button', { name: 'Review and call off' }).click();
    await question.getByRole('textbox').fill(event.title);
    await question.getByRole('button', { name: 'Call off the event' }).click();
    await expect(page.getByRole('heading', { name: 'The event is called off' })).toBeVisible();
    await endUndoTime(event.id);
    await expect(page.getByText('1 of 1 message sent')).toBeVisible({ timeout: 90_000 });
    await expect(page.getByText('Went back')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('definition').filter({ hasText: '€90.00' })).toBeVisible({ timeout: 60_000 });
    await axe(page, { what: 'an event that was called off' });
    const mail = await inbox(email).receive('event_changed');
    expect(mail.text).toContain('The port has closed the pier.');
    expect(mail.text).toContain('€90.00');
  });

  await test.step('the workspace says so on every page of it, and counts no days', async () => {
    await page.goto(`/manage/event/${event.id}/dashboard`);
    await expect(page.getByText('Called off', { exact: true })).toBeVisible();
    await expect(page.getByText('The event is called off. Its tickets are no longer sold.')).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
    await expect(page.getByText(/days? to go/)).toHaveCount(0);
    await axe(page, { what: 'the dashboard of an event that was called off' });
    await page.goto(`/manage/event/${event.id}/tickets`);
    await expect(page.getByText('Sale ended').filter({ visible: true })).toBeVisible();
    await expect(page.getByText('On sale', { exact: true })).toHaveCount(0);
    await page.goto('/manage/events');
    await expect(page.getByText('Called off', { exact: true }).filter({ visible: true })).toBeVisible();
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByRole('link', { name: 'Lucía Márquez' }).filter({ visible: true }).click();
    await expect(page.getByText('Email: Event called off or moved').first()).toBeVisible();
  });

  await test.step('the public page, its structured data and the order say so', async () => {
    await page.goto(path);
    await expect(page.getByText('This event does not take place.')).toBeVisible();
    const data = await page.locator('script[type="application/ld+json"]').first().textContent();
    expect(data).toContain('https://schema.org/EventCancelled');
    await axe(page, { what: 'the page of an event that was called off' });
    await page.goto(`/order/${event.id}/${shortId}`);
    await expect(page.getByText(`has called off ${event.title}.`)).toBeVisible();
    await expect(page.getByText('Your money went back.')).toBeVisible();
    // No ticket is left, so nothing speaks of tickets, of printing them, or of giving them back.
    await expect(page.getByText('Your tickets')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Print' })).toHaveCount(0);
    await expect(page.getByText('Add to calendar')).toHaveCount(0);
    await expect(page.getByText(/Pass a ticket on|not returned/)).toHaveCount(0);
    await axe(page, { what: 'the order of an event that was called off' });
    const calendar = await page.request.get(`/api/public/orders/${shortId}/calendar.ics`);
    expect(await calendar.text()).toContain('METHOD:CANCEL');
  });
});

test('an organizer moves an event: tickets stay valid, and whoever cannot come gets all money back @deep', async ({
  page,
  axe,
  isMobile,
}) => {
  const { organizer, event, email, shortId, path } = await prepareSold('Night of moons');
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/call-off`);

  if (isMobile)
    await test.step('on a phone, what follows stands below its row and not beside it', async () => {
      const row = page.getByRole('row', { name: 'Card' });
      const [who, what] = [row.getByRole('rowheader'), row.getByRole('cell').last()];
      expect((await what.boundingBox())?.x).toBe((await who.boundingBox())?.x);
    });

  await test.step('another place', async () => {
    await page.getByRole('radio', { name: 'Move it to another place' }).click();
    await page.getByRole('textbox', { name: 'Venue' }).fill('La Marina');
    await page.getByRole('textbox', { name: 'City' }).fill('Valencia');
    await axe(page, { what: 'the page to move an event' });
    await page.getByRole('button', { name: 'Review and move' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move the event' }).click();
    await expect(page.getByRole('heading', { name: 'The event was moved' })).toBeVisible();
    await endUndoTime(event.id);
    await expect(page.getByText('1 of 1 message sent')).toBeVisible({ timeout: 90_000 });
  });

  await test.step('page, mail and order say the new place, and the order offers all of the money', async () => {
    const mail = await inbox(email).receive('event_changed');
    expect(mail.text).toContain('La Marina');
    await page.goto(path);
    await expect(page.getByText('La Marina').first()).toBeVisible();
    await page.goto(`/order/${event.id}/${shortId}`);
    await expect(page.getByText('The event has changed.')).toBeVisible();
    await axe(page, { what: 'the order of an event that was moved' });
  });
});
