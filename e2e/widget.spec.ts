import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAffiliate, listAffiliates } from '@entrada/contract/catalog/affiliates';
import type { Page } from '@playwright/test';
import { sayWhoBuys } from './tools/buyer.ts';
import { baseUrl, unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

/** Another site on its own origin. Its pages are given by path. */
async function startSite(pages: Record<string, string>) {
  const server = createServer((request, response) => {
    const body = pages[(request.url ?? '/').split('?')[0] ?? ''] ?? '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  // Its host differs from the application's, so that the browser treats the two as different sites.
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string) => `http://localhost:${port}${path}`,
    stop: () => new Promise((done) => server.close(done)),
  };
}

async function prepareSale() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Harbour cinema ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await buildTicket(organizer.api, event.id, {
    type: 'tiered',
    name: 'Deck chair',
    prices: [
      { label: 'Front', amount: 15_00 },
      { label: 'Back', amount: 12_50 },
    ],
  });
  await publish(organizer.api, event.id);
  const params = { eventId: String(event.id) };
  await organizer.api.call(createAffiliate, {
    params,
    body: { code: 'CINE-CLUB', name: 'Film club', email: '', status: 'active' },
  });
  const friends = async () => (await organizer.api.call(listAffiliates, { params, query: {} })).data[0];
  return { event, friends };
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Our film club</title><body><h1>Our film club</h1>${body}</body></html>`;
const script = () => `<script async src="${baseUrl()}/widget.js"></script>`;

/** Fills in buyer and attendees, and pays 15.00 by card. */
async function buy(checkout: Page, email: string) {
  await sayWhoBuys(checkout, email);
  await checkout.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(checkout).toHaveURL(/\/payment$/);
  await checkout.getByLabel('Card number').fill('4242 4242 4242 4242');
  await checkout.getByLabel('Expiry').fill('04 / 39');
  await checkout.getByLabel('Security code').fill('123');
  await checkout.getByLabel('Name on card').fill('Ana Martí');
  await checkout.getByLabel('Country').selectOption('ES');
  await checkout.getByLabel('Postal code').fill('46024');
  await checkout.getByRole('button', { name: 'Pay €15.00' }).click();
  await expect(checkout).toHaveURL(/\/summary$/);
}

test('a visitor of another site buys a ticket there and pays by card, to the ticket itself', {
  tag: '@phone',
}, async ({ page: visitor, axe }) => {
  const { event, friends } = await prepareSale();
  const widget = (more = '') =>
    `<div data-entrada-event="${event.id}" data-entrada-title="Tickets" ${more}></div>`;
  const site = await startSite({
    '/': page(
      `${widget('style="min-height: 900px" data-entrada-aff="cine-club"')}<p id="after">After</p>${script()}`,
    ),
    '/german': page(
      `${widget('data-entrada-locale="de" data-entrada-page-color="#0e3b43" data-entrada-text-color="#f4efe9" data-entrada-padding="0" data-entrada-target="blank" data-entrada-button-text="Los geht’s" data-entrada-codes="address"')}
       ${widget('data-entrada-auto-resize="false" data-entrada-height="333" data-entrada-padding="9999"')}${script()}`,
    ),
    '/late': page(script()),
    '/framing': page(`<iframe src="${baseUrl()}${event.publicPath}"></iframe>`),
  });
  const frame = visitor.frameLocator('iframe[title="Tickets"]');
  const height = async () => (await visitor.locator('iframe').first().boundingBox())?.height ?? 0;
  /** The difference between the height of the frame and the height of its content. */
  const misfit = async () => {
    const content = await frame.locator('#widget').boundingBox();
    return Math.abs((content?.height ?? 0) - (await height()));
  };

  try {
    await test.step('its room is kept from the start, and it grows and shrinks with its content', async () => {
      // The frame's page loads only after the test has measured its place on the page.
      const measured = Promise.withResolvers<void>();
      await visitor.route(`**/widget/${event.id}**`, async (route) => {
        await measured.promise;
        await route.continue();
      });
      await visitor.goto(site.url('/'), { waitUntil: 'commit' });
      await expect(visitor.locator('iframe')).toHaveCount(1);
      const before = (await visitor.locator('#after').boundingBox())?.y ?? 0;
      expect(before).toBeGreaterThan(900);
      measured.resolve();
      await expect(frame.getByRole('button', { name: 'Add one Seat' })).toBeVisible();
      await expect.poll(misfit).toBeLessThan(2);
      const small = await height();
      expect(Math.round(small)).not.toBe(900);
      await frame.getByText('Enter a promo code').click();
      await expect.poll(height).toBeGreaterThan(small);
      await expect.poll(misfit).toBeLessThan(2);
    });

    await test.step('what is not chosen is said in the frame', async () => {
      await frame.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
      await expect(frame.getByRole('alert')).toBeVisible();
      await expect(visitor).toHaveURL(site.url('/'));
    });

    await test.step('the order goes on in the whole window', async () => {
      await frame.getByRole('button', { name: 'Add one Deck chair, Front' }).click();
      await frame.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
      await visitor.waitForURL(new RegExp(`^${baseUrl()}/checkout/${event.id}/o_[\\w-]{22}/details$`));
      await buy(visitor, `ana-${unique()}@example.com`);
      await visitor
        .getByRole('link', { name: /View ticket/ })
        .first()
        .click();
      await expect(visitor.getByRole('img', { name: /QR code/ })).toBeVisible();
    });

    await test.step('it counts once for whose widget it was, and looking at the page does not', async () => {
      expect(await friends()).toMatchObject({ clicks: 1, orders: 1, gross: 15_00 });
    });

    await test.step('several on a page, in another language and colours, open a new tab', async () => {
      await visitor.goto(site.url('/german?promo_code=NADA&aff=radio&secret=1'));
      const german = frame.first();
      await expect(german.getByRole('heading', { name: 'Tickets' }).first()).toBeVisible();
      const [first, second] = await visitor.locator('iframe').all();
      const address = new URL((await first?.getAttribute('src')) ?? '');
      expect(Object.fromEntries(address.searchParams)).toMatchObject({ promo_code: 'NADA', aff: 'radio' });
      expect(address.search).not.toContain('secret');
      const inner = german.locator('body [data-mantine-color-scheme]');
      await expect(inner).toHaveCSS('background-color', 'rgb(14, 59, 67)');
      await expect(german.locator('html')).toHaveAttribute('lang', 'de');
      const content = german.locator('#widget');
      await expect(content).toHaveCSS('padding-left', '0px');
      // A mistake in the snippet is ignored.
      await expect(frame.nth(1).locator('#widget')).toHaveCSS('padding-left', '16px');
      expect((await second?.boundingBox())?.height).toBeCloseTo(333, 1);

      const add = german.locator('button[name="add"]').first();
      // Until its script has started, the button opens the event's page, as it does without scripts.
      const isAlive = () =>
        add.evaluate((button) => Object.keys(button).some((key) => key.startsWith('__reactProps')));
      await expect.poll(isAlive).toBe(true);
      await add.click();
      const opened = visitor.waitForEvent('popup');
      await german.getByRole('button', { name: 'Los geht’s' }).filter({ visible: true }).click();
      const checkout = await opened;
      await expect(checkout).toHaveURL(/\/details$/);
      await expect(checkout.locator('html')).toHaveAttribute('lang', 'de');
      await checkout.close();
      await expect(visitor).toHaveURL(/\/german/);
    });

    await test.step('elements that come late or change are filled as well', async () => {
      await visitor.goto(site.url('/late'));
      await visitor.evaluate((id) => {
        const late = document.createElement('div');
        late.dataset['entradaEvent'] = String(id);
        late.dataset['entradaTitle'] = 'Tickets';
        document.body.append(late);
      }, event.id);
      await expect(frame.getByRole('button', { name: 'Add one Seat' })).toBeVisible();
      await visitor.evaluate(() => document.querySelector('[data-entrada-event]')?.remove());
      await expect(visitor.locator('iframe')).toHaveCount(0);
    });
  } finally {
    await site.stop();
  }

  await test.step('nothing for axe to find in the widget', async () => {
    await visitor.goto(`/widget/${event.id}?locale=en`);
    await expect(visitor.getByRole('button', { name: 'Add one Seat' })).toBeVisible();
    await axe(visitor, { what: 'the widget' });
  });
});

test('only the widget may be framed, and an unknown event has none @deep', async ({
  page: visitor,
  watch,
}) => {
  const { event } = await prepareSale();
  const site = await startSite({ '/': page(`<iframe src="${baseUrl()}${event.publicPath}"></iframe>`) });
  const policyOf = async (path: string) =>
    (await visitor.request.get(path, { maxRedirects: 0 })).headers()['content-security-policy'];
  for (const path of [
    event.publicPath,
    '/event',
    '/auth/login',
    '/manage/events',
    `/manage/event/${event.id}/widget`,
  ])
    expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
  expect(await policyOf(`/widget/${event.id}`)).toContain('frame-ancestors *');
  try {
    watch.expect(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
    await visitor.goto(site.url('/'));
    await expect(visitor.frameLocator('iframe').getByRole('heading', { name: event.title })).toHaveCount(0);
  } finally {
    await site.stop();
  }
  watch.expect(/status of 404/);
  await visitor.goto('/widget/999999');
  await expect(visitor.getByText('These tickets are not available.')).toBeVisible();
});
