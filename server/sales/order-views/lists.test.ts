import { listAttendees } from '@entrada/contract/sales/attendees';
import {
  listOrders,
  ORDER_BADGES,
  type OrderStatus,
  orderBadge,
  type PaymentStatus,
  type RefundStatus,
} from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, reserveAs, visitor } from '../../test/shop.ts';
import { BADGE_SQL } from '../orders/list-queries.ts';
import { buildOrder } from '../reservations/factory.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

test('the badge in SQL is the badge of the contract, for every combination of states', async () => {
  const statuses: OrderStatus[] = [
    'reserved',
    'cancelling',
    'awaiting_offline_payment',
    'completed',
    'cancelled',
    'expired',
  ];
  const payments: PaymentStatus[] = ['none', 'not_required', 'awaiting', 'processing', 'paid', 'failed'];
  const refunds: RefundStatus[] = ['none', 'pending', 'failed', 'partial', 'full'];
  const reasons = [null, 'timeout', 'abandoned', 'replaced', 'cancelled'];
  const all = statuses.flatMap((status) =>
    payments.flatMap((paymentStatus) =>
      refunds.flatMap((refundStatus) =>
        reasons.map((endedReason) => ({ status, paymentStatus, refundStatus, endedReason })),
      ),
    ),
  );
  const { rows } = await sql<{ badge: string }>`select ${BADGE_SQL} as badge from unnest(
    ${all.map((one) => one.status)}::text[], ${all.map((one) => one.paymentStatus)}::text[],
    ${all.map((one) => one.refundStatus)}::text[], ${all.map((one) => one.endedReason)}::text[])
    with ordinality o(status, payment_status, refund_status, ended_reason, at) order by at`.execute(db);
  expect(rows.map((row) => row.badge)).toEqual(all.map(orderBadge));
  expect(new Set(rows.map((row) => row.badge))).toEqual(new Set(ORDER_BADGES));
});

test('orders are listed once their buyer is known, filtered, sorted and searched', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 1000 } });
  const params = { eventId: String(shop.eventId) };
  const names = ['Ágata', 'Beatriz', 'Carla'];
  for (const [at, firstName] of names.entries()) {
    await buildOrder(db, {
      eventId: shop.eventId,
      items: [{ priceId: shop.priceId, quantity: at + 1 }],
      buyer: { firstName, lastName: `Ñíguez ${at}`, email: `${at}@example.com` },
      createdAt: new Date(Date.UTC(2026, 0, 10 + at)),
      sendMails: false,
    });
  }
  await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const owner = app.as({ token: shop.token });
  const list = async (query: Record<string, string> = {}) => {
    const reply = await owner.call(listOrders, { params, query } as never);
    expect(reply.status).toBe(200);
    return reply.body.data.map((row) => row.firstName);
  };
  expect(await list()).toEqual(['Carla', 'Beatriz', 'Ágata']);
  expect(await list({ sort_by: 'total', sort_direction: 'asc' })).toEqual(['Ágata', 'Beatriz', 'Carla']);
  expect(await list({ query: 'agata niguez' })).toEqual(['Ágata']);
  expect(await list({ 'filter_fields[status][in]': 'COMPLETED,REFUNDED', per_page: '2' })).toEqual([
    'Carla',
    'Beatriz',
  ]);
  expect(await list({ 'filter_fields[status][eq]': 'EXPIRED' })).toEqual([]);
  expect(
    await list({
      'filter_fields[total][gte]': '2000',
      'filter_fields[created_at][lte]': '2026-01-11T12:00:00Z',
    }),
  ).toEqual(['Beatriz']);
  // One that was paid days after it was bought was sold on that day.
  await db
    .updateTable('orders')
    .set({ completed_at: new Date('2026-02-01T09:00:00Z') })
    .where('first_name', '=', 'Carla')
    .execute();
  const sold = (from: string, until: string) =>
    list({ 'filter_fields[completed_at][gte]': from, 'filter_fields[completed_at][lt]': until });
  expect(await sold('2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z')).toEqual(['Carla']);
  expect(await sold('2026-01-01T00:00:00Z', '2026-02-01T09:00:00Z')).not.toContain('Carla');
  const bad = await owner.call(listOrders, {
    params,
    query: { 'filter_fields[status][eq]': 'PAID' },
  } as never);
  expect(bad.problem).toMatchObject({ status: 422, errors: [{ code: 'invalid_choice' }] });
  const page = await owner.call(listOrders, { params, query: { page: '2', per_page: '2' } } as never);
  expect(page.body.meta).toMatchObject({ total: 3, lastPage: 2, page: 2 });
  expect(page.body.data[0]).toMatchObject({
    badge: 'COMPLETED',
    total: 1000,
    ticketCount: 1,
    currency: 'EUR',
  });

  const stranger = await buildAccount(db);
  expect((await app.as({ token: stranger.token }).call(listOrders, { params } as never)).status).toBe(404);
  expect((await visitor(app).call(listOrders, { params } as never)).status).toBe(401);
  const organizer = await buildUserIn(db, shop.accountId, 'organizer');
  expect((await app.as({ token: organizer.token }).call(listOrders, { params } as never)).status).toBe(200);
});

test('attendees are listed with their door, ticket and order', async () => {
  const shop = await buildShop(db);
  const params = { eventId: String(shop.eventId) };
  const order = await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: 2 }],
    attendees: [
      { firstName: 'Zoe', lastName: 'Ábalos', email: 'zoe@example.com' },
      { firstName: 'Yago', lastName: 'Bueno', email: 'yago@example.com' },
    ],
  });
  const { rows } = await sql<{
    id: number;
  }>`insert into app.check_in_lists (account_id, event_id, short_id, name)
    values (${shop.accountId}, ${shop.eventId}, ${`cl_${'a'.repeat(22)}`}, 'Door') returning id`.execute(db);
  await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
    values (${shop.accountId}, ${shop.eventId}, ${rows[0]?.id}, ${order.attendees[0]?.attendeeId})`.execute(
    db,
  );
  await sql`insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, nonce, scanned_at)
    values (${shop.accountId}, ${rows[0]?.id}, ${order.attendees[0]?.attendeeId}, 'admitted', 'scan', 'first', app.now())`.execute(
    db,
  );
  const owner = app.as({ token: shop.token });
  const list = async (query: Record<string, string>) =>
    (await owner.call(listAttendees, { params, query } as never)).body.data.map((row) => row.firstName);
  expect(await list({ sort_by: 'last_name', sort_direction: 'asc' })).toEqual(['Zoe', 'Yago']);
  expect(await list({ 'filter_fields[checked_in][eq]': 'true' })).toEqual(['Zoe']);
  expect(await list({ 'filter_fields[checked_in][eq]': 'false' })).toEqual(['Yago']);
  expect(await list({ query: 'abalos' })).toEqual(['Zoe']);
  expect(await list({ 'filter_fields[ticket_id][eq]': '999999' })).toEqual([]);
  const reply = await owner.call(listAttendees, { params } as never);
  expect(reply.body.data.find((row) => row.firstName === 'Zoe')).toMatchObject({
    status: 'active',
    ticket: { id: shop.ticketId, name: 'General' },
    order: { shortId: order.shortId, reference: order.reference },
    checkedInAt: expect.any(String),
  });
  const stranger = await buildAccount(db);
  expect((await app.as({ token: stranger.token }).call(listAttendees, { params } as never)).status).toBe(404);
});
