import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

test('two strangers open a page at once, and it comes to life for both', { tag: '@phone' }, async ({
  visitor,
}) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Last places ${unique()}`);
  await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Seat',
    prices: [{ amount: 0, quantity: 1 }],
  });
  await publish(organizer.api, event.id);
  const [first, second] = [await visitor(), await visitor()];
  const replies = await Promise.all([first, second].map((page) => page.goto(event.publicPath)));
  const nonces = replies.map(
    (reply) => reply?.headers()['content-security-policy']?.match(/nonce-[^']+/)?.[0],
  );
  expect(new Set(nonces).size).toBe(2);
  // A script without the nonce of its own reply does not run, and the violation fails the test.
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Add one Seat' }).click();
    await expect(page.getByRole('textbox', { name: 'Quantity of Seat' })).toHaveValue('1');
  }

  await first.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
  await first.waitForURL(/\/details$/);
  await expect(async () => {
    await second.reload();
    await expect(second.getByText('Sold out').first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
});
