import { getOrderTimeline } from '@entrada/contract/insight/timeline';
import { getOrder } from '@entrada/contract/sales/checkout';
import type { OrderDocument } from '@entrada/contract/sales/invoices/documents';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { getOrderDetail, markOrderPaid } from '@entrada/contract/sales/orders';
import { createRefund } from '@entrada/contract/sales/refunds';
import { pdfText } from '@entrada/documents/test/pdf-text';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction, type Tx } from '../../db/client.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { taxedShop } from '../../test/payments/invoicing.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { findNotices } from '../order-views/notice-queries.ts';
import { lockById } from '../orders/queries.ts';
import { applyDispute } from '../refunds/dispute-settle.ts';
import { settleRefund } from '../refunds/provider-calls.ts';
import { applyRefund } from '../refunds/settle.ts';
import { buildAwaitingOrder } from '../reservations/factory.ts';
import { billAnew } from './anew.ts';
import { creditMissed } from './sweep.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, ctx, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
});

const invoicingShop = async (quantity = 50) => taxedShop(db, await paidShop(quantity));

const notesOf = (accountId: number) =>
  db.selectFrom('credit_notes').selectAll().where('account_id', '=', accountId).orderBy('number').execute();
const documentsOf = async ({ owner, params }: PaidOrder) =>
  (await owner.call(getOrderDetail, { params })).body.data.documents;
const isNote = ({ kind }: OrderDocument) => kind === 'credit_note';

async function lose(paid: PaidOrder, amount: number) {
  const { providerPaymentId, currency } = paid.payment;
  const dispute = { id: `dp_${paid.shortId}`, paymentId: providerPaymentId ?? '', amount, currency };
  await applyDispute(ctx, paid.payment, {
    ...dispute,
    status: 'lost',
    reason: 'fraudulent',
    respondBy: null,
  });
}

describe('a credit note', () => {
  test('comes with a refund, names its invoice and is downloaded by both and mailed', async () => {
    const paid = await paidOrder(2, await invoicingShop());
    expect((await documentsOf(paid)).map(({ number }) => number)).toEqual(['M-00001']);
    await paid.refund({ attendeeIds: paid.attendeeIds.slice(0, 1), notify: true });
    expect((await documentsOf(paid)).filter(isNote)).toEqual([]);
    await app.runJobs();
    const { total } = await paid.order();
    const [invoice, note] = await documentsOf(paid);
    expect([invoice, note]).toMatchObject([
      { kind: 'invoice', number: 'M-00001', total, invoiceNumber: null },
      { kind: 'credit_note', number: 'CN-00001', total: total / 2, invoiceNumber: 'M-00001' },
    ]);
    const [row] = await notesOf(paid.shop.accountId);
    // Half of an order of two tickets is exactly one of them.
    expect(row?.content).toMatchObject({
      issuer: { lines: ['Marea S.L.'], taxId: 'B1' },
      invoice: { number: 'M-00001' },
      reason: 'refund',
      lines: [{ quantity: 1, title: 'Pass', unitMinor: 3333, minor: 3333 }],
      fees: [{ label: 'Booking', minor: 200 }],
      taxes: [
        { label: 'City tax', isIncluded: false },
        { label: 'VAT', isIncluded: true },
      ],
      totalMinor: total / 2,
    });
    const address = documentPath({ kind: 'credit_note', id: note?.id ?? 0 });
    for (const [who, url] of [
      [paid.owner, `/api/events/${paid.params.eventId}/orders/${paid.params.orderId}/${address}`],
      [paid.buyer, `/api/public/orders/${paid.shortId}/${address}`],
    ] as const) {
      const file = await who.send({ method: 'GET', url });
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-disposition']).toContain('CN-00001.pdf');
      const text = (await pdfText(file.rawPayload)).join(' ');
      for (const words of ['CN-00001', 'M-00001', 'Marea S.L.', 'Pass', 'Booking', 'VAT', 'City tax'])
        expect(text).toContain(words);
    }
    await app.runJobs();
    const mail = await db
      .selectFrom('mails as m')
      .innerJoin('mail_attachments as a', 'a.mail_id', 'm.id')
      .select(['a.filename', 'm.text_body'])
      .where('m.order_id', '=', paid.payment.orderId)
      .where('m.kind', '=', 'refunded')
      .executeTakeFirstOrThrow();
    expect(mail.filename).toBe('CN-00001.pdf');
    expect(mail.text_body).toContain(address);
    const shown = await paid.buyer.call(getOrder, { params: { orderShortId: paid.shortId } });
    expect(shown.body.data.documents).toHaveLength(2);
    const timeline = await paid.owner.call(getOrderTimeline, { params: paid.params, query: {} });
    expect(timeline.body.data.entries).toContainEqual(
      expect.objectContaining({ kind: 'credit_note_issued', document: 'CN-00001', amount: total / 2 }),
    );
  });

  test('is of its own order alone', async () => {
    const shop = await invoicingShop();
    const paid = await paidOrder(1, shop);
    const other = await paidOrder(1, shop);
    await paid.refund({ amount: 100 });
    await app.runJobs();
    const [note] = (await documentsOf(paid)).filter(isNote);
    const address = documentPath({ kind: 'credit_note', id: note?.id ?? 0 });
    for (const url of [
      `/api/public/orders/${other.shortId}/${address}`,
      `/api/events/${other.params.eventId}/orders/${other.params.orderId}/${address}`,
    ])
      expect((await other.owner.send({ method: 'GET', url })).statusCode).toBe(404);
  });

  test('of parts of the money are together the invoice, to the last cent of each tax', async () => {
    const paid = await paidOrder(3, await invoicingShop());
    const { total } = await paid.order();
    for (const amount of [1, 333, 1007]) {
      await paid.refund({ amount });
      await app.runJobs();
    }
    await paid.refund({ amount: total - 1341, cancel: true });
    await app.runJobs();
    const notes = await notesOf(paid.shop.accountId);
    expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const invoice = await db
      .selectFrom('invoices')
      .select('content')
      .where('order_id', '=', paid.payment.orderId)
      .executeTakeFirstOrThrow();
    type Taxed = { taxes: { label: string; minor: number }[]; fees: { minor: number }[]; netMinor: number };
    const credited = notes.map(({ content }) => content as Taxed);
    const { taxes, fees, netMinor } = invoice.content as Taxed;
    for (const { label, minor } of taxes) {
      const back = credited.flatMap((one) => one.taxes.filter((tax) => tax.label === label));
      expect(back.reduce((sum, one) => sum + one.minor, 0)).toBe(minor);
    }
    expect(credited.flatMap((one) => one.fees).reduce((sum, one) => sum + one.minor, 0)).toBe(fees[0]?.minor);
    expect(credited.reduce((sum, one) => sum + one.netMinor, 0)).toBe(netMinor);
  });

  test('comes with a refund by hand, a refund made at the provider and a lost dispute', async () => {
    const shop = await invoicingShop();
    const held = { eventId: shop.eventId, items: [{ priceId: shop.priceId, quantity: 1 }], sendMails: false };
    const awaited = await buildAwaitingOrder(db, { ...held, dueAt: new Date(Date.now() + 86_400_000) });
    const params = { eventId: String(shop.eventId), orderId: String(awaited.orderId) };
    const owner = app.as({ token: shop.token });
    await owner.call(markOrderPaid, { params });
    const body = { amount: 500, cancel: true, notify: true, note: '' };
    expect((await owner.call(createRefund, { params, body })).status).toBe(201);
    const foreign = await paidOrder(1, shop);
    await applyRefund(ctx, foreign.payment.id, {
      id: 're_elsewhere',
      paymentId: foreign.remoteId,
      amount: 700,
      currency: 'EUR',
      status: 'succeeded',
      failure: null,
    });
    const disputed = await paidOrder(1, shop);
    await lose(disputed, 900);
    const notes = await notesOf(shop.accountId);
    expect(notes.map(({ total, reason }) => [Number(total), reason])).toEqual([
      [500, 'refund'],
      [700, 'refund'],
      [900, 'dispute'],
    ]);
    // What is refunded beside a lost dispute is credited up to the invoice, and no further.
    const { total } = await foreign.order();
    await lose(foreign, total);
    const [, ...more] = await documentsOf(foreign);
    expect(more.reduce((sum, one) => sum + one.total, 0)).toBe(total);
  });

  test('is not issued twice: a bank returns the money, and the next try sends it again', async () => {
    const paid = await paidOrder(1, await invoicingShop());
    await paid.refund({ amount: 400 });
    await app.runJobs();
    const [first] = (await paid.refunds()).refunds;
    const [remote] = [...bank.refunds.values()].filter((refund) => refund.paymentId === paid.remoteId);
    if (!remote) throw new Error('Nothing was refunded');
    remote.status = 'failed';
    await settleRefund(ctx, bank.provider, first?.id ?? 0);
    expect(await paid.state()).toBe('completed failed 0');
    await paid.refund({ amount: 400 });
    await app.runJobs();
    expect(await paid.state()).toBe('completed partial 400');
    expect((await documentsOf(paid)).filter(isNote)).toHaveLength(1);
  });

  test('is not issued without an invoice', async () => {
    const paid = await paidOrder(1);
    await paid.refund({ amount: 2500 });
    await app.runJobs();
    expect(await documentsOf(paid)).toEqual([]);
  });

  test('shares the numbers of the invoices if it has their prefix', async () => {
    const shop = await invoicingShop();
    await db
      .updateTable('event_settings')
      .set({ credit_note_prefix: 'M-' })
      .where('event_id', '=', shop.eventId)
      .execute();
    const paid = await paidOrder(1, shop);
    await paid.refund({ amount: 100 });
    await app.runJobs();
    await paidOrder(1, shop);
    expect((await documentsOf(paid)).map(({ number }) => number)).toEqual(['M-00001', 'M-00002']);
    expect((await findBroken(db))['I2']).toBeUndefined();
  });
});

/** Bills one unit of an order anew as it is, in the caller's transaction. */
async function changeOne(tx: Tx, paid: PaidOrder | undefined) {
  const order = await lockById(tx, paid?.payment.orderId ?? 0);
  const [item] = order?.items ?? [];
  const issuer = order && (await findNotices(tx, [order.eventId])).get(order.eventId)?.issuer;
  if (!order || !item || !issuer) throw new Error('The order is gone');
  return billAnew(tx, { actor: { kind: 'system' }, requestId: null }, order, issuer, {
    was: { itemId: item.id, total: item.unitTotal },
    becomes: { ...item, quantity: 1 },
    open: 0,
  });
}

test('20 refunds at once get numbers without a gap, and one that is undone leaves none', async () => {
  const shop = await invoicingShop();
  const orders: PaidOrder[] = [];
  for (let at = 0; at < 20; at += 1) orders.push(await paidOrder(1, shop));
  await Promise.all(
    orders.map((paid, at) =>
      // On a busy machine a refund may be asked to come again.
      vi.waitFor(async () => expect((await paid.refund({ amount: 100 + at })).status).toBe(201), 20_000),
    ),
  );
  const ids = await Promise.all(orders.map(async (paid) => (await paid.refunds()).refunds[0]?.id ?? 0));
  await Promise.all(ids.map((id) => settleRefund(ctx, bank.provider, id)));
  const undone = inTransaction(db, async (tx) => {
    expect(await changeOne(tx, orders[0])).toMatchObject({ creditNoteId: expect.any(Number) });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const [first] = orders;
  await first?.refund({ amount: 50 });
  await app.runJobs();
  expect((await notesOf(shop.accountId)).map(({ number }) => number)).toEqual(
    Array.from({ length: 21 }, (_, at) => at + 1),
  );
});

test('money that went back before there were credit notes gets them later, once', async () => {
  const paid = await paidOrder(2, await invoicingShop());
  await paid.refund({ attendeeIds: paid.attendeeIds.slice(0, 1) });
  await app.runJobs();
  const before = await documentsOf(paid);
  // As an older version left it.
  await db.deleteFrom('credit_notes').where('order_id', '=', paid.payment.orderId).execute();
  await db
    .updateTable('invoice_series')
    .set({ last_number: 0 })
    .where('account_id', '=', paid.shop.accountId)
    .where('prefix', '=', 'CN-')
    .execute();
  await db
    .updateTable('invoices')
    .set({ billed: null })
    .where('order_id', '=', paid.payment.orderId)
    .execute();
  expect(Object.keys(await findBroken(db))).toContainEqual(
    expect.stringContaining('went back of an invoiced'),
  );
  await creditMissed(ctx);
  await creditMissed(ctx);
  const after = await documentsOf(paid);
  const said = ({ kind, number, total }: OrderDocument) => [kind, number, total];
  expect(after.map(said)).toEqual(before.map(said));
});

test('a change of an order credits units of its invoice and invoices what they cost now', async () => {
  const shop = await invoicingShop();
  const paid = await paidOrder(2, shop);
  const { total } = await paid.order();
  await inTransaction(db, (tx) => changeOne(tx, paid));
  expect((await documentsOf(paid)).map(({ number, total: sum }) => [number, sum])).toEqual([
    ['M-00001', total],
    ['CN-00001', total / 2],
    ['M-00002', total / 2],
  ]);
  // A refund is taken from what is still invoiced.
  await paid.refund({ amount: total });
  await app.runJobs();
  const notes = (await documentsOf(paid)).filter(isNote);
  expect(notes.reduce((sum, one) => sum + one.total, 0)).toBe(total + total / 2);
});
