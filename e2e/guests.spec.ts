import { listAttendees } from '@entrada/contract/sales/attendees';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

test('guests are added by hand: one pays in cash, another comes beyond the capacity on purpose @deep', {
  tag: '@phone',
}, async ({ page, axe, watch }) => {
  const organizer = await buildOrganizer('Box office');
  const event = await buildEvent(organizer, `Night of light ${unique()}`);
  const email = `rosa-${unique()}@example.com`;
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(organizer.email);
  await page.getByLabel('Password', { exact: true }).fill(organizer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/manage/);

  await test.step('without a ticket nobody can be added, and the page says so', async () => {
    await page.goto(`/manage/event/${event.id}/attendees`);
    await expect(page.getByText('Add a ticket first')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add attendees' })).toHaveCount(0);
  });

  await buildTicket(organizer.api, event.id, {
    type: 'paid',
    name: 'Press',
    prices: [{ amount: 4500, quantity: 2 }],
  });
  await publish(organizer.api, event.id);
  await page.reload();
  await page.getByRole('button', { name: 'Add attendees' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add attendees' });
  const submit = (name: string) => drawer.getByRole('button', { name, exact: true });

  await test.step('by the keyboard alone, two people who pay in cash', async () => {
    await expect(drawer.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await page.keyboard.type('Rosa');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Calatrava');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await expect(drawer.getByRole('button', { name: 'Add another person' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      drawer.getByRole('group', { name: 'Person 2' }).getByRole('textbox', { name: 'First name' }),
    ).toBeFocused();
    await page.keyboard.type('Vera');
    await drawer.getByRole('radio', { name: /^Full price/ }).check();
    await expect(drawer.getByText('in all, fees and taxes included')).toBeVisible();
    await axe(page, { what: 'the drawer that adds attendees' });
    await submit('Add 2 attendees').click();
    await expect(drawer.getByText('Choose how it was paid.')).toBeVisible();
    await drawer.getByRole('radio', { name: 'In cash' }).check();
    await submit('Add 2 attendees').click();
    await expect(page.getByText('2 attendees are added.')).toBeVisible();
    await expect(page.getByText('Rosa Calatrava').filter({ visible: true })).toBeVisible();
    await expect(page.getByText('Vera', { exact: true }).filter({ visible: true })).toBeVisible();
    expect((await inbox(email).receive('order_confirmation')).text).toContain('Calatrava');
  });

  await test.step('a third is refused for want of places, and comes beyond the capacity', async () => {
    await page.getByRole('button', { name: 'Add attendees' }).click();
    await drawer.getByRole('textbox', { name: 'First name' }).fill('Xavi');
    await drawer.getByRole('switch', { name: 'Email the tickets' }).uncheck();
    watch.expect(/status of 409/);
    await submit('Add 1 attendee').click();
    await expect(drawer.getByText('No place is left. Tick the box to add them all the same.')).toBeVisible();
    await drawer.getByRole('checkbox', { name: 'Go beyond the capacity' }).check();
    await submit('Add 1 attendee').click();
    await expect(page.getByText('1 attendee is added.')).toBeVisible();
    const { data } = await organizer.api.call(listAttendees, {
      params: { eventId: String(event.id) },
      query: {},
    });
    expect(data.map(({ firstName }) => firstName).sort()).toEqual(['Rosa', 'Vera', 'Xavi']);
    const order = data.find(({ firstName }) => firstName === 'Xavi')?.order;
    await page.goto(`/manage/event/${event.id}/orders?drawer=${order?.id}`);
    const shown = page.getByRole('dialog', { name: `Order ${order?.reference}` });
    await expect(shown.getByText('Added by hand, free')).toBeVisible();
    await expect(shown.getByText('Beyond the capacity')).toBeVisible();
    await expect(shown.getByText('No address')).toBeVisible();
  });
});
