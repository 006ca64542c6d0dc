import { createQuestion } from '@entrada/contract/catalog/questions';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

test('a buyer pays for two tickets and says later who comes with the second', { tag: '@deep' }, async ({
  page,
  visitor,
  axe,
  watch,
}) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Night of names ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await organizer.api.call(createQuestion, {
    params: { eventId: String(event.id) },
    body: {
      scope: 'attendee',
      type: 'radio',
      title: 'Size',
      options: ['S', 'M'],
      required: true,
      description: '',
      hidden: false,
      appliesToAll: true,
      ticketIds: [],
    },
  });
  await publish(organizer.api, event.id);
  const email = `ana-${unique()}@example.com`;
  const buyer = await visitor();

  await test.step('the organizer allows it', async () => {
    await signIn(page, organizer);
    await page.goto(`/manage/event/${event.id}/settings/checkout`);
    // Until the page's scripts have started, the page notices no changes.
    await expect(async () => {
      await page.getByRole('switch', { name: 'Fill in names later' }).check();
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByText('Until then the ticket is in the buyer’s name')).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
  });

  await test.step('the checkout asks about the first ticket only', async () => {
    await buyer.goto(event.publicPath);
    await buyer.getByRole('button', { name: 'Add one Seat' }).click();
    await buyer.getByRole('button', { name: 'Add one Seat' }).click();
    await buyer.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
    await sayWhoBuys(buyer, email);
    const attendee = (number: number) => buyer.getByRole('group', { name: `Attendee ${number} of 2` });
    const second = attendee(2);
    await second.getByRole('checkbox', { name: 'Fill in later' }).check();
    await expect(second.getByLabel('Last name')).toBeHidden();
    await second.getByRole('checkbox', { name: 'Fill in later' }).uncheck();
    await buyer.getByRole('checkbox', { name: 'Fill in the other tickets later' }).check();
    await expect(second).toBeHidden();
    await axe(buyer, { what: 'details with tickets that are filled in later' });
    await attendee(1).getByRole('radio', { name: 'S', exact: true }).check({ force: true });
    await buyer.getByRole('button', { name: 'Complete order' }).click();
    await expect(buyer.getByText('1 ticket still needs a name.')).toBeVisible();
    expect((await inbox(email).receive('order_confirmation')).text).toContain('1 ticket still needs a name.');
  });

  await test.step('the organizer sees that a name is missing', async () => {
    await page.goto(`/manage/event/${event.id}/attendees?filter_fields[awaits_name][eq]=true`);
    await expect(page.getByRole('link', { name: 'Ana Martí' })).toHaveCount(1);
    await expect(page.getByText('Name missing').filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Ana Martí' }).click();
    await expect(page.getByText('The buyer has not said yet who comes.')).toBeVisible();
  });

  await test.step('the name is given on the page of the order, with the answer', async () => {
    watch.expect(/422/);
    await buyer.getByRole('link', { name: 'Fill in names' }).click();
    await expect(buyer.getByRole('heading', { name: 'Who is coming?' })).toBeVisible();
    await buyer.getByLabel('First name').fill('Eva');
    await buyer.getByLabel('Last name').fill('Roca');
    await buyer.getByRole('button', { name: 'Save and show ticket' }).click();
    await expect(buyer.getByRole('radio', { name: 'S', exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await buyer.getByRole('radio', { name: 'M', exact: true }).check({ force: true });
    await axe(buyer, { what: 'a card of a ticket without a name' });
    await buyer.getByRole('button', { name: 'Save and show ticket' }).click();
    await expect(buyer.getByText('Saved.')).toBeVisible();
    await buyer.getByRole('link', { name: /^View ticket, Eva Roca/ }).click();
    await expect(buyer.getByText('Eva Roca', { exact: true })).toBeVisible();
  });
});
