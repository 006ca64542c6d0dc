import type { Page } from '@playwright/test';
import { unique } from './tools/environment.ts';
import { expireHold } from './tools/expire-hold.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

async function buildSale(quantity: number, amount = 0, more: { maxPerOrder?: number } = {}) {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Last places ${unique()}`);
  await buildTicket(organizer.api, event.id, {
    type: amount > 0 ? 'paid' : 'free',
    name: 'Seat',
    prices: [{ amount, quantity }],
    ...more,
  });
  await publish(organizer.api, event.id);
  return event;
}

const banner = (page: Page) => page.getByRole('region', { name: 'Your unfinished order' });
const chosen = (page: Page) => page.getByRole('textbox', { name: 'Quantity of Seat' });
const orderIn = (page: Page) => /o_[\w-]{22}/.exec(page.url())?.[0] ?? '';

/** Chooses seats on the event's page and goes on to the details. */
async function choose(page: Page, path: string, quantity: number) {
  await page.goto(path);
  for (let n = 0; n < quantity; n += 1) await page.getByRole('button', { name: 'Add one Seat' }).click();
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
  await page.waitForURL(/\/details$/);
}

test('the event page knows the unfinished order of its visitor, in every tab', { tag: '@phone' }, async ({
  page,
  context,
  visitor,
  axe,
}) => {
  const event = await buildSale(2);
  await choose(page, event.publicPath, 2);
  await page.goBack();
  await expect(banner(page)).toContainText(/You have an unfinished order, 1[45]:\d\d left/);
  await expect(chosen(page)).toHaveValue('2');
  await expect(page.getByText('Sold out')).toHaveCount(0);
  await axe(page, { what: 'event page with an unfinished order' });

  const compact = `/e/${event.id}/${event.slug}`;
  const second = await context.newPage();
  await second.goto(compact);
  await expect(banner(second)).toBeVisible();
  await expect(second.getByText('Sold out')).toHaveCount(0);
  const stranger = await visitor();
  await stranger.goto(event.publicPath);
  await expect(stranger.getByText('Sold out').first()).toBeVisible();
  await expect(banner(stranger)).toHaveCount(0);

  await test.step('the same choice goes on with the same order', async () => {
    await page
      .getByRole('button', { name: 'Continue', exact: true })
      .filter({ visible: true })
      .first()
      .click();
    await page.waitForURL(/\/details$/);
    const own = orderIn(page);
    await page.goto(event.publicPath);
    await banner(page).getByRole('link', { name: 'Continue your order' }).click();
    await page.waitForURL(/\/details$/);
    expect(orderIn(page)).toBe(own);
    await page.goto(event.publicPath);
  });

  await test.step('given up in one tab, it is gone in the other as soon as that is seen again', async () => {
    await banner(second).getByRole('button', { name: 'Give it up' }).click();
    await expect(banner(second)).toContainText('The order ends at once');
    await banner(second).getByRole('button', { name: 'Give it up' }).click();
    await expect(second).toHaveURL(compact);
    await expect(banner(second)).toHaveCount(0);
    // As when the browser restores a page from its memory.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(banner(page)).toHaveCount(0);
    await expect(chosen(page)).toHaveValue('2');
  });
});

test('an unfinished order is continued or given up without scripts @deep', async ({ visitor }) => {
  const event = await buildSale(1);
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto(event.publicPath);
  await page.getByRole('spinbutton', { name: 'Quantity of Seat' }).fill('1');
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/details$/);
  await page.goto(`/e/${event.id}/${event.slug}`);
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Seat' })).toHaveValue('1');
  await banner(page).getByRole('button', { name: 'Give it up' }).click();
  await expect(page).toHaveURL(`/e/${event.id}/${event.slug}`);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Seat' })).toHaveValue('0');
});

test('what was typed comes back with the browser’s own Back and Forward, of every person', {
  tag: '@phone',
}, async ({ page }) => {
  const event = await buildSale(2);
  await choose(page, event.publicPath, 2);
  const who = page.getByRole('region', { name: 'Your details' });
  const first = page.getByRole('group', { name: 'Attendee 1 of 2' });
  const second = page.getByRole('group', { name: 'Attendee 2 of 2' });
  const expectTyped = async (firstName = 'Lucía') => {
    await page.waitForURL(/\/details$/);
    await expect(second.getByLabel('First name')).toHaveValue('Tomás');
    for (const person of [who, first]) {
      await expect(person.getByLabel('First name')).toHaveValue(firstName);
      await expect(person.getByLabel('Last name')).toHaveValue('Márquez');
      await expect(person.getByLabel('Email', { exact: true })).toHaveValue('lucia@example.com');
    }
  };
  await who.getByLabel('First name').fill('Lucía');
  await who.getByLabel('Last name').fill('Márquez');
  await who.getByLabel('Email', { exact: true }).fill('lucia@example.com');
  await second.getByLabel('First name').fill('Tomás');
  await expectTyped();

  await test.step('Back and Forward', async () => {
    await page.goBack();
    await expect(banner(page)).toBeVisible();
    await page.goForward();
    await expectTyped();
  });

  await test.step('the link to the tickets and Back', async () => {
    await page.getByRole('link', { name: 'Back to tickets' }).filter({ visible: true }).click();
    await expect(banner(page)).toBeVisible();
    await page.goBack();
    await expectTyped();
  });

  await test.step('the next key keeps all of it', async () => {
    await who.getByLabel('First name').fill('Lucía María');
    await expectTyped('Lucía María');
    await page.reload();
    await expectTyped('Lucía María');
  });

  await test.step('what is typed before the scripts come stands over it, in its field alone', async () => {
    const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await slow;
      await route.continue();
    });
    await page.goto(page.url(), { waitUntil: 'commit' });
    await who.getByLabel('First name').fill('Ana');
    await expect(second.getByLabel('First name')).toHaveValue('');
    arrive();
    await expectTyped('Ana');
    await expect(who.getByLabel('First name')).toBeFocused();
  });

  await test.step('what is too long or no address is named together with what is missing', async () => {
    await who.getByLabel('First name').fill('x'.repeat(80));
    await who.getByLabel('Last name').fill('');
    await who.getByLabel('Email', { exact: true }).fill('nicht-gueltig@');
    await page.getByRole('checkbox', { name: 'Send all tickets to me' }).check();
    await page.getByRole('button', { name: 'Complete order' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'need another look' });
    await expect(summary).toContainText('3 fields need another look');
    await expect(summary.getByRole('link')).toContainText(['First name', 'Last name', 'Email']);
    for (const name of ['First name', 'Last name', 'Email'])
      await expect(who.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('an attendee who follows the buyer is right as soon as the buyer is', async () => {
    await page.getByRole('checkbox', { name: 'Send all tickets to me' }).uncheck();
    const first = page.getByRole('group', { name: 'Attendee 1 of 2' });
    await first.getByRole('button', { name: /^Cop/ }).click();
    await page.getByRole('button', { name: 'Complete order' }).click();
    for (const [name, right] of [
      ['First name', 'Ana'],
      ['Last name', 'Márquez'],
      ['Email', 'ana@example.com'],
    ] as const) {
      const theirs = first.getByLabel(name, { exact: true });
      await expect(theirs).toHaveAttribute('aria-invalid', 'true');
      await who.getByLabel(name, { exact: true }).fill(right);
      await expect(theirs).toHaveValue(right);
      await expect(theirs).not.toHaveAttribute('aria-invalid', 'true');
    }
  });
});

test('what was typed outlives a reload and the end of the time, and the same is held again @deep', {
  tag: '@phone',
}, async ({ page, visitor, axe, watch }) => {
  const event = await buildSale(2);
  await choose(page, event.publicPath, 2);
  const who = page.getByRole('region', { name: 'Your details' });
  const second = page.getByRole('group', { name: 'Attendee 2 of 2' });
  await who.getByLabel('First name').fill('Lucía');
  await second.getByLabel('Email').fill('tomas@');
  const expectTyped = async () => {
    await expect(who.getByLabel('First name')).toHaveValue('Lucía');
    await expect(page.getByRole('group', { name: 'Attendee 1' }).getByLabel('First name')).toHaveValue(
      'Lucía',
    );
  };
  const first = orderIn(page);
  await page.reload();
  await expectTyped();
  await expect(second.getByLabel('Email')).toHaveValue('tomas@');

  await expireHold(first, 3);
  await page.reload();
  const over = page.getByRole('dialog', { name: 'The time for this order ran out' });
  await expect(over).toBeVisible();
  const kept = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(kept, 'what is kept of an order that ended').not.toContain('Lucía');
  await axe(page, { what: 'the end of the time' });
  await over.getByRole('button', { name: 'Hold the same again' }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await page.waitForURL(/\/details$/);
  await expectTyped();
  await expect(second.getByLabel('Email')).toHaveValue('tomas@');

  await test.step('when one is gone meanwhile, that is said first', async () => {
    const next = orderIn(page);
    await expireHold(next, 3);
    await page.reload();
    await expect(over).toBeVisible();
    const stranger = await visitor();
    await expect(async () => {
      await stranger.goto(event.publicPath);
      await stranger.getByRole('button', { name: 'Add one Seat' }).click({ timeout: 1000 });
    }).toPass();
    await stranger.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
    await stranger.waitForURL(/\/details$/);
    watch.expect(/status of 409/);
    await over.getByRole('button', { name: 'Hold the same again' }).click();
    await expect(over.getByText('Seat: 1 of 2 left')).toBeVisible();
    await over.getByRole('button', { name: 'Hold what is there' }).click();
    await expect(page.getByRole('group', { name: 'Attendee 1 of 1' })).toBeVisible();
    await expectTyped();
  });
});

test('the same is held again after a check of the browser, when others on the network hold much @deep', {
  tag: '@phone',
}, async ({ page, visitor, watch }) => {
  const event = await buildSale(60, 0, { maxPerOrder: 20 });
  await choose(page, event.publicPath, 2);
  await page.getByRole('region', { name: 'Your details' }).getByLabel('First name').fill('Lucía');
  const first = orderIn(page);
  const stranger = await visitor();
  await stranger.goto(event.publicPath);
  await stranger.getByRole('button', { name: 'Add one Seat' }).click();
  await chosen(stranger).fill('20');
  await stranger.getByRole('button', { name: 'Continue' }).filter({ visible: true }).first().click();
  await stranger.waitForURL(/\/details$/);
  await expireHold(first, 3);
  await page.reload();
  const over = page.getByRole('dialog', { name: 'The time for this order ran out' });
  watch.expect(/status of 429/);
  await over.getByRole('button', { name: 'Hold the same again' }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await page.waitForURL(/\/details$/);
  await expect(page.getByRole('group', { name: 'Attendee 2 of 2' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your details' }).getByLabel('First name')).toHaveValue(
    'Lucía',
  );
});

test('one ticket needs three fields, and the payment opens at its heading', { tag: '@phone' }, async ({
  page,
}) => {
  const event = await buildSale(10, 20_00);
  await choose(page, event.publicPath, 1);
  const who = page.getByRole('region', { name: 'Your details' });
  await who.getByLabel('First name').fill('Ana');
  await who.getByLabel('Last name').fill('Martí');
  await who.getByLabel('Email').fill('ana@gmial.com');
  await who.getByLabel('Email').blur();
  await page.getByRole('button', { name: 'Did you mean ana@gmail.com?' }).click();
  await expect(who.getByLabel('Email')).toHaveValue('ana@gmail.com');
  await expect(page.getByRole('group', { name: 'Attendee 1' }).getByLabel('Email')).toHaveValue(
    'ana@gmail.com',
  );
  const next = page.getByRole('button', { name: 'Continue to payment' });
  await next.scrollIntoViewIfNeeded();
  await next.click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a summary of errors shrinks as they are mended @deep', async ({ page }) => {
  const event = await buildSale(10);
  await choose(page, event.publicPath, 1);
  const summary = page.getByRole('alert');
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link', { name: /^Last name: / })).toBeVisible();
  const who = page.getByRole('region', { name: 'Your details' });
  await who.getByLabel('Last name').fill('Martí');
  await expect(summary.getByRole('link', { name: /^Last name: / })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Send all tickets to me' }).check();
  await who.getByLabel('First name').fill('Ana');
  await who.getByLabel('Email').fill('ana@example.com');
  await expect(summary).toHaveCount(0);
});
