import { forgotPassword, register } from '@entrada/contract/accounts/accounts';
import { createMessage } from '@entrada/contract/outreach/messages';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type { Page } from '@playwright/test';
import { apiClient } from './tools/api.ts';
import { unique } from './tools/environment.ts';
import { expireHold } from './tools/expire-hold.ts';
import { type AxeCheck, expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import {
  buildCheckInList,
  buildEvent,
  buildOrganizer,
  buildTicket,
  PASSWORD,
  publish,
  signIn,
} from './tools/organizer.ts';
import { expectReadingOrder } from './tools/reading-order.ts';

/**
 * Checks a page in both schemes: axe must find nothing, and the console must be empty (as in every journey). The
 * structure is the same in both schemes, so the second check covers only what can differ.
 */
async function look(page: Page, axe: AxeCheck, path: string, settled?: () => Promise<void>) {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await settled?.();
  await axe(page, { what: `${path}, light` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await untilStill(page);
  await axe(page, { what: `${path}, dark`, only: ['color-contrast', 'link-in-text-block'] });
}

/** Waits until colours no longer change, because colours during a transition belong to neither scheme. */
async function untilStill(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

async function buildWorld() {
  const organizer = await buildOrganizer('Marea');
  const { api } = organizer;
  const event = await buildEvent(organizer, `Every state ${unique()}`);
  const free = await buildTicket(api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  const paid = await buildTicket(api, event.id, {
    type: 'paid',
    name: 'Friday night',
    description: 'One evening, from eight.',
    showQuantityRemaining: true,
    prices: [{ amount: 45_00, quantity: 20 }],
  });
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  await buildTicket(api, event.id, {
    type: 'tiered',
    name: 'Festival pass',
    prices: [
      { label: 'Early', amount: 80_00, quantity: 0 },
      { label: 'Regular', amount: 95_00, quantity: null },
      { label: 'Late', amount: 120_00, saleStartsAt: tomorrow },
    ],
  });
  await buildTicket(api, event.id, {
    type: 'donation',
    name: 'Support young makers',
    prices: [{ amount: 5_00, quantity: null }],
  });
  await buildTicket(api, event.id, {
    type: 'paid',
    name: 'Backstage',
    prices: [{ amount: 60_00, quantity: 0 }],
  });
  await publish(api, event.id);
  const draft = await buildEvent(organizer, 'Not announced yet');
  const door = await buildCheckInList(api, event.id, 'Main door');
  const priceOf = (ticket: typeof free) => ticket.prices[0]?.id ?? 0;

  const buyer = `vera-${unique()}@example.com`;
  const hold = async (priceId: number, quantity = 1) => {
    const { data } = await apiClient().call(reserveOrder, {
      params: { eventId: String(event.id) },
      body: { items: [{ priceId, quantity }], locale: 'en' },
    });
    return data;
  };
  const fill = async (orderShortId: string) => {
    const { data } = await apiClient().call(saveOrderDetails, {
      params: { orderShortId },
      body: {
        firstName: 'Vera',
        lastName: 'Moll',
        email: buyer,
        sendAllToBuyer: true,
        attendees: [],
      },
    });
    return data;
  };
  const held = await hold(priceOf(paid), 2);
  const unpaid = await fill((await hold(priceOf(paid))).shortId);
  const done = await fill((await hold(priceOf(free), 2)).shortId);
  const expired = await hold(priceOf(paid));
  await expireHold(expired.shortId);
  const { data: message } = await api.call(createMessage, {
    params: { eventId: String(event.id) },
    body: { subject: 'Doors open at eight', body: '<p>Bring a cable, {{first_name}}.</p>' },
  });
  return { organizer, event, paid, draft, door, buyer, held, unpaid, done, expired, message };
}

test.describe.configure({ mode: 'parallel' });

let world: Awaited<ReturnType<typeof buildWorld>>;
test.beforeAll(async () => {
  world = await buildWorld();
});

test('public pages', { tag: '@phone' }, async ({ page, axe, watch }) => {
  const { event, organizer } = world;
  const paths = [
    '/event',
    `/${organizer.organizer.slug}`,
    event.publicPath,
    `/e/${event.id}/${event.slug}`,
    `/widget/${event.id}`,
    `/${organizer.organizer.slug}/event/${event.id}/${event.slug}?promo_code=nonsense`,
    '/tickets/find',
    '/terms',
    '/privacy',
  ];
  for (const path of paths) await look(page, axe, path);

  await test.step('nothing there', async () => {
    watch.expect(/status of 404/);
    await look(page, axe, '/event/999999/nothing');
    await look(page, axe, '/no-such-organizer');
    await look(page, axe, '/nowhere/at/all');
    await look(page, axe, `/auth/event/${world.event.id}/x`);
  });
});

test('checkout, order and ticket', { tag: '@phone' }, async ({ page, axe, watch }) => {
  const { event, held, unpaid, done, expired } = world;
  const checkout = (order: { shortId: string }) => `/checkout/${event.id}/${order.shortId}`;
  const ticket = `/ticket/${event.id}/${done.tickets[0]?.shortId}`;
  const paths = [
    `${checkout(held)}/details`,
    `${checkout(unpaid)}/payment`,
    `${checkout(done)}/summary`,
    `/order/${event.id}/${done.shortId}`,
    ticket,
    `${checkout(expired)}/details`,
  ];
  for (const path of paths) await look(page, axe, path);

  await test.step('in the order of the screen', async () => {
    await page.goto(`${checkout(held)}/details`);
    await expectReadingOrder(page.getByRole('main'));
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await expectReadingOrder(page.getByRole('dialog', { name: 'Cancel this order?' }));
    await page.goto(`/order/${event.id}/${done.shortId}`);
    const passOn = page.getByRole('link', { name: /^Pass on/ }).first();
    await passOn.click();
    const form = page.getByRole('dialog', { name: 'Pass on a ticket' });
    await expectReadingOrder(form);
    await form.getByRole('link', { name: 'Close' }).click();
    await expect(passOn).toBeFocused();
  });

  await test.step('with everything left out', async () => {
    watch.expect(/status of 422/);
    await page.goto(`${checkout(held)}/details`);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('textbox', { name: 'Last name' }).first()).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await axe(page, { what: 'refused details' });
    await page.goto(`${checkout(unpaid)}/payment`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true');
    await axe(page, { what: 'refused card' });
  });

  await test.step('on paper', async () => {
    // These pages open the print dialog, which a test does not need.
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await look(page, axe, `/order/${event.id}/${done.shortId}/print`);
    await look(page, axe, `${ticket}/print`);
  });

  await test.step('gone', async () => {
    watch.expect(/status of 404/);
    await look(page, axe, `/checkout/${event.id}/o_${'x'.repeat(22)}/details`);
  });
});

test('door and mailbox', { tag: '@phone' }, async ({ page, axe, watch }) => {
  await look(page, axe, `/check-in/${world.door.shortId}`);
  await page.getByRole('tab', { name: 'Guest list' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await axe(page, { what: 'guest list of the door' });

  const mail = await inbox(world.buyer).receive('order_confirmation');
  await look(page, axe, '/dev/mailbox');
  // The mail is in a frame that runs no scripts, not even those of a test.
  watch.expect(/^console: Blocked script execution in 'about:srcdoc'/);
  await look(page, axe, `/dev/mailbox/${mail.id}`);
});

test('signing in', async ({ page, axe, watch }) => {
  for (const path of ['/auth/login', '/auth/register', '/auth/forgot-password']) await look(page, axe, path);
  const { email } = world.organizer;
  await apiClient().call(forgotPassword, { body: { email } });
  const mail = await inbox(email).receive('reset_password');
  await look(page, axe, mail.link('/auth/reset-password/'));
  watch.expect(/status of 410/);
  await look(page, axe, `/auth/reset-password/${'x'.repeat(43)}`);
});

test('first steps', { tag: '@phone' }, async ({ page, axe }) => {
  const email = `new-${unique()}@example.com`;
  const { data } = await apiClient().call(register, {
    body: {
      firstName: 'Iria',
      lastName: 'Novo',
      email,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      termsAgreed: true,
      locale: 'en',
    },
  });
  expect(data.status).toBe('signed_in');
  await signIn(page, { email, password: PASSWORD });
  await look(page, axe, '/welcome');
  await look(page, axe, '/manage/events');
});

test('workspace @deep', async ({ page, axe, watch, isMobile }) => {
  const { organizer, event, draft, message } = world;
  await signIn(page, organizer);
  const of = (child: string) => `/manage/event/${event.id}/${child}`;
  const children = [
    'dashboard',
    'getting-started',
    'tickets',
    'orders',
    'attendees',
    'questions',
    'messages',
    'messages/new',
    `messages/${message.id}`,
    'messages/reminders',
    'reports',
    'reports/taxes',
    'reports/refunds',
    'reports/payouts',
    'reports/attendance',
    'call-off',
    'check-in',
    'capacity-assignments',
    'promo-codes',
    'affiliates',
    'settings',
    'homepage-designer',
    'widget',
  ];
  const settings = ['location', 'checkout', 'payment', 'email', 'seo', 'other'].map(
    (tab) => `settings/${tab}`,
  );
  const paths = [
    ...['upcoming', 'ongoing', 'ended', 'archived'].map((state) => `/manage/events/${state}`),
    '/manage/organizers',
    `/manage/organizer/${organizer.organizer.id}`,
    `/manage/organizer/${organizer.organizer.id}/settings`,
    '/account/settings',
    '/account/event-defaults',
    '/account/users',
    '/account/audit-log',
    '/manage/account',
    '/manage/door',
    '/manage/profile',
    '/manage/profile/security',
    '/account/payment',
    '/account/taxes-and-fees',
    '/manage/reports',
    '/manage/notifications',
    ...children.map(of),
    ...settings.map(of),
    `/manage/event/${draft.id}/getting-started`,
    `/manage/event/${draft.id}/tickets`,
    `/manage/event/${draft.id}/orders`,
    draft.publicPath,
  ];
  for (const path of paths) await look(page, axe, path);

  await test.step('nothing there', async () => {
    watch.expect(/status of 404/);
    for (const gone of ['/manage/event/999999', '/manage/event/999999/homepage-designer', of('nothing')]) {
      await look(page, axe, gone, async () => {
        // The frame of the workspace stays around the message.
        await expect(
          page.locator('#main').getByRole('heading', { name: 'This door doesn’t open.' }),
        ).toBeVisible();
        const navigation = isMobile
          ? page.getByRole('button', { name: 'Open menu' })
          : page.locator('nav').getByRole('link', { name: /events/i });
        await expect(navigation.first()).toBeVisible();
      });
    }
    await look(page, axe, '/account/nothing');
  });
});

test('drawers of the workspace @deep', { tag: '@phone' }, async ({ page, axe }) => {
  const { organizer, event, paid } = world;
  await signIn(page, organizer);
  const of = (child: string) => `/manage/event/${event.id}/${child}`;
  const drawer = async () => {
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  };
  const paths = [
    '/manage/events?drawer=new',
    `/manage/events?drawer=duplicate-${event.id}`,
    '/manage/organizers?drawer=new',
    of('tickets?drawer=new'),
    of('questions?drawer=new'),
    of(`tickets?drawer=${paid.id}`),
    '/account/taxes-and-fees?drawer=new',
    of('check-in?drawer=new'),
    of('promo-codes?drawer=new'),
    of('promo-codes?drawer=generate'),
    of('affiliates?drawer=new'),
  ];
  for (const path of paths) await look(page, axe, path, drawer);
});
