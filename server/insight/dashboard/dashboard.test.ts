import { listEvents } from '@entrada/contract/catalog/events';
import { getCheckInStats, getEventStats } from '@entrada/contract/insight/dashboard';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildSale, buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const me = app.as(owner);

test('figures of an event and of its doors', async () => {
  const accountId = owner.accountId;
  const { eventId } = await buildEvent(app.db, { accountId });
  const a = await buildTicket(app.db, { accountId, eventId, name: 'A', quantity: 10 });
  const b = await buildTicket(app.db, { accountId, eventId, name: 'B', position: 2, quantity: null });
  const sale = await buildSale(app.db, { accountId, eventId, ...a, quantity: 2, unit: 1000 });
  await buildSale(app.db, { accountId, eventId, ...b, quantity: 1, unit: 999, refunded: 333 });
  const list = await app.db
    .insertInto('check_in_lists')
    .values([
      {
        account_id: accountId,
        event_id: eventId,
        short_id: newShortId('cl'),
        name: 'All',
        all_tickets: true,
      },
      {
        account_id: accountId,
        event_id: eventId,
        short_id: newShortId('cl'),
        name: 'B only',
        all_tickets: false,
      },
    ])
    .returning('id')
    .execute();
  for (const n of [1, 2]) {
    const attendee = await app.db
      .insertInto('attendees')
      .values({
        account_id: accountId,
        event_id: eventId,
        order_id: sale.orderId,
        order_item_id: sale.orderItemId,
        ticket_id: a.ticketId,
        price_id: a.priceId,
        short_id: newShortId('a'),
        reference: `ENT-X-${n}`,
        first_name: 'Ana',
        email: 'a@example.com',
        locale: 'es',
        is_guest: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (n === 1)
      await app.db
        .insertInto('check_ins')
        .values({
          account_id: accountId,
          event_id: eventId,
          check_in_list_id: list[0]?.id ?? 0,
          attendee_id: attendee.id,
        })
        .execute();
  }
  const params = { eventId: String(eventId) };
  const stats = await me.call(getEventStats, { params });
  expect(stats.body.data).toEqual({
    currency: 'EUR',
    paidTotal: 2999,
    refundedTotal: 333,
    lostToDisputes: 0,
    grossSales: 2666,
    ticketsSold: 3,
    ticketsTotal: null,
    ordersCompleted: 2,
    checkedIn: 1,
    tickets: [
      { id: a.ticketId, name: 'A', sold: 2, total: 10, gross: 2000 },
      { id: b.ticketId, name: 'B', sold: 1, total: null, gross: 666 },
    ],
  });
  const doors = await me.call(getCheckInStats, { params });
  expect(doors.body.data).toEqual({
    attendees: 2,
    checkedIn: 1,
    lists: [
      { id: list[0]?.id, name: 'All', attendees: 2, checkedIn: 1 },
      { id: list[1]?.id, name: 'B only', attendees: 0, checkedIn: 0 },
    ],
  });
});

test('gross is what buyers paid, whatever went back and whatever was cancelled since', async () => {
  const accountId = owner.accountId;
  const { eventId } = await buildEvent(app.db, { accountId });
  const ticket = await buildTicket(app.db, { accountId, eventId });
  const sell = (refunded: number) =>
    buildSale(app.db, { accountId, eventId, ...ticket, unit: 1000, refunded });
  await sell(0);
  await sell(400);
  await sell(1000);
  const cancel = async (refunded: number, completedAt: Date | null) => {
    const { orderId } = await sell(refunded);
    await app.db
      .updateTable('orders')
      .set({ status: 'cancelled', completed_at: completedAt })
      .where('id', '=', orderId)
      .execute();
  };
  // Cancelled with all of its money, with a part of it, and without any; the last one was never complete.
  await cancel(1000, new Date());
  await cancel(300, new Date());
  await cancel(0, new Date());
  await cancel(0, null);
  const params = { eventId: String(eventId) };
  const { data } = (await me.call(getEventStats, { params })).body;
  expect(data).toMatchObject({ paidTotal: 6000, refundedTotal: 2700, grossSales: 1600 });
  const rows = (await me.call(listEvents, { query: {} })).body.data;
  expect(rows.find(({ id }) => id === eventId)).toMatchObject({
    paidTotal: 6000,
    refundedTotal: 2700,
    grossSales: 1600,
  });
});
