import { deleteEvent } from '@entrada/contract/catalog/lifecycle';
import { deletePromoCode } from '@entrada/contract/catalog/promo-codes';
import { LIMITS } from '@entrada/contract/constants';
import { listAttendees } from '@entrada/contract/sales/attendees';
import { exportPath } from '@entrada/contract/sales/exports';
import { listOrders } from '@entrada/contract/sales/orders';
import * as endpoints from '@entrada/contract/sales/views/saved';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildPromoCode, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp, type Client } from '../../test/app.ts';
import { buildFreeOrder } from '../../test/free-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { removeDeletedViews } from './queries.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const sort = { sort_by: 'created_at', sort_direction: 'desc' };

/** An event with its owner and two colleagues whose role is organizer, and short calls of the views of its orders. */
async function viewedEvent() {
  const account = await buildAccount(db);
  const { eventId } = await buildEvent(db, { accountId: account.accountId });
  const [pau, mei] = [
    await buildUserIn(db, account.accountId, 'organizer', { firstName: 'Pau', lastName: 'Serra' }),
    await buildUserIn(db, account.accountId, 'organizer'),
  ];
  const params = { eventId: String(eventId) };
  const at = ({ id }: { id: number }) => ({ ...params, viewId: String(id) });
  const body = { name: 'Refunded', isShared: false, query: {}, columns: {} };
  type Body = Partial<typeof body> & { query?: Record<string, string>; columns?: Record<string, boolean> };
  return {
    ...account,
    eventId,
    params,
    at,
    owner: app.as(account),
    pau: app.as({ token: pau.token }),
    mei: app.as({ token: mei.token }),
    add: (client: Client, given: Body = {}, list: endpoints.ViewedList = 'orders') =>
      client.call(endpoints.addView, { params, body: { list, ...body, ...given } }),
    change: (client: Client, view: endpoints.SavedView, given: Body = {}) => {
      const { name, isShared, query, columns, version } = view;
      const changed = { name, isShared, query, columns, version, ...given };
      return client.call(endpoints.updateView, { params: at(view), body: changed });
    },
    drop: (client: Client, view: endpoints.SavedView) =>
      client.call(endpoints.deleteView, { params: at(view) }),
    restore: (client: Client, view: endpoints.SavedView) =>
      client.call(endpoints.restoreView, { params: at(view) }),
    list: async (client: Client, list: endpoints.ViewedList = 'orders') =>
      (await client.call(endpoints.listViews, { params, query: { list } })).body.data,
    arrange: (client: Client, given: { defaultId?: number | null; order?: number[] }) =>
      client.call(endpoints.arrangeViews, { params, body: { list: 'orders', ...given } }),
  };
}

const names = ({ views }: endpoints.SavedViews) => views.map(({ name }) => name);

test('a private view is its author’s alone, a shared one is everybody’s', async () => {
  const event = await viewedEvent();
  const query = { query: 'ana', 'filter_fields[status][ne]': 'EXPIRED', 'filter_fields[total][gt]': '500' };
  const mine = await event.add(event.pau, { query, columns: { method: true, bought: false } });
  expect(mine.status).toBe(201);
  expect(mine.body.data).toMatchObject({
    name: 'Refunded',
    isMine: true,
    by: null,
    query: { ...query, ...sort },
    columns: { bought: false, method: true },
    dropped: [],
    missing: [],
    mayEdit: true,
    version: 1,
  });
  const ours = (await event.add(event.pau, { name: 'To answer', isShared: true })).body.data;
  expect(names(await event.list(event.pau))).toEqual(['Refunded', 'To answer']);
  expect(names(await event.list(event.pau, 'attendees'))).toEqual([]);
  expect((await event.list(event.mei)).views).toMatchObject([
    { name: 'To answer', isMine: false, by: 'Pau Serra', mayEdit: false },
  ]);
  expect((await event.list(event.owner)).views).toMatchObject([{ name: 'To answer', mayEdit: true }]);
  for (const stranger of [event.mei, event.owner])
    expect((await event.change(stranger, mine.body.data, { name: 'Mine' })).status).toBe(404);
  expect((await event.change(event.mei, ours, { name: 'Mine' })).status).toBe(403);
  expect((await event.drop(event.mei, ours)).status).toBe(403);
  const foreign = app.as(await buildAccount(db));
  expect((await event.change(foreign, ours)).status).toBe(404);
  expect((await event.drop(foreign, ours)).status).toBe(404);
});

test('two people meet in a conflict, a save of the same leaves no trace, and the audit knows shared views only', async () => {
  const event = await viewedEvent();
  const view = (
    await event.add(event.pau, { isShared: true, query: { 'filter_fields[dispute][in]': 'lost' } })
  ).body.data;
  expect((await event.change(event.owner, view)).body.data.version).toBe(1);
  expect((await event.change(event.owner, view, { name: 'Lost' })).body.data).toMatchObject({
    name: 'Lost',
    version: 2,
  });
  const late = await event.change(event.pau, view, { query: {} });
  expect(late.problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  const present = (await event.list(event.pau)).views[0] as endpoints.SavedView;
  // Only its author takes it away from the others.
  expect((await event.change(event.owner, present, { isShared: false })).status).toBe(403);
  expect((await event.change(event.pau, present, { isShared: false })).body.data.version).toBe(3);
  expect((await event.list(event.owner)).views).toEqual([]);
  await event.add(event.pau, { name: 'Only mine' });
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`select action, before, after
    from app.audit_entries where target_type = 'saved_view' and account_id = ${event.accountId} order by id`.execute(
    db,
  );
  expect(rows).toMatchObject([
    { action: 'saved_view.created', after: { name: 'Refunded', isShared: true } },
    { action: 'saved_view.updated', before: { name: 'Refunded' }, after: { name: 'Lost' } },
    { action: 'saved_view.updated', after: { isShared: false } },
  ]);
});

test('a name stands once in what a person sees', async () => {
  const event = await viewedEvent();
  const twice = { path: 'name', code: 'duplicate' };
  await event.add(event.pau);
  expect((await event.add(event.pau, { name: ' REFUNDED ' })).problem.errors).toEqual([twice]);
  expect((await event.add(event.pau, {}, 'attendees')).status).toBe(201);
  // Nobody knows what others call their own, but two shared ones differ.
  const ours = (await event.add(event.mei, { isShared: true })).body.data;
  expect((await event.add(event.owner)).problem.errors).toEqual([twice]);
  const other = (await event.add(event.owner, { name: 'Other' })).body.data;
  expect((await event.change(event.owner, other, { name: 'refunded' })).problem.errors).toEqual([twice]);
  expect((await event.drop(event.mei, ours)).status).toBe(204);
  expect((await event.change(event.owner, other, { name: 'refunded', isShared: true })).status).toBe(200);
  for (const name of ['', ' ', 'x'.repeat(LIMITS.viewName + 1)])
    expect((await event.add(event.pau, { name })).status).toBe(422);
});

test('a deleted view whose name is taken comes back with a number behind it', async () => {
  const event = await viewedEvent();
  const deleted = async (client: Client, given: object = {}) => {
    const view = (await event.add(client, given)).body.data;
    await event.drop(client, view);
    return view;
  };
  const [first, second] = [await deleted(event.pau), await deleted(event.pau)];
  await event.add(event.pau);
  const restored = (await event.restore(event.pau, first)).body.data;
  expect([restored.name, restored.version]).toEqual(['Refunded (2)', first.version + 1]);
  expect((await event.restore(event.pau, second)).body.data.name).toBe('Refunded (3)');
  // Again changes nothing.
  expect((await event.restore(event.pau, second)).body.data.name).toBe('Refunded (3)');
  expect(names(await event.list(event.pau)).sort()).toEqual(['Refunded', 'Refunded (2)', 'Refunded (3)']);
  // An owner who brings a colleague's shared view back does not see what the colleague calls private ones.
  const shared = await deleted(event.pau, { name: 'Ours', isShared: true });
  await event.add(event.pau, { name: 'ours' });
  expect((await event.restore(event.owner, shared)).body.data.name).toBe('Ours (2)');
});

test('twenty saves at once with one name are one view, and the last place is taken once', async () => {
  const event = await viewedEvent();
  const saved = await Promise.all(Array.from({ length: 20 }, () => event.add(event.pau)));
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(1);
  await sql`insert into app.saved_views (account_id, event_id, user_id, list, name, is_shared, query, columns)
    select account_id, event_id, user_id, list, 'View ' || n, false, query, columns
    from app.saved_views, generate_series(2, ${LIMITS.views - 1}::int) n where event_id = ${event.eventId}`.execute(
    db,
  );
  const more = await Promise.all([event.add(event.pau, { name: 'A' }), event.add(event.pau, { name: 'B' })]);
  expect(more.map((reply) => reply.status).sort()).toEqual([201, 409]);
  expect(more.find(({ status }) => status === 409)?.problem.code).toBe('TOO_MANY_VIEWS');
  expect((await event.add(event.pau, {}, 'attendees')).status).toBe(201);
  // Nor does one that was deleted come back to a full list.
  const [first] = (await event.list(event.pau)).views;
  if (!first) throw new Error('The list has no view');
  await event.drop(event.pau, first);
  expect((await event.add(event.pau, { name: 'C' })).status).toBe(201);
  expect((await event.restore(event.pau, first)).problem.code).toBe('TOO_MANY_VIEWS');
});

test('a query that the list refuses is refused, and one that it no longer knows opens without', async () => {
  const event = await viewedEvent();
  const refused = async (query: Record<string, string>) =>
    (await event.add(event.pau, { query })).problem.errors?.map(({ path }) => path);
  expect(await refused({ 'filter_fields[moon][eq]': 'full' })).toEqual(['filter_fields[moon][eq]']);
  expect(await refused({ 'filter_fields[status][like]': 'x' })).toEqual(['filter_fields[status][like]']);
  expect(await refused({ page: '2' })).toEqual(['page']);
  expect(await refused({ sort_by: 'mood' })).toEqual(['sort_by']);
  const view = (await event.add(event.pau, { query: { 'filter_fields[total][lte]': '5' } })).body.data;
  await sql`update app.saved_views set query = '{"filter_fields[moon][eq]": "full", "filter_fields[total][lte]": "5"}'
    where id = ${view.id}`.execute(db);
  expect((await event.list(event.pau)).views).toMatchObject([
    { query: { 'filter_fields[total][lte]': '5', ...sort }, dropped: ['moon'] },
  ]);
});

test('a view says which ticket, affiliate or promo code was deleted, and still opens', async () => {
  const event = await viewedEvent();
  const { accountId, eventId, params } = event;
  const { ticketId } = await buildTicket(db, { accountId, eventId });
  const { promoCodeId } = await buildPromoCode(db, { accountId, eventId, code: 'SUMMER27' });
  const query = {
    'filter_fields[ticket_id][in]': `${ticketId},999999999`,
    'filter_fields[affiliate_id][ne]': '999999999',
    'filter_fields[promo_code][like]': 'sum',
  };
  const view = (await event.add(event.pau, { query })).body.data;
  const gone = [
    { field: 'affiliate_id', value: '999999999' },
    { field: 'ticket_id', value: '999999999' },
  ];
  expect(view.missing).toEqual(gone);
  await event.owner.call(deletePromoCode, { params: { ...params, codeId: String(promoCodeId) } });
  const [opened] = (await event.list(event.pau)).views;
  expect(opened?.missing).toEqual([gone[0], { field: 'promo_code', value: 'sum' }, gone[1]]);
  expect((await event.pau.call(listOrders, { params, query: opened?.query ?? {} })).status).toBe(200);
});

test('everybody has an order and a first view of their own', async () => {
  const event = await viewedEvent();
  const a = (await event.add(event.pau, { name: 'A' })).body.data;
  const b = (await event.add(event.pau, { name: 'B', isShared: true })).body.data;
  const c = (await event.add(event.mei, { name: 'C', isShared: true })).body.data;
  const arranged = await event.arrange(event.pau, { order: [c.id, b.id, a.id, b.id, 999_999_999] });
  expect(names(arranged.body.data)).toEqual(['C', 'B', 'A']);
  expect((await event.arrange(event.pau, { defaultId: c.id })).body.data.defaultId).toBe(c.id);
  expect(names(await event.list(event.pau))).toEqual(['C', 'B', 'A']);
  expect(await event.list(event.mei)).toMatchObject({ defaultId: null, views: [{ id: b.id }, { id: c.id }] });
  expect((await event.arrange(event.mei, { defaultId: a.id })).status).toBe(422);
  expect((await event.arrange(event.mei, {})).status).toBe(422);
  await event.change(event.mei, c, { isShared: false });
  expect(await event.list(event.pau)).toMatchObject({ defaultId: null, views: [{ id: b.id }, { id: a.id }] });
  await event.arrange(event.pau, { defaultId: a.id });
  await event.drop(event.pau, a);
  expect((await event.list(event.pau)).defaultId).toBeNull();
  await event.restore(event.pau, a);
  expect((await event.list(event.pau)).defaultId).toBe(a.id);
});

test('a deleted view comes back for a day; the event takes its views along', async () => {
  const event = await viewedEvent();
  const view = (await event.add(event.pau, { isShared: true })).body.data;
  await event.add(event.mei, { name: 'Hers' });
  await event.arrange(event.pau, { defaultId: view.id });
  expect((await event.drop(event.owner, view)).status).toBe(204);
  expect((await event.drop(event.owner, view)).status).toBe(204);
  expect((await event.list(event.pau)).views).toEqual([]);
  expect((await event.change(event.pau, view, { name: 'Late' })).status).toBe(404);
  expect((await event.restore(event.pau, view)).body.data.name).toBe('Refunded');
  await event.drop(event.pau, view);
  await sql`update app.saved_views set deleted_at = deleted_at - interval '25 hours' where id = ${view.id}`.execute(
    db,
  );
  expect((await event.restore(event.pau, view)).status).toBe(404);
  const count = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from app.saved_views where event_id = ${event.eventId}`.execute(db);
    return rows[0]?.n;
  };
  await removeDeletedViews(db);
  expect(await count()).toBe(1);
  expect((await event.owner.call(deleteEvent, { params: event.params })).status).toBe(204);
  expect(await count()).toBe(0);
});

test('the query of a view finds the same in the list and in the export', async () => {
  const order = await buildFreeOrder({ app, db });
  const { eventId } = order.params;
  const save = async (list: endpoints.ViewedList, query: Record<string, string>) =>
    (
      await order.owner.call(endpoints.addView, {
        params: { eventId },
        body: { list, name: 'View', isShared: false, query, columns: {} },
      })
    ).body.data.query;
  const rowsOf = async (what: 'orders' | 'attendees', query: Record<string, string>) => {
    const url = `/api${exportPath(Number(eventId), what, 'csv')}?${new URLSearchParams(query)}`;
    return (await order.owner.send({ method: 'GET', url })).body.trim().split('\n').length - 1;
  };
  const none = await save('orders', { 'filter_fields[payment_method][ne]': 'free' });
  expect((await order.owner.call(listOrders, { params: { eventId }, query: none })).body.meta.total).toBe(0);
  expect(await rowsOf('orders', none)).toBe(0);
  const all = await save('attendees', { 'filter_fields[status][in]': 'active' });
  const { total } = (await order.owner.call(listAttendees, { params: { eventId }, query: all })).body.meta;
  expect(total).toBeGreaterThan(0);
  expect(await rowsOf('attendees', all)).toBe(total);
});

test('a value that the list cannot read is not saved, and an old view shows the rest without it', async () => {
  const at = await viewedEvent();
  const readable = { 'filter_fields[total][gt]': '1000' };
  const wrong = { ...readable, 'filter_fields[created_at][gte]': 'yesterday' };
  const refused = await at.add(at.owner, { query: wrong });
  expect(refused.problem).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'filter_fields[created_at][gte]' }],
  });
  const { data: view } = (await at.add(at.owner, { query: readable })).body;
  expect((await at.change(at.owner, view, { query: wrong })).problem.code).toBe('VALIDATION_FAILED');
  // As an older version saved it.
  await sql`update app.saved_views set query = ${JSON.stringify(wrong)}::jsonb where id = ${view.id}`.execute(
    db,
  );
  const [shown] = (await at.list(at.owner)).views;
  expect(shown).toMatchObject({ id: view.id, dropped: ['created_at'], query: readable });
});
