import { LIMITS } from '@entrada/contract/constants';
import { exportPath } from '@entrada/contract/sales/exports';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../../accounts/factory.ts';
import { buildTestApp, type Client } from '../../../test/app.ts';
import { buildShop } from '../../../test/shop.ts';
import { buildOrder } from '../../reservations/factory.ts';

const app = await buildTestApp({ config: { rateLimits: { export: { points: 1000, seconds: 60 } } } });
const { db } = app;
const shop = await buildShop(db, {
  event: { title: 'Marea', timezone: 'Europe/Madrid', currency: 'EUR' },
  ticket: { type: 'paid', amount: 1050, name: '=Day' },
});
const people = [
  ['=HYPERLINK("x")', 'Ñíguez'],
  ['Jan, "J"', 'de Vries'],
  ['Mei', '陈'],
] as const;
const orderIds: number[] = [];
for (const [at, [firstName, lastName]] of people.entries()) {
  const { orderId } = await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: at + 1 }],
    buyer: { firstName, lastName, email: `${at}@example.com` },
    createdAt: new Date(Date.UTC(2026, 6, 10 + at, 12)),
    sendMails: false,
  });
  orderIds.push(orderId);
}
const attendeeIds = (
  await db.selectFrom('attendees').select('id').where('event_id', '=', shop.eventId).orderBy('id').execute()
).map((row) => row.id);

const me = app.as(shop);
const get = (client: Client, path: string, query: Record<string, string> = {}) =>
  client.send({ method: 'GET', url: `/api${path}?${new URLSearchParams(query)}` });
const rows = async (path: string, query: Record<string, string> = {}) => {
  const reply = await get(me, path, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .slice(1);
};
const attendees = exportPath(shop.eventId, 'attendees', 'csv');
const allOrders = exportPath(shop.eventId, 'orders', 'csv');

test('all orders that match, in the order of the list, with amounts, local times and harmless formulas', async () => {
  const reply = await get(me, allOrders, { sort_by: 'created_at', sort_direction: 'asc' });
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+-orders\.csv"$/);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(
    reply.body.startsWith('\uFEFFOrder,First name,Last name,Email,Status,Number of tickets,Tickets,'),
  ).toBe(true);
  expect(reply.body).toContain('Bought (Europe/Madrid)');
  const [first, second] = reply.body.split('\r\n').slice(1);
  expect(first).toMatch(
    /^ENT-\w+,"'=HYPERLINK\(""x""\)",Ñíguez,0@example.com,Completed,1,1 × =Day,10.50,0.00,0.00,10.50,10.50,0.00,10.50,.*,2026-07-10 14:00,\d{4}-\d\d-\d\d \d\d:\d\d$/,
  );
  expect(second).toContain('"Jan, ""J""",de Vries');
  expect(await rows(allOrders, { query: '陈' })).toHaveLength(1);
  expect(await rows(allOrders, { 'filter_fields[status][eq]': 'REFUNDED' })).toEqual([]);
});

test('attendees by their ids, or all that match but a few', async () => {
  const ids = attendeeIds;
  expect(await rows(attendees)).toHaveLength(6);
  expect((await rows(attendees))[0]).toContain("'=Day");
  expect(await rows(attendees, { ids: ids.slice(0, 2).join(',') })).toHaveLength(2);
  expect(await rows(attendees, { ids: `${ids[5]}`, query: 'nobody' })).toHaveLength(1);
  expect(await rows(attendees, { except: `${ids[0]},${ids[1]}` })).toHaveLength(4);
  expect(await rows(attendees, { query: 'Vries', except: `${ids[1]}` })).toHaveLength(1);
  expect(await rows(attendees, { ids: '999999999' })).toEqual([]);
});

test('a request with an unreadable parameter is refused', async () => {
  const most = Array.from({ length: LIMITS.selectedRows }, (_, nth) => nth + 1);
  expect((await get(me, attendees, { ids: most.join(',') })).statusCode).toBe(200);
  const bad: [Record<string, string>, string][] = [
    [{ ids: '' }, 'ids'],
    [{ ids: '1,x' }, 'ids'],
    [{ except: '0' }, 'except'],
    [{ ids: [...most, 1001].join(',') }, 'ids'],
    [{ sort_by: 'secret' }, 'sort_by'],
    [{ 'filter_fields[ticket_id][eq]': 'x' }, 'filter_fields[ticket_id][eq]'],
  ];
  for (const [query, path] of bad) {
    const reply = await get(me, attendees, query);
    expect(reply.statusCode, path).toBe(422);
    expect(reply.json().errors[0].path).toBe(path);
  }
});

test('only for members of the account', async () => {
  const organizer = app.as(await buildUserIn(db, shop.accountId, 'organizer'));
  const stranger = app.as(await buildAccount(db));
  for (const path of [attendees, allOrders]) {
    expect((await get(organizer, path)).statusCode).toBe(200);
    expect((await get(app.as(), path)).statusCode).toBe(401);
    const refused = await get(stranger, path, { ids: String(orderIds[0]) });
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'NOT_FOUND']);
  }
  const other = await buildShop(db);
  const foreign = await get(app.as(other), exportPath(other.eventId, 'attendees', 'csv'), {
    ids: attendeeIds.join(','),
  });
  expect(foreign.body.trimEnd().split('\r\n')).toHaveLength(1);
});

test('it is recorded who exported what', async () => {
  const { eventId, accountId } = await buildShop(db);
  const helper = await buildUserIn(db, accountId, 'organizer');
  await get(app.as(helper), exportPath(eventId, 'attendees', 'csv'), { ids: '7,8' });
  await get(app.as(helper), exportPath(eventId, 'orders', 'csv'), { query: 'Mei', except: '9' });
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'after'])
    .where('account_id', '=', accountId)
    .where('action', 'like', '%.exported')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    {
      action: 'attendees.exported',
      user_id: helper.userId,
      after: { query: '', filters: [], ids: [7, 8], except: [] },
    },
    {
      action: 'orders.exported',
      user_id: helper.userId,
      after: { query: 'Mei', filters: [], ids: null, except: [9] },
    },
  ]);
});
