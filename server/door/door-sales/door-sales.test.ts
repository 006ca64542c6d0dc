import { randomBytes } from 'node:crypto';
import { listDoorOffers, sellAtDoor } from '@entrada/contract/door/sales';
import { listDoorLog } from '@entrada/contract/door/supervising';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTaxOrFee } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { buildSupervisedDoor } from '../supervising/door-fixture.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const { accountId, token } = await buildAccount(db);
type Door = Awaited<ReturnType<typeof buildSupervisedDoor>>;

const selling = (ticket = {}) => buildSupervisedDoor(db, { accountId, ticket, list: { allows_sales: true } });
type Body = Record<string, unknown>;
const sell = (
  door: Door,
  more: Body & { quantity?: number; priceId?: number } = {},
  key = randomBytes(12).toString('base64url'),
) => {
  const { quantity = 2, priceId = door.pass.priceId, ...rest } = more;
  const body = {
    lines: [{ priceId, quantity }],
    payment: 'cash' as const,
    isGuest: false,
    firstName: 'Guest',
    lastName: '',
    email: '',
    locale: 'en' as const,
    expectedTotal: 1000 * quantity,
    checkIn: true,
    device: 'Otter 42',
    scannedAt: '2026-11-28T19:12:00Z',
    ...rest,
  };
  return app.as().call(sellAtDoor, { params: door.params, body }, { idempotencyKey: key });
};

test('a supervisor sells tickets from the same stock, and they are let in at once', async () => {
  const door = await selling({ prices: [{ amount: 1000, quantity: 3 }] });
  const key = randomBytes(12).toString('base64url');
  const reply = await sell(door, { email: 'rosa@example.com' }, key);
  expect(reply.status, JSON.stringify(reply.problem)).toBe(201);
  const sold = reply.body.data;
  expect(sold).toMatchObject({ total: 2000, currency: 'EUR', attendees: 2, checkedIn: 2 });
  expect(sold.tickets.map(({ verdict }) => verdict)).toEqual(['admitted', 'admitted']);
  expect(JSON.stringify(sold)).not.toContain('rosa@');
  expect(await stockOf(db, door.pass.counterId)).toEqual({ sold: 2, reserved: 0 });

  const again = await sell(door, { email: 'rosa@example.com' }, key);
  expect(again.body.data).toMatchObject({ reference: sold.reference, checkedIn: 2 });
  expect(await stockOf(db, door.pass.counterId)).toEqual({ sold: 2, reserved: 0 });

  const row = await db
    .selectFrom('orders')
    .select(['id', 'paid_by_hand'])
    .where('reference', '=', sold.reference)
    .executeTakeFirstOrThrow();
  expect(row.paid_by_hand).toBe('cash');
  const detail = await app.as({ token }).call(getOrderDetail, {
    params: { eventId: String(door.eventId), orderId: String(row.id) },
  });
  expect(detail.body.data.history).toMatchObject([{ kind: 'added_by_hand', by: 'Phone of Pau' }]);
  const mails = await db.selectFrom('mails').select('kind').where('order_id', '=', row.id).execute();
  expect(mails).toEqual([{ kind: 'order_confirmation' }]);
  const log = await app.as().call(listDoorLog, { params: door.params, query: { show: 'sold' } });
  expect(log.body).toMatchObject({
    counts: { sold: 1 },
    data: [
      {
        kind: 'sale',
        link: 'Phone of Pau',
        device: 'Otter 42',
        sale: { total: 2000, payment: 'cash', tickets: [{ name: 'Festival pass', quantity: 2 }] },
      },
    ],
  });
});

test('more than are left are refused with what is left, and nothing is sold', async () => {
  const door = await selling({ prices: [{ amount: 1000, quantity: 1 }] });
  const reply = await sell(door);
  expect(reply.problem).toMatchObject({
    status: 409,
    code: 'NOT_ENOUGH_LEFT',
    params: { left: 1, ticket: 'Festival pass' },
  });
  expect(await stockOf(db, door.pass.counterId)).toEqual({ sold: 0, reserved: 0 });
});

test('two doors that sell the last ticket at the same instant sell it once', async () => {
  const door = await selling({ prices: [{ amount: 1000, quantity: 1 }] });
  const replies = await Promise.all([1, 2, 3].map(() => sell(door, { quantity: 1 })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('a guest pays nothing; a price that changed, or money that is missing, sells nothing', async () => {
  const door = await selling();
  const guest = await sell(door, { isGuest: true, payment: null, expectedTotal: 0, quantity: 1 });
  expect(guest.body.data).toMatchObject({ total: 0, tickets: [{ verdict: 'admitted' }] });
  const late = await sell(door, { checkIn: false, quantity: 1 });
  expect(late.body.data.tickets).toMatchObject([{ verdict: null, guest: { checkedInAt: null } }]);
  expect((await sell(door, { expectedTotal: 1 })).problem).toMatchObject({
    code: 'TOTAL_CHANGED',
    params: { total: 2000 },
  });
  expect((await sell(door, { payment: null })).problem.errors).toMatchObject([{ path: 'payment' }]);
});

test('the door offers its own tickets at the price of any sale, without hidden ones', async () => {
  const fee = await buildTaxOrFee(db, { accountId, type: 'fee', amount: 150 });
  const door = await selling({ taxesAndFees: [fee.id] });
  const client = app.as();
  const offers = await client.call(listDoorOffers, { params: door.params });
  expect(offers.body.data).toEqual({
    currency: 'EUR',
    offers: [
      {
        priceId: door.pass.priceId,
        ticket: 'Festival pass',
        label: '',
        type: 'paid',
        unitTotal: 1150,
        fees: 150,
        taxAdded: 0,
        taxIncluded: 0,
        taxes: [],
        left: 100,
      },
    ],
  });
  expect((await sell(door, { priceId: door.lab.priceId })).problem.code).toBe('TICKET_UNAVAILABLE');
  const theirs = await buildShop(db);
  expect((await sell(door, { priceId: theirs.priceId })).problem.code).toBe('TICKET_UNAVAILABLE');
  await db.updateTable('tickets').set({ hidden: true }).where('id', '=', door.pass.ticketId).execute();
  expect((await client.call(listDoorOffers, { params: door.params })).body.data.offers).toEqual([]);
  expect((await sell(door)).problem.code).toBe('TICKET_UNAVAILABLE');
});

test('only a supervisor sells, and only where the list allows it', async () => {
  const door = await selling();
  const steward = { ...door, params: door.steward };
  expect((await sell(steward)).problem).toMatchObject({ status: 403, code: 'DOOR_SUPERVISOR_ONLY' });
  const quiet = await buildSupervisedDoor(db, { accountId });
  expect((await sell(quiet)).problem).toMatchObject({ status: 403, code: 'DOOR_SALES_NOT_ALLOWED' });
});
