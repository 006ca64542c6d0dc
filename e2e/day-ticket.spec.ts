import { createEvent } from '@entrada/contract/catalog/events';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

const HOUR = 3_600_000;

test('a ticket of one day and support that lets nobody in, from the drawer to the order @deep', {
  tag: '@phone',
}, async ({ page, visitor, axe, watch }) => {
  watch.expect(/status of 422/);
  const organizer = await buildOrganizer('Days');
  // Friday 11 to Sunday 13 June 2027 in Madrid.
  const { data: event } = await organizer.api.call(createEvent, {
    body: {
      title: 'Three days',
      organizerId: organizer.organizer.id,
      startsAt: '2027-06-11T16:00:00Z',
      endsAt: new Date(Date.parse('2027-06-11T16:00:00Z') + 53 * HOUR).toISOString(),
      timezone: 'Europe/Madrid',
      currency: 'EUR',
    },
  });
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Friday', prices: [{ amount: 0 }] });
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Helping hand', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/tickets`);
  const drawer = page.getByRole('dialog', { name: 'Edit ticket' });
  const save = drawer.getByRole('button', { name: 'Save ticket' });

  await test.step('a day outside the event is refused at its field, then saved', async () => {
    await page.getByRole('button', { name: 'Friday', exact: true }).click();
    await drawer.getByLabel('From (optional)').fill('2027-06-11T18:00');
    await save.click();
    await expect(drawer.getByLabel('Until (optional)')).toBeFocused();
    await drawer.getByLabel('Until (optional)').fill('2027-06-19T02:00');
    await save.click();
    await expect(drawer.getByText('This lies outside the event.')).toBeVisible();
    await drawer.getByLabel('Until (optional)').fill('2027-06-12T02:00');
    await axe(page, { what: 'ticket drawer with dates of its own' });
    await save.click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText('Fri 11 June 2027, 18:00 – 02:00')).toBeVisible();
  });

  await test.step('support lets nobody in', async () => {
    await page.getByRole('button', { name: 'Helping hand', exact: true }).click();
    await drawer.getByRole('switch', { name: 'Lets a person in' }).uncheck();
    await expect(drawer.getByLabel('From (optional)')).toBeHidden();
    await save.click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText('lets nobody in')).toBeVisible();
  });

  await test.step('a buyer reads both, names one person and gets one ticket for Friday', async () => {
    const buyer = await visitor();
    await buyer.goto(event.publicPath);
    await expect(buyer.getByText('Fri 11 June 2027, 18:00 – 02:00')).toBeVisible();
    await expect(buyer.getByText('Does not include entry')).toBeVisible();
    await buyer.getByRole('button', { name: 'Add one Friday' }).click();
    await buyer.getByRole('button', { name: 'Add one Helping hand' }).click();
    await buyer.getByRole('button', { name: 'Continue' }).click();
    await sayWhoBuys(buyer, `ana-${unique()}@example.com`);
    await expect(buyer.getByRole('group', { name: /Attendee/ })).toHaveCount(1);
    await buyer.getByRole('checkbox', { name: 'Send all tickets to me' }).check();
    await buyer.getByRole('button', { name: 'Complete order' }).click();
    await expect(buyer.getByRole('heading', { name: 'Your tickets' })).toBeVisible();
    await expect(buyer.getByRole('link', { name: /^View ticket/ })).toHaveCount(1);
    await expect(buyer.getByText('Fri 11 June 2027, 18:00').first()).toBeVisible();
    await axe(buyer, { what: 'order with a line that admits nobody' });
    await buyer.getByRole('link', { name: /^View ticket/ }).click();
    await expect(buyer.getByText('Fri 11 June 2027', { exact: true })).toBeVisible();
  });
});
