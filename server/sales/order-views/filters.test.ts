import { listAttendees } from '@entrada/contract/sales/attendees';
import { listOrders, markOrderPaid, sumOrders } from '@entrada/contract/sales/orders';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildPromoCode, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildShop } from '../../test/shop.ts';
import { buildAwaitingOrder, buildOrder } from '../reservations/factory.ts';

const app = await buildTestApp();
const { db } = app;
const shop = await buildShop(db, { ticket: { type: 'paid', amount: 1000 } });
const { accountId, eventId } = shop;
const params = { eventId: String(eventId) };
const me = app.as(shop);
const free = await buildTicket(db, { accountId, eventId, name: 'Free', type: 'free' });
await buildPromoCode(db, {
  accountId,
  eventId,
  code: 'SUMMER50',
  discountType: 'percentage',
  percentage: '50.0000',
});
const order = (
  firstName: string,
  day: number,
  priceId: number,
  more: { quantity?: number; promoCode?: string } = {},
) =>
  buildOrder(db, {
    eventId,
    items: [{ priceId, quantity: more.quantity ?? 1 }],
    buyer: { firstName, lastName: 'X', email: `${firstName}@example.com`.toLowerCase() },
    createdAt: new Date(Date.UTC(2026, 0, day, 12)),
    sendMails: false,
    ...(more.promoCode && { promoCode: more.promoCode }),
  });

const ana = await order('Ana', 1, shop.priceId, { quantity: 2 });
await order('Ben', 2, shop.priceId, { promoCode: 'SUMMER50' });
await order('Cleo', 3, free.priceId);
const awaiting = (firstName: string) =>
  buildAwaitingOrder(db, {
    eventId,
    items: [{ priceId: shop.priceId, quantity: 1 }],
    buyer: { firstName, lastName: 'X', email: 'd@example.com' },
    dueAt: new Date(Date.now() + 86_400_000),
    createdAt: new Date(Date.UTC(2026, 0, 4, 12)),
    sendMails: false,
  });
await awaiting('Dora');
const byHand = await awaiting('Eva');
await me.call(markOrderPaid, { params: { ...params, orderId: String(byHand.orderId) } });
const { id: affiliateId } = await db
  .insertInto('affiliates')
  .values({ account_id: accountId, event_id: eventId, code: 'SOL', name: 'Sol', email: '' })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .updateTable('orders')
  .set({ affiliate_id: affiliateId, refunded_total: 500, refund_status: 'partial' })
  .where('id', '=', ana.orderId)
  .execute();
const { id: paymentId } = await db
  .selectFrom('payments')
  .select('id')
  .where('order_id', '=', ana.orderId)
  .executeTakeFirstOrThrow();
await db
  .insertInto('disputes')
  .values({
    account_id: accountId,
    order_id: ana.orderId,
    payment_id: paymentId,
    provider_dispute_id: 'dp',
    amount: 100,
    currency: 'EUR',
    reason: 'fraudulent',
    status: 'lost',
  })
  .execute();

const key = ([name, operator]: [string, string]) => `filter_fields[${name}][${operator}]`;
type Filter = [field: string, operator: string, value: string];
const queryOf = (filters: Filter[]) =>
  Object.fromEntries(filters.map(([field, operator, value]) => [key([field, operator]), value]));
const namesFound = async (...filters: Filter[]) => {
  const reply = await me.call(listOrders, { params, query: queryOf(filters) });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data.map(({ firstName }) => firstName).sort();
};

test.each<[string, Filter[], string[]]>([
  ['a status', [['status', 'eq', 'COMPLETED']], ['Ben', 'Cleo', 'Eva']],
  ['all but two', [['status', 'ne', 'COMPLETED,PARTIALLY_REFUNDED']], ['Dora']],
  ['a dispute', [['dispute', 'in', 'lost,won']], ['Ana']],
  ['without one', [['dispute', 'ne', 'lost']], ['Ben', 'Cleo', 'Dora', 'Eva']],
  ['the test bank', [['payment_method', 'eq', 'test_bank']], ['Ana', 'Ben']],
  ['without a card or free', [['payment_method', 'in', 'offline,free']], ['Cleo', 'Dora', 'Eva']],
  ['all but free', [['payment_method', 'ne', 'free']], ['Ana', 'Ben', 'Dora', 'Eva']],
  ['no card', [['payment_method', 'eq', 'card']], []],
  ['a ticket', [['ticket_id', 'in', String(free.ticketId)]], ['Cleo']],
  ['without that ticket', [['ticket_id', 'ne', String(free.ticketId)]], ['Ana', 'Ben', 'Dora', 'Eva']],
  ['a part of a code', [['promo_code', 'like', 'mer']], ['Ben']],
  ['signs of patterns are text', [['promo_code', 'like', '%']], []],
  ['all but a code', [['promo_code', 'ne', 'SUMMER50']], ['Ana', 'Cleo', 'Dora', 'Eva']],
  ['an affiliate', [['affiliate_id', 'eq', String(affiliateId)]], ['Ana']],
  ['all but that affiliate', [['affiliate_id', 'ne', String(affiliateId)]], ['Ben', 'Cleo', 'Dora', 'Eva']],
  ['more than', [['total', 'gt', '1000']], ['Ana']],
  ['at least', [['total', 'gte', '1000']], ['Ana', 'Dora', 'Eva']],
  ['less than', [['total', 'lt', '500']], ['Cleo']],
  [
    'between',
    [
      ['total', 'gte', '500'],
      ['total', 'lte', '1000'],
    ],
    ['Ben', 'Dora', 'Eva'],
  ],
  ['not free', [['total', 'ne', '0']], ['Ana', 'Ben', 'Dora', 'Eva']],
  ['after an instant', [['created_at', 'gt', '2026-01-03T12:00:00Z']], ['Dora', 'Eva']],
  [
    'a day',
    [
      ['created_at', 'gte', '2026-01-02T00:00:00Z'],
      ['created_at', 'lt', '2026-01-03T00:00:00Z'],
    ],
    ['Ben'],
  ],
])('orders by %s', async (_name, filters, names) => {
  expect(await namesFound(...filters)).toEqual(names);
  const { body } = await me.call(sumOrders, { params, query: queryOf(filters) });
  expect(body.data.count).toBe(names.length);
});

test('the sums are those of what the filters and the search find', async () => {
  const sums = async (query: Record<string, string> = {}) =>
    (await me.call(sumOrders, { params, query })).body.data;
  expect(await sums()).toEqual({
    count: 5,
    currency: 'EUR',
    total: 4500,
    paid: 3500,
    refunded: 500,
    lostToDisputes: 100,
  });
  expect(await sums({ query: 'Ana' })).toMatchObject({ count: 1, total: 2000, paid: 2000, refunded: 500 });
  expect(await sums({ query: 'Ana' })).toMatchObject({ lostToDisputes: 100 });
  expect(await sums({ query: 'Ben' })).toMatchObject({ count: 1, lostToDisputes: 0 });
  expect(await sums({ query: 'nobody' })).toMatchObject({ count: 0, total: 0, paid: 0, refunded: 0 });
});

test('a wrong value is refused with the name of its filter, and others see nothing', async () => {
  for (const [filter, code] of [
    [['payment_method', 'ne', 'gold'], 'invalid_choice'],
    [['ticket_id', 'ne', '1,x'], 'invalid_format'],
    [['total', 'gt', '1.5'], 'invalid_format'],
    [['created_at', 'lt', 'soon'], 'invalid_format'],
  ] as [Filter, string][]) {
    for (const endpoint of [listOrders, sumOrders]) {
      const reply = await me.call(endpoint, { params, query: queryOf([filter]) });
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ path: key([filter[0], filter[1]]), code }] });
    }
  }
  expect(
    (await app.as(await buildUserIn(db, accountId, 'organizer')).call(sumOrders, { params })).status,
  ).toBe(200);
  expect((await app.as(await buildAccount(db)).call(sumOrders, { params })).status).toBe(404);
  expect((await app.as().call(sumOrders, { params })).status).toBe(401);
});

test('attendees by all but a ticket, and by when they bought', async () => {
  const found = async (...filters: Filter[]) =>
    (await me.call(listAttendees, { params, query: queryOf(filters) })).body.data.map(
      ({ ticket }) => ticket.id,
    );
  expect(new Set(await found(['ticket_id', 'ne', String(shop.ticketId)]))).toEqual(new Set([free.ticketId]));
  expect(await found(['status', 'ne', 'active,awaiting_payment'])).toEqual([]);
  expect(await found(['created_at', 'gt', '2100-01-01T00:00:00Z'])).toEqual([]);
});
