import {
  createAffiliate,
  deleteAffiliate,
  listAffiliates,
  openAffiliateLink,
  updateAffiliate,
} from '@entrada/contract/catalog/affiliates';
import { COOKIES } from '@entrada/contract/constants';
import { abandonOrder } from '@entrada/contract/sales/checkout';
import { getOrderDetail, listOrders } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Tx } from '../../db/client.ts';
import type { Client } from '../../test/app.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import { expireOverdue } from './queries.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const shop = await buildShop(db, { ticket: { quantity: 500, maxPerOrder: 10 } });
const { eventId, priceId } = shop;
const me = app.as(shop);
const params = { eventId: String(eventId) };
let made = 0;

async function affiliate(more: { code?: string; status?: 'active' | 'inactive' } = {}) {
  made += 1;
  const body = {
    code: `PARTNER-${made}`,
    name: 'Radio Marea',
    email: '',
    status: 'active' as const,
    ...more,
  };
  const reply = await me.call(createAffiliate, { params, body });
  expect(reply.status).toBe(201);
  return reply.body.data;
}

const open = (client: Client, code: string, at = eventId) =>
  client.call(openAffiliateLink, { params: { eventId: String(at) }, body: { code } });

async function reserve(client: Client, quantity = 1) {
  const reply = await reserveAs(client, eventId, [{ priceId, quantity }]);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.shortId;
}

/** Waits until exactly `n` connections wait for a lock. */
const waiting = (n: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows[0]?.n).toBe(n);
    },
    { interval: 10 },
  );

const affiliateOf = async (shortId: string) =>
  (
    await db
      .selectFrom('orders')
      .select('affiliate_id')
      .where('short_id', '=', shortId)
      .executeTakeFirstOrThrow()
  ).affiliate_id;

const figures = async (id: number) => {
  const { data } = (await me.call(listAffiliates, { params, query: { per_page: '100' } })).body;
  const { clicks, orders, gross } = data.find((one) => one.id === id) ?? {};
  return { clicks, orders, gross };
};

describe('a link', () => {
  test('brings the order of the browser that opened it, and of no other', async () => {
    const { id, code } = await affiliate();
    const buyer = app.as();
    expect((await open(buyer, code.toLowerCase())).status).toBe(204);
    const shortId = await reserve(buyer);
    expect(await affiliateOf(shortId)).toBe(id);
    expect(await affiliateOf(await reserve(app.as()))).toBeNull();
    expect(await figures(id)).toEqual({ clicks: 1, orders: 0, gross: 0 });
    expect((await detailsAs(buyer, shortId)).status).toBe(200);
    expect(await figures(id)).toEqual({ clicks: 1, orders: 1, gross: 0 });
  });

  test('is shown in the detail of an order and filters the list of orders', async () => {
    const { id } = await affiliate({ code: 'RADIO' });
    const buyer = app.as();
    await open(buyer, 'RADIO');
    const shortId = await reserve(buyer);
    await detailsAs(buyer, shortId);
    const nobodys = app.as();
    await detailsAs(nobodys, await reserve(nobodys));
    const list = async (affiliateId: string) =>
      me.call(listOrders, { params, query: { 'filter_fields[affiliate_id][eq]': affiliateId } });
    const { data } = (await list(String(id))).body;
    expect(data.map((order) => order.shortId)).toEqual([shortId]);
    expect((await list('999999999')).body.data).toEqual([]);
    expect((await list('radio')).status).toBe(422);
    const detail = async (orderId: number) =>
      (await me.call(getOrderDetail, { params: { ...params, orderId: String(orderId) } })).body.data
        .affiliate;
    expect(await detail(data[0]?.id ?? 0)).toEqual({ id, name: 'Radio Marea' });
    const [newest] = (await me.call(listOrders, { params, query: {} })).body.data;
    expect(newest?.shortId).not.toBe(shortId);
    expect(await detail(newest?.id ?? 0)).toBeNull();
  });

  test('is one click for a browser, an affiliate and a day', async () => {
    const [one, two] = [await affiliate(), await affiliate()];
    const buyer = app.as();
    for (const code of [one.code, one.code, two.code, one.code]) await open(buyer, code);
    await open(app.as(), one.code);
    expect((await figures(one.id)).clicks).toBe(2);
    expect((await figures(two.id)).clicks).toBe(1);
  });

  test('that was opened last wins, until another valid link is opened', async () => {
    const [one, two] = [await affiliate(), await affiliate()];
    const dead = await affiliate({ status: 'inactive' });
    const buyer = app.as();
    await open(buyer, one.code);
    await open(buyer, two.code);
    await open(buyer, 'NOBODY');
    await open(buyer, dead.code);
    await open(buyer, "'; drop table app.orders; --");
    expect(await affiliateOf(await reserve(buyer))).toBe(two.id);
    expect((await figures(dead.id)).clicks).toBe(0);
  });

  test('of another event brings nothing here', async () => {
    const elsewhere = await buildShop(db);
    const { code } = await affiliate();
    const buyer = app.as();
    await open(buyer, code, elsewhere.eventId);
    expect(buyer.jar[COOKIES.affiliates]).toBeUndefined();
    expect(await affiliateOf(await reserve(buyer))).toBeNull();
  });

  test('of an event that is not public changes nothing', async () => {
    const draft = await buildShop(db, { event: { status: 'draft' } });
    await app.as(draft).call(createAffiliate, {
      params: { eventId: String(draft.eventId) },
      body: { code: 'EARLY', name: 'Early', email: '', status: 'active' },
    });
    const buyer = app.as();
    expect((await open(buyer, 'EARLY', draft.eventId)).status).toBe(204);
    expect(buyer.jar[COOKIES.affiliates]).toBeUndefined();
  });

  test('opened by a crowd behind one address still brings orders when it is no longer counted', async () => {
    const { id, code } = await affiliate();
    const address = '10.99.0.1';
    for (let n = 0; n < 65; n += 1) await open(app.as({ address }), code);
    const last = app.as({ address });
    await open(last, code);
    expect((await figures(id)).clicks).toBe(60);
    expect(last.jar[COOKIES.affiliates]).toContain(code);
  });
});

describe('a reservation', () => {
  test('may name its affiliate itself, before what the browser remembers', async () => {
    const [one, two] = [await affiliate(), await affiliate()];
    const buyer = app.as();
    await open(buyer, one.code);
    const reply = await buyer.send({
      method: 'POST',
      url: `/api/public/events/${eventId}/orders`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ items: [{ priceId, quantity: 1 }], affiliateCode: two.code }),
    });
    expect(reply.statusCode).toBe(201);
    expect(await affiliateOf(reply.json().data.shortId)).toBe(two.id);
  });

  test.each(['', ' ', 'nobody', 'x'.repeat(200), '\u0000', '__proto__'])(
    'with the unknown code %j is served as any other',
    async (affiliateCode) => {
      const reply = await app.as().send({
        method: 'POST',
        url: `/api/public/events/${eventId}/orders`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ items: [{ priceId, quantity: 1 }], affiliateCode }),
      });
      expect(reply.statusCode, reply.body).toBe(201);
      expect(await affiliateOf(reply.json().data.shortId)).toBeNull();
    },
  );

  test('notices at once that an affiliate was made inactive', async () => {
    const made = await affiliate();
    const [before, after] = [app.as(), app.as()];
    await open(before, made.code);
    await open(after, made.code);
    expect(await affiliateOf(await reserve(before))).toBe(made.id);
    const { name, code, email, version } = made;
    const body = { version, code, name, email, status: 'inactive' as const };
    const ids = { ...params, affiliateId: String(made.id) };
    expect((await me.call(updateAffiliate, { params: ids, body })).status).toBe(200);
    expect(await affiliateOf(await reserve(after))).toBeNull();
  });

  test('of the same tickets counts for the link that was opened meanwhile', async () => {
    const [one, two] = [await affiliate(), await affiliate()];
    const buyer = app.as();
    await open(buyer, one.code);
    const shortId = await reserve(buyer);
    await open(buyer, two.code);
    expect(await reserve(buyer)).toBe(shortId);
    expect(await affiliateOf(shortId)).toBe(two.id);
    const other = await reserve(buyer, 2);
    expect(other).not.toBe(shortId);
    expect(await affiliateOf(other)).toBe(two.id);
  });

  test('is made even when its affiliate is deleted at that moment', async () => {
    const { id, code } = await affiliate();
    const buyers = Array.from({ length: 12 }, () => app.as());
    for (const buyer of buyers) await open(buyer, code);
    const ids = { ...params, affiliateId: String(id) };
    const [deleted, ...orders] = await Promise.all([
      me.call(deleteAffiliate, { params: ids }),
      ...buyers.map((buyer) => reserve(buyer)),
    ]);
    expect([204, 409]).toContain(deleted.status);
    const kept = new Set(await Promise.all(orders.map(affiliateOf)));
    if (deleted.status === 204) expect([...kept]).toEqual([null]);
  });

  test('keeps its earlier affiliate if the one opened last is deleted meanwhile; a click on the deleted one is not counted', async () => {
    const [one, two] = [await affiliate(), await affiliate()];
    const [buyer, visitor] = [app.as(), app.as()];
    await open(buyer, one.code);
    const shortId = await reserve(buyer);
    await open(buyer, two.code);
    const { again, click } = await db.transaction().execute(async (tx) => {
      await sql`select from app.affiliates where id = ${two.id} for update`.execute(tx);
      const again = reserve(buyer);
      const click = open(visitor, two.code);
      await waiting(2);
      await tx.deleteFrom('affiliates').where('id', '=', two.id).execute();
      return { again, click };
    });
    expect(await again).toBe(shortId);
    expect(await affiliateOf(shortId)).toBe(one.id);
    expect((await click).status).toBe(204);
  });
});

describe('figures', () => {
  test('gross is what was paid less what was refunded, of completed orders only', async () => {
    const paid = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
    const at = { eventId: String(paid.eventId) };
    const owner = app.as(paid);
    const body = { code: 'RADIO', name: 'Radio', email: '', status: 'active' as const };
    const { id } = (await owner.call(createAffiliate, { params: at, body })).body.data;
    const order = (status: 'completed' | 'cancelled', total: number, refunded: number) =>
      db
        .insertInto('orders')
        .values({
          account_id: paid.accountId,
          event_id: paid.eventId,
          short_id: `o_${app.key()}${app.key()}`.slice(0, 24),
          status,
          payment_status: 'paid',
          currency: 'EUR',
          locale: 'es',
          first_name: 'Lucía',
          email: 'lucia@example.com',
          list_total: total,
          discount_total: 0,
          fee_total: 0,
          tax_added_total: 0,
          tax_included_total: 0,
          total,
          refunded_total: refunded,
          completed_at: new Date(),
          affiliate_id: id,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const made = [
      await order('completed', 5000, 0),
      await order('completed', 2500, 1000),
      await order('cancelled', 9900, 0),
    ];
    const query = { sort_by: 'gross', sort_direction: 'desc' };
    const [row] = (await owner.call(listAffiliates, { params: at, query })).body.data;
    expect(row).toMatchObject({ orders: 2, gross: 6500 });
    // These orders bypassed the state machine, so they have no history and would break the invariants.
    const ids = made.map((one) => one.id);
    await db.deleteFrom('orders').where('id', 'in', ids).execute();
  });

  test('one with orders cannot be deleted; one whose holds ran out can', async () => {
    const [sold, held] = [await affiliate(), await affiliate()];
    const [buyer, browser] = [app.as(), app.as()];
    await open(buyer, sold.code);
    await detailsAs(buyer, await reserve(buyer));
    await open(browser, held.code);
    const shortId = await reserve(browser);
    const remove = (id: number) =>
      me.call(deleteAffiliate, { params: { ...params, affiliateId: String(id) } });
    expect((await remove(sold.id)).problem).toMatchObject({ status: 409, code: 'AFFILIATE_HAS_ORDERS' });
    expect((await remove(held.id)).problem.code).toBe('AFFILIATE_HAS_ORDERS');
    await app.travel(3600);
    await expireOverdue(db, { eventId });
    expect((await remove(held.id)).status).toBe(204);
    expect(await affiliateOf(shortId)).toBeNull();
    await app.travel(0);
  });

  test('one cannot be deleted while a late payment completes its order', async () => {
    const { id, code } = await affiliate();
    const buyer = app.as();
    await open(buyer, code);
    const shortId = await reserve(buyer);
    await buyer.call(abandonOrder, { params: { orderShortId: shortId } });
    const become = (on: Tx | typeof db, status: 'completed' | 'expired') =>
      on
        .updateTable('orders')
        .set(
          status === 'completed'
            ? { status, completed_at: new Date(), email: 'lucia@example.com' }
            : { status, completed_at: null, email: null },
        )
        .where('short_id', '=', shortId)
        .execute();
    const removal = await db.transaction().execute(async (tx) => {
      await become(tx, 'completed');
      const removal = me.call(deleteAffiliate, { params: { ...params, affiliateId: String(id) } });
      await waiting(1);
      return { removal };
    });
    expect((await removal.removal).problem).toMatchObject({ status: 409, code: 'AFFILIATE_HAS_ORDERS' });
    expect(await affiliateOf(shortId)).toBe(id);
    await become(db, 'expired');
  });
});
