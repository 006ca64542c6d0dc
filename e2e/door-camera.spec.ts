import { closeCheckInLink, listCheckInLinks } from '@entrada/contract/door/check-in-links';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { checkInAttendees } from '@entrada/contract/door/workspace-check-in';
import { listAttendees } from '@entrada/contract/sales/attendees';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { getAttendee, passOnTicket } from '@entrada/contract/sales/holders';
import { listOrders } from '@entrada/contract/sales/orders';
import type { Page } from '@playwright/test';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { orderCodes, tampered } from './tools/free-codes.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';
import { giveCamera, refuseCamera, showCode } from './tools/shown-codes.ts';

/** A door that admits one of two kinds of tickets, and a code for each answer. */
async function prepare() {
  const organizer = await buildOrganizer('Faro');
  const { api } = organizer;
  const free = { type: 'free' as const, prices: [{ amount: 0 }] };
  const build = async (title: string) => {
    const event = await buildEvent(organizer, `${title} ${unique()}`);
    const ticket = await buildTicket(api, event.id, { ...free, name: 'Night' });
    return { id: event.id, ticketId: ticket.id, priceId: ticket.prices[0]?.id ?? 0 };
  };
  const [event, elsewhere] = [await build('Night of codes'), await build('Another night')];
  const backstage = await buildTicket(api, event.id, { ...free, name: 'Backstage' });
  await publish(api, event.id);
  await publish(api, elsewhere.id);
  const params = { eventId: String(event.id) };
  const idOf = async () => (await api.call(listAttendees, { params, query: {} })).data[0]?.id ?? 0;

  const [cancelled = ''] = await orderCodes(event.id, event.priceId, 1);
  const orderId = String((await api.call(listOrders, { params, query: {} })).data[0]?.id);
  await api.call(cancelOrder, { params: { ...params, orderId }, body: { notify: false } });

  const [passedOn = ''] = await orderCodes(event.id, event.priceId, 1);
  const ofAttendee = { ...params, attendeeId: String(await idOf()) };
  const { version } = (await api.call(getAttendee, { params: ofAttendee })).data;
  const heir = {
    firstName: 'Nil',
    lastName: 'Soler',
    email: `nil-${unique()}@example.com`,
    locale: 'en' as const,
  };
  await api.call(passOnTicket, {
    params: ofAttendee,
    body: { version, ...heir, tellOldHolder: false, evenIfCheckedIn: false },
  });

  const { data: list } = await api.call(createCheckInList, {
    params,
    body: {
      name: 'Main gate',
      description: '',
      allTickets: false,
      ticketIds: [event.ticketId],
      activatesAt: null,
      expiresAt: null,
    },
  });
  const ofList = { ...params, listId: String(list.id) };
  const [used = ''] = await orderCodes(event.id, event.priceId, 1);
  await api.call(checkInAttendees, { params: ofList, body: { attendeeIds: [await idOf()] } });
  const [valid = ''] = await orderCodes(event.id, event.priceId, 1);
  const [otherList = ''] = await orderCodes(event.id, backstage.prices[0]?.id ?? 0, 1);
  const [otherEvent = ''] = await orderCodes(elsewhere.id, elsewhere.priceId, 1);
  const close = async () => {
    const { data: links } = await api.call(listCheckInLinks, { params: ofList });
    const link = links.find(({ shortId }) => shortId === list.shortId);
    await api.call(closeCheckInLink, { params: { ...ofList, linkId: String(link?.id) } });
  };
  const codes = { valid, used, cancelled, passedOn, otherList, otherEvent };
  return { shortId: list.shortId, codes, close };
}

const picture = (phone: Page) => phone.getByLabel('Camera picture');

test('the camera reads every kind of code, and each answer has its colour, icon and words', {
  tag: '@phone',
}, async ({ visitor, axe }) => {
  const { shortId, codes } = await prepare();
  const phone = await visitor({ permissions: ['camera'] });
  await giveCamera(phone);
  await phone.goto(`/check-in/${shortId}`);
  await expect(phone.getByText('Point the camera at the QR code')).toBeVisible();

  await test.step('a valid ticket is let in, and the camera returns by itself', async () => {
    await showCode(phone, codes.valid);
    const verdict = phone.locator('[data-verdict="admitted"]');
    await expect(verdict).toHaveAttribute('data-tone', 'ok');
    await expect(verdict.getByRole('status')).toContainText('Checked in');
    await expect(verdict.getByRole('heading', { name: 'Lucía Márquez' })).toBeVisible();
    await expect(verdict.locator('svg').first()).toBeVisible();
    await expect(verdict).toBeHidden();
    await expect(picture(phone)).toBeVisible();
    // It is still before the camera, and is not scanned again.
    await expect(phone.getByText('Point the camera at the QR code')).toBeVisible();
  });

  const cases = [
    ['used', codes.used, 'already_in', 'attn', 'Already checked in'],
    ['cancelled', codes.cancelled, 'cancelled', 'bad', 'Ticket cancelled'],
    ['passed on', codes.passedOn, 'revoked', 'bad', 'Old code'],
    ['of another event', codes.otherEvent, 'wrong_event', 'bad', 'Another event'],
    ['of another list', codes.otherList, 'wrong_ticket', 'bad', 'Wrong door'],
    ['tampered with', tampered(codes.valid), 'unknown', 'bad', 'Unknown code'],
    ['unreadable', codes.valid.slice(0, 40), 'unreadable', 'attn', 'Scan again'],
  ] as const;
  for (const [kind, code, answer, tone, words] of cases)
    await test.step(`a code that is ${kind}`, async () => {
      await showCode(phone, code);
      const verdict = phone.locator(`[data-verdict="${answer}"]`);
      await expect(verdict).toHaveAttribute('data-tone', tone);
      const alert = verdict.getByRole('alert');
      await expect(alert).toContainText(words);
      await expect(alert.locator('svg')).toBeVisible();
      if (tone === 'bad') await expect(alert).toContainText('Do not admit');
      else await expect(alert).not.toContainText('Do not admit');
      if (answer === 'already_in') await expect(verdict.getByText('Organizer’s pages')).toBeVisible();
      await axe(phone, { what: `the answer to a code that is ${kind}` });
      await showCode(phone, null);
      await verdict.getByRole('button', { name: 'Scan next' }).click();
      await expect(verdict).toBeHidden();
      await expect(picture(phone)).toBeVisible();
    });
});

test('a camera that is refused, missing or in use is explained, and works when it is given @deep', {
  tag: '@phone',
}, async ({ visitor, axe }) => {
  const { shortId, codes } = await prepare();
  const phone = await visitor();
  await giveCamera(phone);
  await phone.goto(`/check-in/${shortId}`);
  const heading = (name: string) => phone.getByRole('heading', { name });
  await expect(heading('Scan tickets with the camera')).toBeVisible();
  await refuseCamera(phone, 'NotAllowedError');
  await phone.getByRole('button', { name: 'Start camera' }).click();
  await expect(heading('The camera is blocked')).toBeVisible();
  await axe(phone, { what: 'a camera that is refused' });
  const again = phone.getByRole('button', { name: 'Try again' });
  for (const [error, words] of [
    ['NotFoundError', 'No camera found'],
    ['NotReadableError', 'The camera is in use'],
  ] as const) {
    await refuseCamera(phone, error);
    await again.click();
    await expect(heading(words)).toBeVisible();
    await expect(phone.getByText('A hardware scanner that types like a keyboard works')).toBeVisible();
  }
  await refuseCamera(phone, null);
  await again.click();
  await showCode(phone, codes.valid);
  await expect(phone.locator('[data-verdict="admitted"]')).toBeVisible();
});

test('a link that is closed while somebody scans says so, and lets nobody in @deep', {
  tag: '@phone',
}, async ({ visitor, watch }) => {
  watch.expect(/status of 404|Failed to load resource/);
  const { shortId, codes, close } = await prepare();
  const phone = await visitor({ permissions: ['camera'] });
  await giveCamera(phone);
  await phone.goto(`/check-in/${shortId}`);
  await expect(picture(phone)).toBeVisible();
  await close();
  await showCode(phone, codes.valid);
  await expect(phone.getByRole('heading', { name: 'This link was closed' })).toBeVisible();
  await expect(phone.getByText('Everything scanned so far is kept.')).toBeVisible();
  await expect(phone.locator('[data-verdict="admitted"]')).toHaveCount(0);
});
