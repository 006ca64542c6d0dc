import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { settleAdjustment, waiveAdjustment } from '@entrada/contract/sales/moves/to-another-ticket';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { resendOwnOrder } from '@entrada/contract/sales/resends';
import type { CreditNoteContent, InvoiceContent } from '@entrada/documents/types';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildTaxOrFee } from '../../catalog/tickets/factory.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { issueInvoicesOf, taxedShop } from '../../test/payments/invoicing.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { anotherTicket, moverOf } from '../../test/sold/moving.ts';
import { applyDispute } from '../refunds/dispute-settle.ts';
import { buildAwaitingOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, ctx, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
});

/** The documents of an order by their numbers: the totals of its invoices, and those of its credit notes below zero. */
async function documentsOf(orderId: number) {
  const invoices = await db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).execute();
  const notes = await db.selectFrom('credit_notes').selectAll().where('order_id', '=', orderId).execute();
  return {
    totals: [
      invoices.sort((a, b) => a.number - b.number).map(({ total }) => total),
      notes.sort((a, b) => a.number - b.number).map(({ total }) => -total),
    ],
    invoices: invoices.map(({ content }) => content as InvoiceContent),
    notes: notes.map(({ content }) => content as CreditNoteContent),
  };
}

/** An invoiced order of tickets of 25.00, another ticket, and what may be done to the first attendee. */
async function invoicedAnd(amount: number, quantity = 2) {
  const shop = await paidShop(50);
  await issueInvoicesOf(db, shop);
  const paid = await paidOrder(quantity, shop);
  const other = await anotherTicket(db, paid, { amount, quantity: 20 });
  const [attendeeId = 0, secondId = 0] = paid.attendeeIds;
  const { orderId } = paid.payment;
  return {
    ...paid,
    other,
    attendeeId,
    secondId,
    orderId,
    ...moverOf(paid, attendeeId),
    second: moverOf(paid, secondId),
    documents: () => documentsOf(orderId),
    end: (how: typeof settleAdjustment | typeof waiveAdjustment, id: number) =>
      paid.owner.call(how, { params: { ...paid.params, adjustmentId: String(id) } }),
  };
}

const owedOf = async ({ order, orderId }: Awaited<ReturnType<typeof invoicedAnd>>) =>
  (await order(orderId)).adjustments.find(({ state }) => state === 'open')?.id ?? 0;

async function lose(paid: Pick<PaidOrder, 'payment' | 'shortId'>, amount: number) {
  await applyDispute(ctx, paid.payment, {
    id: `dp_${paid.shortId}`,
    paymentId: paid.payment.providerPaymentId ?? '',
    amount,
    currency: 'EUR',
    status: 'lost',
    reason: 'fraudulent',
    respondBy: null,
  });
}

test('a difference that is owed: the place as it was is credited, as it is now invoiced, and the buyer gets both', async () => {
  const paid = await invoicedAnd(4000);
  expect(await paid.quote()).toMatchObject({
    isInvoiced: true,
    choices: [{ settlements: ['owed', 'waived'], obstacle: null }],
  });
  expect((await paid.move(paid.other.priceId, { sendTicket: true })).status).toBe(200);
  const { totals, invoices, notes } = await paid.documents();
  expect(totals).toEqual([[5000, 4000], [-2500]]);
  expect(notes[0]).toMatchObject({
    reason: 'change',
    invoice: { number: 'M-00001' },
    lines: [{ title: 'General', quantity: 1, minor: 2500 }],
  });
  expect(invoices[1]).toMatchObject({ lines: [{ title: 'VIP', quantity: 1, minor: 4000 }], openMinor: 1500 });
  const { documents, history } = await paid.order(paid.orderId);
  expect(history.slice(-3).map(({ kind, document, amount }) => [kind, document, amount])).toEqual([
    ['credit_note_issued', 'CN-00001', 2500],
    ['invoice_issued', 'M-00002', 4000],
    ['attendee_moved', null, 1500],
  ]);
  for (const one of documents) {
    const url = `/api/public/orders/${paid.shortId}/${documentPath(one)}`;
    expect((await paid.buyer.send({ method: 'GET', url })).statusCode).toBe(200);
  }
  await app.runJobs();
  const mail = await db
    .selectFrom('mails as m')
    .innerJoin('mail_attachments as a', 'a.mail_id', 'm.id')
    .select(['a.filename', 'm.text_body', 'm.status'])
    .where('m.order_id', '=', paid.orderId)
    .where('m.kind', '=', 'order_invoiced_anew')
    .orderBy('a.filename')
    .execute();
  expect(mail.map(({ filename, status }) => [filename, status])).toEqual([
    ['CN-00001.pdf', 'sent'],
    ['M-00002.pdf', 'sent'],
  ]);
  expect(mail[0]?.text_body).toContain('M-00002');
  // Whoever asks for the order once more gets all of its documents.
  expect((await paid.buyer.call(resendOwnOrder, { params: { orderShortId: paid.shortId } })).status).toBe(
    200,
  );
  await app.runJobs();
  const again = await db
    .selectFrom('mails as m')
    .innerJoin('mail_attachments as a', 'a.mail_id', 'm.id')
    .select(['a.filename', 'm.text_body'])
    .where('m.order_id', '=', paid.orderId)
    .where('m.kind', '=', 'order_confirmation')
    .where('m.id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select((one) => one.fn.max('id').as('id'))
        .where('order_id', '=', paid.orderId)
        .where('kind', '=', 'order_confirmation'),
    )
    .orderBy('a.id')
    .execute();
  const files = again.map(({ filename }) => filename).filter((name) => /^(M|CN)-/.test(name));
  expect(files).toEqual(['M-00001.pdf', 'CN-00001.pdf', 'M-00002.pdf']);
  for (const one of documents) expect(again[0]?.text_body).toContain(documentPath(one));
  // What comes by hand later is on the invoice already.
  expect((await paid.end(settleAdjustment, await owedOf(paid))).body.data.adjustments).toMatchObject([
    { state: 'by_hand' },
  ]);
  expect((await paid.documents()).totals).toEqual(totals);
});

test('a difference that is owed and then waived is credited, and cannot be paid any more', async () => {
  const paid = await invoicedAnd(4000);
  await paid.move(paid.other.priceId);
  const id = await owedOf(paid);
  expect((await paid.end(waiveAdjustment, id)).body.data.adjustments).toMatchObject([
    { settlement: 'owed', state: 'waived' },
  ]);
  expect((await paid.end(waiveAdjustment, id)).status).toBe(200);
  expect((await paid.end(settleAdjustment, id)).problem.code).toBe('ADJUSTMENT_IS_WAIVED');
  expect((await paid.documents()).totals).toEqual([
    [5000, 4000],
    [-2500, -1500],
  ]);
  expect((await paid.documents()).notes[1]?.reason).toBe('waived');
  expect(await paid.seen()).toMatchObject({ unitTotal: 2500 });
  // Back to the ticket as sold, at what it was sold for: nothing to pay, and nothing to give back.
  expect((await paid.quote()).choices).toMatchObject([{ priceId: paid.shop.priceId, difference: 0 }]);
  expect((await paid.move(paid.shop.priceId)).status).toBe(200);
  const kinds = (await paid.order(paid.orderId)).history.map(({ kind }) => kind);
  expect(kinds).toContain('adjustment_waived');
});

test('what was paid by hand cannot be waived, and nothing goes back while something is owed', async () => {
  const paid = await invoicedAnd(4000);
  await paid.move(paid.other.priceId);
  const [back] = (await paid.quote()).choices;
  expect(back).toMatchObject({
    difference: -1500,
    settlements: ['waived'],
    obstacle: 'DIFFERENCE_STILL_OPEN',
  });
  expect((await paid.move(paid.shop.priceId, { settlement: 'given_back' })).problem.code).toBe(
    'DIFFERENCE_STILL_OPEN',
  );
  const id = await owedOf(paid);
  await paid.end(settleAdjustment, id);
  expect((await paid.end(waiveAdjustment, id)).problem.code).toBe('ADJUSTMENT_IS_PAID');
  expect((await paid.move(paid.shop.priceId, { settlement: 'given_back' })).status).toBe(200);
  await app.runJobs();
  expect((await paid.documents()).totals).toEqual([
    [5000, 4000, 2500],
    [-2500, -4000],
  ]);
});

test('a difference that is waived at once writes nothing, and a ticket of the same price and taxes neither', async () => {
  const paid = await invoicedAnd(4000);
  const same = await anotherTicket(db, paid, { amount: 2500, name: 'Balcony' });
  expect((await paid.move(paid.other.priceId, { settlement: 'waived', sendTicket: true })).status).toBe(200);
  expect((await paid.second.move(same.priceId)).status).toBe(200);
  expect((await paid.documents()).totals).toEqual([[5000], []]);
});

test('a difference that goes back to the card is credited with the move, and its refund is not credited again', async () => {
  const paid = await invoicedAnd(1000);
  expect((await paid.move(paid.other.priceId, { sendTicket: true })).body.data.adjustments).toMatchObject([
    { state: 'by_refund' },
  ]);
  expect((await paid.documents()).totals).toEqual([[5000, 1000], [-2500]]);
  await app.runJobs();
  expect(await paid.state()).toBe('completed partial 1500');
  // What the moved ticket still costs is credited on the invoice that bills it now.
  await paid.refund({ attendeeIds: [paid.attendeeId], cancel: true });
  await app.runJobs();
  const { totals, notes } = await paid.documents();
  expect(totals).toEqual([
    [5000, 1000],
    [-2500, -1000],
  ]);
  expect(notes[1]).toMatchObject({ invoice: { number: 'M-00002' }, lines: [{ title: 'VIP', quantity: 1 }] });
  // And the other ticket on the first one.
  await paid.refund({ attendeeIds: [paid.secondId] });
  await app.runJobs();
  expect((await paid.documents()).notes[2]).toMatchObject({
    invoice: { number: 'M-00001' },
    totalMinor: 2500,
  });
});

test('a refund for a move that fails is tried again, and credited once', async () => {
  const paid = await invoicedAnd(1000);
  bank.behaviour.refund = 'failed';
  await paid.move(paid.other.priceId);
  await app.runJobs();
  expect(await paid.state()).toBe('completed failed 0');
  expect(await findBroken(db)).toEqual({});
  bank.behaviour.refund = 'succeeded';
  await paid.refund({ amount: 1500 });
  await app.runJobs();
  expect(await paid.state()).toBe('completed partial 1500');
  expect((await paid.documents()).totals).toEqual([[5000, 1000], [-2500]]);
  await lose(paid, 3500);
  expect((await paid.documents()).totals.flat().reduce((sum, one) => sum + one, 0)).toBe(0);
});

test('a difference that is given back by hand: of an order paid without a card, and of one added at the door', async () => {
  const shop = await paidShop(50);
  await issueInvoicesOf(db, shop);
  const held = { eventId: shop.eventId, items: [{ priceId: shop.priceId, quantity: 1 }], sendMails: false };
  const awaited = await buildAwaitingOrder(db, { ...held, dueAt: new Date(Date.now() + 86_400_000) });
  const owner = app.as({ token: shop.token });
  const eventId = String(shop.eventId);
  await owner.call(markOrderPaid, { params: { eventId, orderId: String(awaited.orderId) } });
  const added = await owner.call(addGuests, {
    params: { eventId },
    body: {
      priceId: shop.priceId,
      amount: 2500,
      payment: 'cash',
      attendees: [{ firstName: 'Rosa', lastName: '', email: '' }],
      locale: 'en',
      notify: false,
      exceedCapacity: false,
    },
  });
  const cheap = await anotherTicket(db, { shop, owner }, { amount: 1000, name: 'Reduced' });
  for (const orderId of [awaited.orderId, added.body.data.id]) {
    const { id } = await db
      .selectFrom('attendees')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const { move } = moverOf({ shop, owner }, id);
    expect((await move(cheap.priceId)).status).toBe(200);
    expect((await documentsOf(orderId)).totals).toEqual([[2500, 1000], [-2500]]);
  }
});

test('with taxes that differ each document bears its own, also where nothing is to be paid', async () => {
  const shop = await taxedShop(db, await paidShop(50));
  const paid = await paidOrder(2, shop);
  const { orderId } = paid.payment;
  const reduced = await buildTaxOrFee(db, {
    accountId: shop.accountId,
    name: 'Reduced VAT',
    rate: '10',
    included: true,
  });
  const unit = (await paid.order()).total / 2;
  const same = await anotherTicket(db, paid, { amount: unit, taxesAndFees: [reduced.id] });
  const { move, quote } = moverOf(paid, paid.attendeeIds[0] ?? 0);
  expect((await quote()).choices.find(({ priceId }) => priceId === same.priceId)?.difference).toBe(0);
  expect((await move(same.priceId)).status).toBe(200);
  const { totals, invoices, notes } = await documentsOf(orderId);
  expect(totals).toEqual([[2 * unit, unit], [-unit]]);
  expect(notes[0]?.taxes.map(({ label }) => label)).toEqual(['City tax', 'VAT']);
  expect(invoices[1]?.taxes).toMatchObject([{ label: 'Reduced VAT', isIncluded: true }]);
  expect(invoices[1]?.netMinor).toBe(unit - (invoices[1]?.taxes[0]?.minor ?? 0));
});

test('moved twice, with a refund before and one between, the invoices less the notes are what is owed', async () => {
  const paid = await invoicedAnd(4000);
  const third = await anotherTicket(db, paid, { amount: 6000, name: 'Backstage' });
  await paid.refund({ amount: 4500 });
  await app.runJobs();
  // Of the 25.00 that the place was billed with, only 5.00 are left; the rest is credited on the new invoice.
  await paid.move(paid.other.priceId);
  const sum = async () => (await paid.documents()).totals.flat().reduce((all, one) => all + one, 0);
  expect(await sum()).toBe(5000 - 4500 + 1500);
  await paid.refund({ amount: 300 });
  await app.runJobs();
  await paid.move(third.priceId);
  expect(await sum()).toBe(5000 - 4800 + 3500);
  expect((await paid.documents()).invoices.at(-1)).toMatchObject({ openMinor: 3500 });
});

test('a free order of an event with invoices is invoiced once something is owed; an order without an invoice is not', async () => {
  const shop = await paidShop(50);
  const plain = await paidOrder(1, shop);
  await issueInvoicesOf(db, shop);
  const vip = await anotherTicket(db, plain, { amount: 4000 });
  expect((await moverOf(plain, plain.attendeeIds[0] ?? 0).move(vip.priceId)).status).toBe(200);
  expect((await documentsOf(plain.payment.orderId)).totals).toEqual([[], []]);
  const added = await plain.owner.call(addGuests, {
    params: { eventId: plain.params.eventId },
    body: {
      priceId: shop.priceId,
      amount: 0,
      payment: null,
      attendees: [{ firstName: 'Ana', lastName: '', email: 'ana@example.org' }],
      locale: 'en',
      notify: false,
      exceedCapacity: false,
    },
  });
  const { id } = await db
    .selectFrom('attendees')
    .select('id')
    .where('order_id', '=', added.body.data.id)
    .executeTakeFirstOrThrow();
  expect((await moverOf(plain, id).move(vip.priceId)).status).toBe(200);
  const { totals, invoices } = await documentsOf(added.body.data.id);
  expect(totals).toEqual([[4000], []]);
  expect(invoices[0]).toMatchObject({ openMinor: 4000 });
});

test('moves at once, with refunds and cancellations among them: each order adds up, and no number is missing', async () => {
  const shop = await paidShop(100);
  await issueInvoicesOf(db, shop);
  const orders: PaidOrder[] = [];
  for (let at = 0; at < 4; at += 1) orders.push(await paidOrder(2, shop));
  const [first] = orders;
  if (!first) throw new Error('Nothing was sold');
  const vip = await anotherTicket(db, first, { amount: 4000, quantity: 50 });
  const cheap = await anotherTicket(db, first, { amount: 1000, quantity: 50, name: 'Reduced' });
  const replies = await Promise.all(
    orders.flatMap((paid, at) => {
      const [one = 0, two = 0] = paid.attendeeIds;
      return [
        moverOf(paid, one).move(vip.priceId),
        moverOf(paid, two).move(cheap.priceId),
        at % 2 === 0
          ? paid.refund({ attendeeIds: [one], cancel: true })
          : paid.owner.call(cancelOrder, { params: paid.params, body: { notify: false } }),
      ];
    }),
  );
  // Whoever comes too late is refused in words, and whoever waits for the event for too long may come again.
  for (const { status } of replies) expect([200, 201, 409, 503]).toContain(status);
  await app.runJobs();
  const numbers = await db
    .selectFrom('invoices')
    .select('number')
    .where('account_id', '=', shop.accountId)
    .orderBy('number')
    .execute();
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
});
