import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

test('a buyer corrects a mistyped address, and everything is sent there', { tag: '@phone' }, async ({
  page,
  axe,
  watch,
}) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Harbour lights ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  const id = unique();
  const [wrong, right] = [`ana-${id}@example.org`, `ana-${id}@example.com`];

  await page.goto(event.publicPath);
  await page.getByRole('button', { name: 'Add one Seat' }).click();
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
  await page.waitForURL(/\/details$/);
  await sayWhoBuys(page, wrong);
  await page.getByRole('button', { name: 'Complete order' }).click();
  await page.waitForURL(/\/summary$/);
  await page.getByText('Wrong email address? Correct it').click();
  await axe(page, { what: 'summary with the correction' });

  await test.step('an address that is none is refused, and kept', async () => {
    watch.expect(/status of 422/);
    await page.getByLabel('Email').fill('ana@');
    await page.getByRole('button', { name: 'Send to this address' }).click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toHaveValue('ana@');
  });

  await page.getByLabel('Email').fill(right);
  await page.getByRole('button', { name: 'Send to this address' }).click();
  // The form is closed, so what became of it takes the focus.
  await expect(page.getByRole('status').filter({ hasText: `We sent everything to ${right}.` })).toBeFocused();
  const mail = await inbox(right).receive('order_confirmation');
  await inbox(wrong).receive('order_email_corrected');
  await page.goto(mail.link('/order/'));
  await expect(page.getByRole('main').getByText(right).first()).toBeVisible();
});
