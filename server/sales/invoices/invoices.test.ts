import { chooseOfflinePayment } from '@entrada/contract/sales/checkout';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { inTransaction } from '../../db/client.ts';
import { verify } from '../../operations/verify/service.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { usePayingApp } from '../../test/payments/paying.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import { completeOrder } from '../checkout/completion.ts';
import { advance } from '../orders/advance.ts';
import { release } from '../orders/holds.ts';
import * as queries from '../orders/queries.ts';
import { listInvoices } from './queries.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, show, begin, confirm, refresh, heldWithDetails } = await usePayingApp();

async function invoicingShop(prefix = 'A-', amount = 2500) {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount, quantity: 100 } });
  await db
    .updateTable('event_settings')
    .set({
      offline_payments: true,
      invoicing: true,
      invoice_prefix: prefix,
      invoice_issuer: 'Laboratorio Marea S.L.\nMoll 1',
      invoice_tax_id: 'B123',
    })
    .where('event_id', '=', shop.eventId)
    .execute();
  return { ...shop, organizer: app.as({ token: shop.token }) };
}
type Shop = Awaited<ReturnType<typeof invoicingShop>>;

async function awaiting(shop: Shop) {
  const client = app.as();
  const shortId = await heldWithDetails(shop, client);
  await client.call(
    chooseOfflinePayment,
    { params: { orderShortId: shortId } },
    { idempotencyKey: app.key() },
  );
  const order = await queries.findByShortId(db, shortId);
  if (!order) throw new Error('The order is gone');
  const params = { eventId: String(shop.eventId), orderId: String(order.id) };
  return { client, shortId, orderId: order.id, params };
}

const invoices = (accountId: number) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('prefix')
    .orderBy('number')
    .execute();
const numbers = async (accountId: number) =>
  (await invoices(accountId)).map((row) => `${row.prefix}${row.number}`);
const sound = async () => expect((await verify(db)).drift).toEqual([]);

describe('an invoice', () => {
  test('comes with a paid order, says what was bought, and is downloaded by both', async () => {
    const shop = await invoicingShop();
    const { client, shortId, orderId, params } = await awaiting(shop);
    expect((await show(client, shortId)).invoice).toBeNull();
    const address = `/api/public/orders/${shortId}/invoice.pdf`;
    expect((await client.send({ method: 'GET', url: address })).statusCode).toBe(404);
    const marked = await shop.organizer.call(markOrderPaid, { params });
    expect(marked.body.data.invoice).toEqual({ number: 'A-00001' });
    expect((await show(client, shortId)).invoice).toEqual({ number: 'A-00001' });
    const [row] = await invoices(shop.accountId);
    expect(row?.content).toMatchObject({
      issuer: { lines: ['Laboratorio Marea S.L.', 'Moll 1'], taxId: 'B123' },
      buyer: { name: 'Lucía Márquez', email: 'lucia@example.com' },
      lines: [{ quantity: 1, unitMinor: 2500, minor: 2500 }],
      totalMinor: 2500,
      payment: 'offline',
    });
    for (const [who, url] of [
      [client, address],
      [shop.organizer, `/api/events/${shop.eventId}/orders/${orderId}/invoice.pdf`],
    ] as const) {
      const file = await who.send({ method: 'GET', url });
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-disposition']).toContain('A-00001.pdf');
      expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const stranger = app.as({ token: (await buildAccount(db)).token });
    const foreign = await stranger.send({
      method: 'GET',
      url: `/api/events/${shop.eventId}/orders/${orderId}/invoice.pdf`,
    });
    expect(foreign.statusCode).toBe(404);
    await app.runJobs();
    const attached = await db
      .selectFrom('mail_attachments as a')
      .innerJoin('mails as m', 'm.id', 'a.mail_id')
      .select('a.filename')
      .where('m.order_id', '=', orderId)
      .where('m.kind', '=', 'order_confirmation')
      .execute();
    expect(attached.map(({ filename }) => filename)).toContain('A-00001.pdf');
    await sound();
  });

  test('never changes with its event or its issuer', async () => {
    const shop = await invoicingShop();
    const { params, orderId } = await awaiting(shop);
    await shop.organizer.call(markOrderPaid, { params });
    const scope = scopeOfRow(shop);
    const before = await listInvoices(db, scope, orderId);
    await db
      .updateTable('event_settings')
      .set({ invoice_issuer: 'Somebody else', invoice_prefix: 'B-' })
      .where('event_id', '=', shop.eventId)
      .execute();
    expect(await listInvoices(db, scope, orderId)).toEqual(before);
    const next = await awaiting(shop);
    await shop.organizer.call(markOrderPaid, { params: next.params });
    expect(await numbers(shop.accountId)).toEqual(['A-1', 'B-1']);
  });

  test('is not issued where invoicing is off, nor for what is free', async () => {
    const shop = await invoicingShop();
    const free = await buildShop(db, { ticket: { type: 'free', quantity: 10 } });
    await db
      .updateTable('event_settings')
      .set({ invoicing: true })
      .where('event_id', '=', free.eventId)
      .execute();
    const client = app.as();
    const held = await reserveAs(client, free.eventId, [{ priceId: free.priceId, quantity: 1 }]);
    expect((await detailsAs(client, held.body.data.shortId)).body.data).toMatchObject({
      step: 'summary',
      invoice: null,
    });
    const { params } = await awaiting(shop);
    await db
      .updateTable('event_settings')
      .set({ invoicing: false })
      .where('event_id', '=', shop.eventId)
      .execute();
    expect((await shop.organizer.call(markOrderPaid, { params })).body.data.invoice).toBeNull();
    expect([...(await invoices(free.accountId)), ...(await invoices(shop.accountId))]).toEqual([]);
  });

  test('comes with a card payment as well', async () => {
    const shop = await invoicingShop('');
    const client = app.as();
    const started = await begin(shop, client);
    await confirm(started, '4242424242424242');
    expect((await refresh(client, started.shortId)).invoice).toEqual({ number: '00001' });
    expect((await invoices(shop.accountId))[0]?.content).toMatchObject({ payment: 'card' });
    await sound();
  });
});

describe('numbers have no gap', () => {
  test('if many orders complete at the same moment', async () => {
    const shop = await invoicingShop();
    const orders = [];
    for (let at = 0; at < 8; at += 1) orders.push(await awaiting(shop));
    const cards = await Promise.all([1, 2, 3].map(() => begin(shop, app.as())));
    await Promise.all([
      ...orders.map(({ params }) => shop.organizer.call(markOrderPaid, { params })),
      ...cards.map((started) => confirm(started, '4242424242424242')),
    ]);
    await Promise.all(cards.map(({ shortId }) => refresh(app.as(), shortId)));
    const all = await invoices(shop.accountId);
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    await sound();
  });

  test('if a completion is rolled back, or a late payment finds its places sold', async () => {
    const shop = await invoicingShop();
    const { params, orderId } = await awaiting(shop);
    const undone = inTransaction(db, async (tx) => {
      const order = await queries.lockById(tx, orderId);
      if (!order) return;
      await (await import('../checkout/completion.ts')).completeOffline(tx, order);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const late = await begin(shop, app.as());
    await inTransaction(db, async (tx) => {
      const order = await queries.lockByShortId(tx, late.shortId);
      if (!order) return;
      const next = await advance(tx, order, 'ending', { reason: 'timeout' });
      await release(tx, next, 'given_up', 'timeout');
    });
    await db
      .updateTable('counters')
      .set({ quantity: 1, ceiling: 1 })
      .where('id', '=', shop.counterId)
      .execute();
    await inTransaction(db, async (tx) => {
      const order = await queries.lockByShortId(tx, late.shortId);
      if (order) expect(await completeOrder(tx, order, 'completed_late')).toBe(false);
    });
    await shop.organizer.call(markOrderPaid, { params });
    expect(await numbers(shop.accountId)).toEqual(['A-1']);
    const drift = (await verify(db)).drift.filter(({ rule }) => rule.includes('nvoice'));
    expect(drift).toEqual([]);
  });
});
