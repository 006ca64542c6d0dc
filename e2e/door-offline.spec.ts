import { createCheckInLink } from '@entrada/contract/door/check-in-links';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { listOrders } from '@entrada/contract/sales/orders';
import { layCable } from './tools/cuttable.ts';
import { scan, untilReady } from './tools/door.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { orderCodes, tampered } from './tools/free-codes.ts';
import { buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

const MINUTE = 60_000;

async function prepare() {
  const organizer = await buildOrganizer('Dársena');
  const event = await buildEvent(organizer, `Night without a network ${unique()}`);
  const ticket = await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Night',
    prices: [{ amount: 0 }],
  });
  await publish(organizer.api, event.id);
  const priceId = ticket.prices[0]?.id ?? 0;
  const [cancelled = ''] = await orderCodes(event.id, priceId, 1);
  const eventParams = { eventId: String(event.id) };
  const { data: orders } = await organizer.api.call(listOrders, { params: eventParams, query: {} });
  await organizer.api.call(cancelOrder, {
    params: { ...eventParams, orderId: String(orders[0]?.id) },
    body: { notify: false },
  });
  const [ana = '', ben = '', cleo = ''] = await orderCodes(event.id, priceId, 3);
  const { data: list } = await organizer.api.call(createCheckInList, {
    params: eventParams,
    body: {
      name: 'Main gate',
      description: '',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      // A phone whose clock is an hour ahead would think that the list is over.
      expiresAt: new Date(Date.now() + 30 * MINUTE).toISOString(),
    },
  });
  const { data: link } = await organizer.api.call(createCheckInLink, {
    params: { ...eventParams, listId: String(list.id) },
    body: { name: 'Marta', role: 'supervisor', pin: null },
  });
  return { shortId: list.shortId, supervisor: link.shortId, codes: { ana, ben, cleo, cancelled } };
}

test('the network is cut: a phone scans on, survives a reload, and all is merged', { tag: '@phone' }, async ({
  visitor,
  watch,
  axe,
}) => {
  watch.expect(
    /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_NETWORK|Failed to load resource/,
  );
  const { shortId, codes } = await prepare();
  const [cable, second] = [await layCable(), await layCable()];
  const phone = await visitor({ baseURL: cable.url });
  const other = await visitor({ baseURL: second.url });
  await phone.goto(`/check-in/${shortId}`);
  await other.clock.setSystemTime(Date.now() + 60 * MINUTE);
  await other.goto(`/check-in/${shortId}`);
  await untilReady(phone);
  await untilReady(other);

  await test.step('without a network this phone decides', async () => {
    await cable.cut();
    await scan(phone, codes.ana, 'admitted');
    await scan(phone, codes.ana, 'just_scanned');
    await scan(phone, codes.cancelled, 'cancelled');
    await scan(phone, tampered(codes.ben), 'unknown');
    await scan(phone, codes.ben.slice(0, 40), 'unreadable');
  });

  await test.step('a reload opens the page again, and what waits is still there', async () => {
    await phone.reload();
    await expect(phone.getByText('You are offline. Keep scanning.')).toBeVisible();
    await expect(phone.getByText('5 scans wait on this phone')).toBeVisible();
    await expect(phone.getByText('1 of 3 checked in')).toBeVisible();
    await axe(phone, { what: 'the door without a network' });
    await scan(phone, codes.ben, 'admitted');
  });

  await test.step('another phone, whose clock is an hour ahead, lets in the same ticket', async () => {
    await second.cut();
    await scan(other, codes.ana, 'admitted');
    await scan(other, codes.cleo, 'admitted');
  });

  await test.step('the network comes back: the server has all scans, and the conflict is shown', async () => {
    // It comes back by itself.
    await cable.mend();
    await expect(phone.getByText('You are offline. Keep scanning.')).toBeHidden({ timeout: 30_000 });
    await expect(phone.getByText('2 of 3 checked in')).toBeVisible();
    // This one is asked to.
    await other.getByRole('button', { name: /You are offline/ }).click();
    await expect(other.getByRole('button', { name: 'Connect now' })).toBeVisible();
    await second.mend();
    await other.getByRole('button', { name: 'Connect now' }).click();
    await expect(other.getByText('Online')).toBeVisible();
    await expect(other.getByText(/This one counts/)).toBeVisible();
    await axe(other, { what: 'the conflicts of a door' });
    await other.getByRole('button', { name: 'Done' }).click();
    await expect(other.getByText('3 of 3 checked in')).toBeVisible();
  });

  await test.step('with a connection the other phone is told what the server knows', async () => {
    await scan(other, codes.ben, 'already_in');
  });
  await cable.cut();
  await second.cut();
});

test('a supervisor without a network finds somebody by name, spelled right or not, and lets them in @deep', {
  tag: '@phone',
}, async ({ visitor, watch, axe }) => {
  watch.expect(
    /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_NETWORK|Failed to load resource/,
  );
  const { supervisor } = await prepare();
  const cable = await layCable();
  const phone = await visitor({ baseURL: cable.url });
  await phone.goto(`/check-in/${supervisor}`);
  await untilReady(phone);
  await cable.cut();
  await expect(phone.getByText('You are offline. Keep scanning.')).toBeVisible({ timeout: 20_000 });
  await phone.getByRole('tab', { name: 'Guest list' }).click();
  const field = phone.getByRole('searchbox');
  const rows = phone.getByRole('listitem').filter({ hasText: 'Lucía Márquez' });
  await field.fill('marquez');
  await expect(rows).toHaveCount(3);
  await rows.nth(0).getByRole('button', { name: 'Check in Lucía Márquez' }).click();
  await expect(rows.getByRole('button', { name: /Undo the check-in/ })).toHaveCount(1);
  await axe(phone, { what: 'the search without a network' });
  await test.step('one person is what the phone keeps, and the check-in can be taken back', async () => {
    await rows.filter({ hasText: 'Undo' }).getByRole('button', { name: /ENT-/ }).click();
    const sheet = phone.getByRole('dialog', { name: 'Lucía Márquez' });
    await expect(sheet.getByText('Inside', { exact: true })).toBeVisible();
    await expect(sheet.getByText(/: Checked in$/)).toBeVisible();
    await expect(sheet.getByText(/The order, scans at other doors.* need a connection/)).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Try again' })).toBeHidden();
    await axe(phone, { what: 'a person without a network' });
    await sheet.getByRole('button', { name: 'Undo check-in' }).click();
    await expect(sheet.getByText('Not inside')).toBeVisible();
    await expect(sheet.getByText(/: Check-in undone$/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Check in', exact: true }).click();
    await expect(sheet.getByText('Inside', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
  });
  await field.fill('lucia@example.com');
  await expect(phone.getByText('An email address is found only with a connection.')).toBeVisible();
  await field.fill('marqes');
  await expect(phone.getByRole('heading', { name: 'Spelled alike' })).toBeVisible();
  await rows.getByRole('button', { name: 'Check in Lucía Márquez' }).first().click();
  await expect(phone.getByText('4 scans wait on this phone')).toBeVisible();
  await phone.getByRole('tab', { name: 'Log' }).click();
  await expect(phone.getByRole('button', { name: 'Try again' })).toBeVisible();
  await cable.mend();
  await expect(phone.getByText('You are offline. Keep scanning.')).toBeHidden({ timeout: 30_000 });
  await expect(phone.getByText('2 of 3 checked in')).toBeVisible();
  await expect(rows).toHaveCount(4);
  await expect(phone.getByRole('button', { name: 'Try again' })).toBeHidden();
  await cable.cut();
});
