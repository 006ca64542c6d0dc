import { getOrderTimeline } from '@entrada/contract/insight/timeline';
import { chooseOfflinePayment } from '@entrada/contract/sales/checkout';
import {
  changeInvoiceDetails,
  changeOwnInvoice,
  getOwnInvoice,
} from '@entrada/contract/sales/invoices/details';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { waiveAdjustment } from '@entrada/contract/sales/moves/to-another-ticket';
import { getOrderDetail, markOrderPaid } from '@entrada/contract/sales/orders';
import type { CreditNoteContent, InvoiceContent } from '@entrada/documents/types';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { issueInvoicesOf, taxedShop } from '../../test/payments/invoicing.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { BUYER, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { anotherTicket, moverOf } from '../../test/sold/moving.ts';
import { applyDispute } from '../refunds/dispute-settle.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, ctx, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
});

const COMPANY = {
  name: 'Marina Events S.L.',
  address: 'Moll de la Duana 1\n46024 València',
  taxId: 'B-98765432',
};
const NAME = `${BUYER.firstName} ${BUYER.lastName}`;

const documentsOf = async (orderId: number) => {
  const of = (table: 'invoices' | 'credit_notes') =>
    db.selectFrom(table).selectAll().where('order_id', '=', orderId).orderBy('id').execute();
  const invoices = (await of('invoices')).map((one) => ({ ...one, content: one.content as InvoiceContent }));
  const notes = (await of('credit_notes')).map((one) => ({
    ...one,
    content: one.content as CreditNoteContent,
  }));
  return { invoices, notes };
};

/** What whoever holds the link of an order, and its organizer, do with the details of its invoice. */
function aboutInvoice({ shortId, params, owner }: Pick<PaidOrder, 'shortId' | 'params' | 'owner'>) {
  const anyone = app.as();
  const mine = { orderShortId: shortId };
  const shown = async () => (await anyone.call(getOwnInvoice, { params: mine })).body.data;
  const change = async (body: Partial<typeof COMPANY & { version: number }> = {}, key = app.key()) =>
    anyone.call(
      changeOwnInvoice,
      { params: mine, body: { ...COMPANY, ...body, version: body.version ?? (await shown()).version } },
      { idempotencyKey: key },
    );
  const byOwner = async (body: Partial<typeof COMPANY> = {}, client = owner) =>
    client.call(changeInvoiceDetails, {
      params,
      body: { ...COMPANY, ...body, version: (await shown()).version },
    });
  const detail = async () => (await owner.call(getOrderDetail, { params })).body.data;
  return { shown, change, byOwner, detail };
}

/** A paid and invoiced order of tickets of 25.00. */
async function invoiced(quantity = 2) {
  const shop = await paidShop(50);
  await issueInvoicesOf(db, shop);
  const paid = await paidOrder(quantity, shop);
  const { orderId } = paid.payment;
  return { ...paid, orderId, ...aboutInvoice(paid), documents: () => documentsOf(orderId) };
}

const mailsOf = async (orderId: number) => {
  await app.runJobs();
  return db
    .selectFrom('mails as m')
    .leftJoin('mail_attachments as a', 'a.mail_id', 'm.id')
    .select(['m.to_address as to', 'm.status', 'm.text_body as text', 'a.filename'])
    .where('m.order_id', '=', orderId)
    .where('m.kind', '=', 'order_invoiced_anew')
    .orderBy('a.filename')
    .execute();
};

describe('a buyer who needs the invoice for a company', () => {
  test('gets a credit note and a new invoice, which say so, and the old invoice stays as it was', async () => {
    const order = await invoiced();
    const before = (await order.documents()).invoices[0];
    expect(await order.shown()).toMatchObject({
      name: NAME,
      address: '',
      taxId: '',
      isIssued: true,
      obstacle: null,
      left: 5,
    });
    const reply = await order.change({ address: 'Moll de la Duana 1\r\n46024 València' });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data).toMatchObject({ ...COMPANY, left: 4 });
    const { invoices, notes } = await order.documents();
    expect(invoices[0]).toEqual(before);
    expect(invoices.map(({ total }) => total)).toEqual([5000, 5000]);
    expect(notes.map(({ total, reason }) => [total, reason])).toEqual([[5000, 'change']]);
    expect(notes[0]?.content.buyer).toEqual({ name: NAME, email: BUYER.email });
    expect(invoices[1]?.content.buyer).toEqual({
      name: COMPANY.name,
      email: BUYER.email,
      address: ['Moll de la Duana 1', '46024 València'],
      taxId: COMPANY.taxId,
    });
    const { documents, history, invoicedTo } = await order.detail();
    expect(invoicedTo).toEqual({ ...COMPANY, obstacle: null });
    expect(history.slice(-3).map(({ kind, by }) => [kind, by])).toEqual([
      ['invoice_details_changed', null],
      ['credit_note_issued', null],
      ['invoice_issued', null],
    ]);
    expect(documents.map(({ number, counts }) => [number, counts])).toEqual([
      ['M-00001', false],
      ['CN-00001', false],
      ['M-00002', true],
    ]);
    for (const one of documents) {
      const url = `/api/public/orders/${order.shortId}/${documentPath(one)}`;
      expect((await order.buyer.send({ method: 'GET', url })).statusCode).toBe(200);
    }
    const mails = await mailsOf(order.orderId);
    expect(mails.map(({ filename, to, status }) => [filename, to, status])).toEqual([
      ['CN-00001.pdf', BUYER.email, 'sent'],
      ['M-00002.pdf', BUYER.email, 'sent'],
    ]);
  });

  test('stands in the timeline with what was changed', async () => {
    const order = await invoiced(1);
    await order.change();
    const { body } = await order.owner.call(getOrderTimeline, { params: order.params });
    expect(body.data.entries.find(({ kind }) => kind === 'invoice_details_changed')?.changed).toEqual([
      { field: 'invoiceName', from: NAME, to: COMPANY.name },
      { field: 'invoiceTaxId', from: '', to: COMPANY.taxId },
      { field: 'invoiceAddress', from: '', to: COMPANY.address },
    ]);
  });

  test('changes nothing by the present values or by a repetition', async () => {
    const order = await invoiced(1);
    const key = app.key();
    const { version } = await order.shown();
    expect((await order.change({ version }, key)).status).toBe(200);
    expect((await order.change({ version }, key)).status).toBe(200);
    expect((await order.change()).body.data.left).toBe(4);
    const { invoices, notes } = await order.documents();
    expect([invoices.length, notes.length]).toEqual([2, 1]);
    expect((await order.change({ version, name: 'Late' })).problem).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
    });
  });

  test('by two at once makes one change', async () => {
    const order = await invoiced(1);
    const { version } = await order.shown();
    const replies = await Promise.all(['One', 'Two', 'Three'].map((name) => order.change({ name, version })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { invoices, notes } = await order.documents();
    expect([invoices.length, notes.length]).toEqual([2, 1]);
  });

  test('has five changes, each with documents of its own, and then the organizer', async () => {
    const order = await invoiced(1);
    const statuses: number[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) statuses.push((await order.change({ name })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await order.change({ name: 'F' })).problem.code).toBe('INVOICE_CHANGES_EXHAUSTED');
    expect((await order.byOwner({ name: 'G' })).status).toBe(200);
    const { invoices, notes } = await order.documents();
    expect([invoices.length, notes.length]).toEqual([7, 6]);
    expect(await order.shown()).toMatchObject({ name: 'G', obstacle: 'INVOICE_CHANGES_EXHAUSTED', left: 0 });
  });

  test('says a name, and nothing too long', async () => {
    const order = await invoiced(1);
    const reply = await order.change({ name: ' ', address: 'x'.repeat(501), taxId: 'x'.repeat(51) });
    expect(reply.problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['name', 'required'],
      ['address', 'too_long'],
      ['taxId', 'too_long'],
    ]);
    expect((await order.documents()).invoices).toHaveLength(1);
  });

  test('goes by the policy for names; the organizer does not', async () => {
    const order = await invoiced(1);
    await sql`update app.orders set policy = policy || '{"names": null}' where id = ${order.orderId}`.execute(
      db,
    );
    expect((await order.shown()).obstacle).toBe('CHANGE_NOT_OFFERED');
    expect((await order.change()).problem.code).toBe('CHANGE_NOT_OFFERED');
    const reply = await order.byOwner();
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data.invoicedTo).toMatchObject(COMPANY);
    expect(reply.body.data.history.find(({ kind }) => kind === 'invoice_details_changed')?.by).not.toBeNull();
  });
});

describe('the details of the invoice', () => {
  test('of an order that is not paid yet just change, and are on the invoice that comes', async () => {
    const shop = await paidShop();
    await issueInvoicesOf(db, shop);
    await db
      .updateTable('event_settings')
      .set({ offline_payments: true })
      .where('event_id', '=', shop.eventId)
      .execute();
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const { shortId } = held.body.data;
    await detailsAs(buyer, shortId);
    await buyer.call(
      chooseOfflinePayment,
      { params: { orderShortId: shortId } },
      { idempotencyKey: app.key() },
    );
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    const params = { eventId: String(shop.eventId), orderId: String(id) };
    const owner = app.as({ token: shop.token });
    const order = aboutInvoice({ shortId, params, owner });
    expect((await order.change()).body.data).toMatchObject({ ...COMPANY, isIssued: false });
    expect(await documentsOf(id)).toEqual({ invoices: [], notes: [] });
    expect((await owner.call(markOrderPaid, { params })).status).toBe(200);
    const { invoices, notes } = await documentsOf(id);
    expect(notes).toEqual([]);
    expect(invoices.map(({ content }) => content.buyer.name)).toEqual([COMPANY.name]);
    expect(await mailsOf(id)).toEqual([]);
  });

  test('after a ticket was refunded are on an invoice over what is left alone', async () => {
    const order = await invoiced(2);
    await order.refund({ attendeeIds: [order.attendeeIds[0] ?? 0] });
    await app.runJobs();
    expect((await order.change()).status).toBe(200);
    const { invoices, notes } = await order.documents();
    expect(invoices.map(({ total }) => total)).toEqual([5000, 2500]);
    expect(notes.map(({ total, reason }) => [total, reason])).toEqual([
      [2500, 'refund'],
      [2500, 'change'],
    ]);
    // What goes back now is credited on the new invoice.
    await order.refund({ attendeeIds: [order.attendeeIds[1] ?? 0] });
    await app.runJobs();
    const after = await order.documents();
    expect(after.notes.at(-1)).toMatchObject({ total: 2500, invoice_id: invoices[1]?.id, reason: 'refund' });
    expect((await order.change({ name: 'Late' })).problem.code).toBe('ORDER_REFUNDED');
  });

  test('after a part of a price was refunded bill the whole and credit that part, tax by tax', async () => {
    const shop = await taxedShop(db, await paidShop(50));
    const paid = await paidOrder(1, shop as unknown as Awaited<ReturnType<typeof paidShop>>);
    const order = { ...paid, ...aboutInvoice(paid) };
    await paid.refund({ amount: 777 });
    await app.runJobs();
    expect((await order.change()).status).toBe(200);
    const { invoices, notes } = await documentsOf(paid.payment.orderId);
    const [first, second] = invoices;
    expect(second?.total).toBe(first?.total);
    expect(notes.map(({ total, invoice_id }) => [total, invoice_id])).toEqual([
      [777, first?.id],
      [(first?.total ?? 0) - 777, first?.id],
      [777, second?.id],
    ]);
    expect(notes[2]?.content.taxes).toEqual(notes[0]?.content.taxes);
  });

  test('of an order with a moved ticket are on each invoice that still bills something, with what is open', async () => {
    const order = await invoiced(2);
    const other = await anotherTicket(db, order, { amount: 4000, quantity: 20 });
    const mover = moverOf(order, order.attendeeIds[0] ?? 0);
    expect((await mover.move(other.priceId)).status).toBe(200);
    expect((await order.change()).status).toBe(200);
    const { invoices } = await order.documents();
    expect(invoices.map(({ total }) => total)).toEqual([5000, 4000, 2500, 4000]);
    expect(invoices.map(({ content }) => content.openMinor ?? 0)).toEqual([0, 1500, 0, 1500]);
    // What is waived now is credited on the new invoice.
    const adjustmentId = String((await order.detail()).adjustments[0]?.id);
    await order.owner.call(waiveAdjustment, { params: { ...order.params, adjustmentId } });
    expect((await order.documents()).notes.at(-1)).toMatchObject({
      invoice_id: invoices[3]?.id,
      total: 1500,
      reason: 'waived',
    });
  });

  test('stay while the payment is disputed or money is on its way back', async () => {
    const order = await invoiced(2);
    bank.behaviour.refund = 'pending';
    await order.refund({ attendeeIds: [order.attendeeIds[0] ?? 0] });
    await app.runJobs();
    expect((await order.change()).problem.code).toBe('REFUND_PENDING');
    expect((await order.byOwner()).problem.code).toBe('REFUND_PENDING');
    const disputed = await invoiced(1);
    await applyDispute(ctx, disputed.payment, {
      id: `dp_${disputed.shortId}`,
      paymentId: disputed.payment.providerPaymentId ?? '',
      amount: 2500,
      currency: 'EUR',
      status: 'under_review',
      reason: 'fraudulent',
      respondBy: null,
    });
    expect((await disputed.change()).problem.code).toBe('PAYMENT_DISPUTED');
    expect((await disputed.detail()).invoicedTo).toMatchObject({ name: NAME, obstacle: 'PAYMENT_DISPUTED' });
  });

  test('are nobody else’s, and an order without an invoice has none', async () => {
    const order = await invoiced(1);
    const stranger = app.as({ token: (await buildAccount(db)).token });
    expect((await order.byOwner({}, stranger)).status).toBe(404);
    const none = await paidOrder(1);
    const plain = aboutInvoice(none);
    expect((await plain.change()).problem.code).toBe('ORDER_HAS_NO_INVOICE');
    expect((await plain.byOwner()).problem.code).toBe('ORDER_HAS_NO_INVOICE');
    expect((await plain.detail()).invoicedTo).toBeNull();
  });
});
